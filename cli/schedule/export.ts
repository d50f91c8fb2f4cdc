/** `turnout schedule export`: classes as a file. Read next to a running server: nothing is asked of it. */

import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import { formatSchedule } from '../../gym/schedule/write.ts';
import { publishedNumbers } from '../../gym/sessions/partial-view.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { counted } from '../../web/words/format.ts';
import { type CommandRow, flag } from '../command.ts';
import { type DateFlags, dateFlags, inHistory, ownGym, rangeOf } from '../own-gym.ts';
import { writeOut } from '../terminal/write-out.ts';

/** What reports look back on, and two weeks ahead. */
const EXPORT_DAYS = { fromDays: -42, toDays: 14 } as const;

interface ExportFlags extends DateFlags {
  readonly format: 'csv' | 'json' | 'ics';
  readonly out?: string;
}

export const EXPORT: CommandRow<ExportFlags, []> = {
  words: 'export',
  about: 'Write the classes of some dates to a file',
  flags: [
    ...dateFlags(EXPORT_DAYS),
    flag('--format <format>', 'what to write').choices(['csv', 'json', 'ics']).default('csv'),
    flag('--out <file>', 'where to write it; default: standard output'),
  ],
  examples: ['turnout schedule export --from 2026-07-01 --out july.csv'],
  answer: async (world, options) => {
    const { format, out } = options;
    const gym = await ownGym(options.gym ?? null);
    const range = rangeOf(options, EXPORT_DAYS, gym.timezone);
    const records = await inHistory(world.dataDir(), ({ classes }) =>
      classes.records(gym.id, range),
    );
    const published = gym.hidesSmallCounts === true ? records.map(publishedNumbers) : records;
    const text = formatSchedule(published.map(toEntry), format, gym.timezone);
    if (out === undefined) {
      world.stdout.write(text);
      return undefined;
    }
    await writeOut('--out', out, text);
    const { length } = records;
    return [
      { gym: gym.id, classes: length, format, out },
      `${counted(length, 'class', 'classes')} of gym ${gym.id} ${length === 1 ? 'is' : 'are'} in ${out}.`,
    ];
  },
};

function toEntry(record: ClassRecord): ScheduleEntry {
  const { id, gymId, sourceId, trainer, estimate, correction, ...values } = record;
  const { booked, checkedIn } = record;
  return {
    ...values,
    externalId: id,
    trainer: trainer === null ? null : { externalId: trainer.id, name: trainer.name },
    // As reports say it where check-ins are known: booked and not checked in.
    noShows: booked === null || checkedIn === null ? null : Math.max(0, booked - checkedIn),
  };
}
