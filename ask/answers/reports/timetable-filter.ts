/** Which classes of a timetable a query's filters let through. */

import { formatInstant } from '../../../gym/calendar/zone.ts';
import { PARTS_OF_DAY, WEEKDAYS } from '../../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../../gym/figures/query.ts';
import { foldName } from '../../../gym/sessions/names.ts';
import { type ClassSession, statusAt } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { weekdayOf } from '../words/wording.ts';

export function passes(
  session: ClassSession,
  where: readonly QueryFilter[],
  view: GymView,
): boolean {
  return where.every(([dim, op, values]) => {
    const own = fieldOf(session, dim, view);
    if (op === 'between') {
      const [from, to] = values.map(String);
      return from !== undefined && to !== undefined && String(own) >= from && String(own) <= to;
    }
    const isOne = values.some((value) => isSame(own, value));
    return op === 'is' ? isOne : !isOne;
  });
}

function isSame(own: FilterValue, value: FilterValue): boolean {
  return typeof own === 'string' && typeof value === 'string'
    ? foldName(own) === foldName(value)
    : own === value;
}

/** Undefined filters let nothing through: the reader makes none. */
function fieldOf(session: ClassSession, dim: QueryFilter[0], view: GymView): FilterValue {
  const wall = formatInstant(view.gym.timezone, session.startsUtcMs);
  const time = wall.slice(11, 16);
  switch (dim) {
    case 'trainer':
      return session.trainer?.id ?? null;
    case 'class':
      return session.name;
    case 'room':
      return session.roomId ?? session.roomName;
    case 'weekday':
      return WEEKDAYS[weekdayOf(wall.slice(0, 10)) - 1] ?? null;
    case 'start_time':
      return time;
    case 'hour':
      return Number(time.slice(0, 2));
    case 'part_of_day':
      return partOf(Number(time.slice(0, 2)));
    case 'status':
      return statusAt(session, view.nowUtcMs);
    case 'substitute':
      return session.isSubstitute;
    default:
      return null;
  }
}

function partOf(hour: number): string {
  const parts = Object.entries(PARTS_OF_DAY).filter(([, from]) => from <= hour);
  return parts.at(-1)?.[0] ?? 'night';
}
