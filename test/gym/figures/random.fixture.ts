/** Random queries, and a gym with every kind of gap in what it knows: the same for the same seed. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { addsUp, MEASURE_NAMES } from '../../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS, type Dimension } from '../../../gym/figures/dimensions.ts';
import type {
  FiguresQuery,
  FilterValue,
  QueryFilter,
  QueryHaving,
} from '../../../gym/figures/query.ts';
import type { AttendanceSource, ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { answered } from './sessions.fixture.ts';

export const NOW_UTC_MS = Date.UTC(2026, 10, 21, 12);
const SAMPLE = sandboxView(NOW_UTC_MS);

/** The sample gym, of whose classes some do not know what others know. @param mixed whether some have check-ins only. */
export function patchyGym(seed: number, mixed: boolean): GymView {
  const random = seededRandom(seed);
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
  const where = filters.map((name): QueryFilter => {
    const { words, order }: Dimension = DIMENSIONS[name];
    const { rows } = answered(view, { measures: ['sessions'], by: [name], limit: 1_000 });
    const known = words ?? rows.map((row) => row[name] as FilterValue);
    const values = [one(known), one(known)];
    const isRange = order !== 'none' && random() < 0.5;
    if (!isRange) return [name, random() < 0.7 ? 'is' : 'is_not', values];
    return [name, 'between', order === 'line' ? values.toSorted() : values];
  });
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
