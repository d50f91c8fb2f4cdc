/** Random queries, and a gym with every kind of gap in what it knows: the same for the same seed. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { addsUp, MEASURE_NAMES } from '../../../gym/figures/catalogue.ts';
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  type DimensionName,
} from '../../../gym/figures/dimensions.ts';
import type {
  FiguresQuery,
  FilterValue,
  QueryFilter,
  QueryHaving,
} from '../../../gym/figures/query.ts';
import type { AttendanceSource, ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

export const NOW_UTC_MS = Date.UTC(2026, 10, 21, 12);
const SAMPLE = sandboxView(NOW_UTC_MS);

/** Numbers of [0, 1): xorshift, 32 bits. */
export function randomOf(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** The sample gym, of whose classes some do not know what others know. @param mixed whether some have check-ins only. */
export function patchyGym(seed: number, mixed: boolean): GymView {
  const random = randomOf(seed);
  const often = (share: number) => random() < share;
  const maybe = <Value>(value: Value, share: number) => (often(share) ? null : value);
  const sessions = SAMPLE.sessions.map((session): ClassSession => {
    const { attendance } = session;
    const source: AttendanceSource = mixed && often(0.3) ? 'import' : 'camera';
    const quality = often(0.1) ? 'none' : 'B';
    return {
      ...session,
      isCancelled: often(0.05),
      isSubstitute: often(0.1),
      capacity: maybe(session.capacity, 0.1),
      booked: maybe(session.booked, 0.1),
      checkedIn: often(0.4) ? Math.floor(random() * 15) : null,
      lateCancels: often(0.5) ? Math.floor(random() * 3) : null,
      waitlisted: often(0.5) ? Math.floor(random() * 2) : null,
      revenueMilli: often(0.2) ? Math.floor(random() * 200) * 1_000 : null,
      trainer: maybe(session.trainer, 0.05),
      attendance: attendance === null ? null : { ...attendance, source, quality },
    };
  });
  return { ...SAMPLE, sessions };
}

/** A query that is right, over any of the measures, dimensions and filters. */
export function randomQuery(random: () => number, view: GymView): FiguresQuery {
  const whole = (below: number) => Math.floor(random() * below);
  const one = <Value>(values: readonly Value[]) => values[whole(values.length)] as Value;
  const some = <Value>(values: readonly Value[], most: number) => [
    ...new Set(Array.from({ length: 1 + whole(most) }, () => one(values))),
  ];
  const share = random() < 0.2;
  const measures = some(share ? MEASURE_NAMES.filter(addsUp) : MEASURE_NAMES, 4);
  const compares = random() < 0.3;
  const dimensions = DIMENSION_NAMES.filter((name) => !compares || name !== 'session');
  const by = random() < 0.1 ? [] : some(dimensions, 3);
  const to = addDays('2026-11-22', -whole(20));
  const from = addDays(to, -whole(25));
  const filters = random() < 0.5 ? [] : some(DIMENSION_NAMES, 2);
  const where = filters.map((name) => filterOf(name, view, { one, random }));
  const having: QueryHaving[] =
    random() < 0.8 ? [] : [[one(MEASURE_NAMES), one(['<', '<=', '>', '>=']), whole(10)]];
  const isDense = by.some((name) => DIMENSIONS[name].order === 'line');
  return {
    measures,
    by,
    from,
    to,
    where,
    having,
    limit: 1_000,
    offset: whole(3),
    share,
    ...(isDense && random() < 0.3 ? { fill: 'gaps' } : {}),
    ...(compares ? { compare: one(['previous', 'last_year'] as const) } : {}),
  };
}

interface Chance {
  readonly one: <Value>(values: readonly Value[]) => Value;
  readonly random: () => number;
}

function filterOf(name: DimensionName, view: GymView, { one, random }: Chance): QueryFilter {
  const value = (): FilterValue => wordOf(name, one(view.sessions), one);
  const isRange = DIMENSIONS[name].order !== 'none' && random() < 0.5;
  if (!isRange) return [name, random() < 0.7 ? 'is' : 'is_not', [value(), value()]];
  const ends = [value(), value()];
  return [name, 'between', DIMENSIONS[name].order === 'line' ? ends.toSorted() : ends];
}

function wordOf(name: DimensionName, session: ClassSession, one: Chance['one']): FilterValue {
  const { words }: Dimension = DIMENSIONS[name];
  if (words !== undefined) return one(words);
  const date = new Date(session.startsUtcMs).toISOString();
  switch (name) {
    case 'day':
    case 'week':
      return date.slice(0, 10);
    case 'month':
      return date.slice(0, 7);
    case 'hour':
      return one([6, 9, 12, 17, 18, 19]);
    case 'start_time':
      return one(['07:00', '12:30', '17:30', '19:00']);
    case 'room':
      return session.roomId ?? session.roomName;
    case 'trainer':
      return session.trainer?.id ?? null;
    case 'class':
      return session.name;
    case 'session':
      return session.id;
    case 'substitute':
      return one([true, false]);
    default:
      return null;
  }
}
