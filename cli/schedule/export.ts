/** `turnout schedule export`: classes as a file. Read next to a running server: nothing is asked of it. */

import { writeFile } from 'node:fs/promises';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import { formatSchedule } from '../../gym/schedule/write.ts';
import { publishedNumbers } from '../../gym/sessions/small-counts.ts';
import { systemClock } from '../../runtime/clock.ts';
import { gymOf } from '../../service/commands/gym.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { openHistoryForReading } from '../../store/history/history.ts';
import type { CliContext } from '../context.ts';
import { counted } from '../terminal/counted.ts';
import { type DateOptions, rangeOf } from './gym-dates.ts';

export interface ExportOptions extends DateOptions {
  readonly format: 'csv' | 'json' | 'ics';
  readonly out?: string;
}

/** What reports look back on, and two weeks ahead. */
export const EXPORT_DAYS = { fromDays: -42, toDays: 14 } as const;

export async function exportFile(context: CliContext, options: ExportOptions): Promise<void> {
  const gym = gymOf(await openConfig(readEnvironment()), options.gym ?? null);
  const range = rangeOf(options, EXPORT_DAYS, gym.timezone, systemClock.nowUtcMs());
  const history = await openHistoryForReading(context.dataDir());
  try {
    const records = await history.classes.records(gym.id, range);
    const published = gym.hidesSmallCounts === true ? records.map(publishedNumbers) : records;
    const text = formatSchedule(published.map(toEntry), options.format, gym.timezone);
    if (options.out === undefined) {
      context.stdout.write(text);
      return;
    }
    await write(options.out, text);
    context.print(
      { gym: gym.id, classes: records.length, format: options.format, out: options.out },
      `${counted(records.length, 'class', 'classes')} of gym ${gym.id} ${records.length === 1 ? 'is' : 'are'} in ${options.out}.`,
    );
  } finally {
    await history.close();
  }
}

function toEntry(record: ClassRecord): ScheduleEntry {
  const { id, gymId, sourceId, trainer, estimate, correction, ...said } = record;
  return {
    ...said,
    externalId: id,
    trainer: trainer === null ? null : { externalId: trainer.id, name: trainer.name },
    noShows: noShowsOf(record),
  };
}

/** As reports say it where check-ins are known: booked and not checked in. */
function noShowsOf({
  booked,
  checkedIn,
}: Pick<ClassRecord, 'booked' | 'checkedIn'>): number | null {
  return booked === null || checkedIn === null ? null : Math.max(0, booked - checkedIn);
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new TurnoutError('usage', {
      where: '--out',
      expected: 'a file that can be written',
      got: messageOf(error).replace(/,.*/, ''),
    });
  }
}
