/** Classes as a file that `parseSchedule` reads back to the same classes. */

import type { ScheduleEntry } from '../entry.ts';
import type { ScheduleFormat } from '../options.ts';
import { writeCsv } from './csv.ts';
import { writeIcs } from './ics.ts';
import { recordOf } from './record.ts';

/**
 * The text of an export, with a line end at its end. CSV has a header line of the fields of the configuration, JSON is
 * a list of objects with the same keys, ICS is one event for each class with what a calendar has no property for in its
 * description.
 *
 * @param timezone the gym's, in which times are shown; they carry their offset.
 */
export function formatSchedule(
  entries: readonly ScheduleEntry[],
  format: ScheduleFormat,
  timezone: string,
): string {
  switch (format) {
    case 'csv':
      return writeCsv(entries, timezone);
    case 'json':
      return `${JSON.stringify(
        entries.map((entry) => recordOf(entry, timezone)),
        null,
        2,
      )}\n`;
    case 'ics':
      return writeIcs(entries);
  }
}
