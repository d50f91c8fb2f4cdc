/** `turnout class list`: classes of some dates, read next to a running server. */

import { formatInstant } from '../../gym/calendar/zone.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import type { CommandRow } from '../command.ts';
import { type DateFlags, dateFlags, inHistory, ownGym, rangeOf, wallTime } from '../own-gym.ts';
import { layoutOf, WIDE_FLAG, type WideFlag } from '../terminal/layout.ts';
import { type Column, table } from '../terminal/table.ts';

const LIST_DAYS = { fromDays: 0, toDays: 0 } as const;

export const LIST: CommandRow<DateFlags & WideFlag, []> = {
  words: 'list',
  about: 'Show the classes of some dates with their ids',
  flags: [...dateFlags(LIST_DAYS), WIDE_FLAG],
  examples: ['turnout class list --from 2026-07-01 --to 2026-07-01'],
  answer: async (world, options) => {
    const { id, timezone } = await ownGym(options.gym ?? null);
    const range = rangeOf(options, LIST_DAYS, timezone);
    const records = await inHistory(world.dataDir(), ({ classes }) => classes.records(id, range));
    return [
      { gym: id, classes: records.map((record) => classJson(record, timezone)) },
      records.length === 0
        ? 'No classes on these dates. Bring some in with: turnout schedule import'
        : table(columnsIn(timezone), records, layoutOf(world, options)).join('\n'),
    ];
  },
};

function columnsIn(timezone: string): readonly Column<ClassRecord>[] {
  return [
    { head: 'CLASS', cell: ({ id }) => id },
    { head: 'STARTS', cell: ({ startsUtcMs }) => wallTime(timezone, startsUtcMs) },
    { head: 'NAME', cell: ({ name }) => name },
    { head: 'TRAINER', cell: ({ trainer }) => trainer?.name ?? '', spare: 2 },
    { head: 'ROOM', cell: ({ room }) => room ?? '', spare: 3 },
    { head: 'BOOKED', cell: ({ booked }) => `${booked ?? ''}`, spare: 1 },
    {
      head: 'CAME',
      cell: (record) => (record.isCancelled ? 'cancelled' : attendedText(record)),
      style: ({ isCancelled }) => (isCancelled ? 'yellow' : null),
    },
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
