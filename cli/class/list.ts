/** `turnout class list`: classes of some dates, read next to a running server. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { dateAt, formatInstant, timeAt } from '../../gym/calendar/zone.ts';
import { systemClock } from '../../runtime/clock.ts';
import { gymOf } from '../../service/commands/gym.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { openHistoryForReading } from '../../store/history/history.ts';
import type { CliContext } from '../context.ts';
import { type DateOptions, rangeOf } from '../schedule/gym-dates.ts';
import { columns } from '../terminal/columns.ts';

export const LIST_DAYS = { fromDays: 0, toDays: 0 } as const;

export async function listClasses(context: CliContext, options: DateOptions): Promise<void> {
  const gym = gymOf(await openConfig(readEnvironment()), options.gym ?? null);
  const range = rangeOf(options, LIST_DAYS, gym.timezone, systemClock.nowUtcMs());
  const history = await openHistoryForReading(context.dataDir());
  try {
    const records = await history.classes.records(gym.id, range);
    context.print(
      { gym: gym.id, classes: records.map((record) => classJson(record, gym.timezone)) },
      records.length === 0
        ? 'No classes on these dates; bring some in with: turnout schedule import'
        : columns([HEAD, ...records.map((record) => classWords(record, gym.timezone))]).join('\n'),
    );
  } finally {
    await history.close();
  }
}

const HEAD = ['CLASS', 'STARTS', 'NAME', 'TRAINER', 'ROOM', 'BOOKED', 'ATTENDED'] as const;

function classWords(record: ClassRecord, timezone: string): string[] {
  const { id, name, trainer, room, startsUtcMs, booked, isCancelled } = record;
  return [
    id,
    `${dateAt(timezone, startsUtcMs)} ${timeAt(timezone, startsUtcMs)}`,
    name,
    trainer?.name ?? '',
    room ?? '',
    `${booked ?? ''}`,
    isCancelled ? 'cancelled' : attendedText(record),
  ];
}

/** A class as commands tell it. */
export function classJson(record: ClassRecord, timezone: string) {
  const { id, name, trainer, isSubstitute, room, startsUtcMs, endsUtcMs } = record;
  return {
    id,
    name,
    trainer,
    substitute: isSubstitute,
    room,
    starts_at: formatInstant(timezone, startsUtcMs),
    ends_at: formatInstant(timezone, endsUtcMs),
    cancelled: record.isCancelled,
    capacity: record.capacity,
    booked: record.booked,
    checked_in: record.checkedIn,
    late_cancels: record.lateCancels,
    waitlisted: record.waitlisted,
    attended: attendedOf(record),
    corrected: record.correction !== null,
  };
}

/** What a person said, else what was estimated, else how many were checked in: as reports say it. */
function attendedOf({ correction, estimate, checkedIn }: ClassRecord): number | null {
  if (correction !== null) return correction.attended;
  return estimate?.attended ?? checkedIn;
}

/** `14+` where only check-ins are known: at least so many. */
function attendedText(record: ClassRecord): string {
  const isCheckIns = record.correction === null && (record.estimate?.attended ?? null) === null;
  const attended = attendedOf(record);
  if (attended === null) return '';
  return isCheckIns ? `${attended}+` : `${attended}`;
}
