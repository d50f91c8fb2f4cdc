/**
 * The sums of a gym's day, made from its classes by the very code that answers queries: so that a chain's figures are those of
 * its gyms, added up. A day is made again when something of it changes, and when one of its classes ends.
 */

import type { GymConfig } from '../../config/config.ts';
import { ClassTable } from '../../gym/figures/class-table.ts';
import { sumsOf } from '../../gym/figures/sums.ts';
import { reportGymOf } from '../../service/gyms/gym-classes.ts';
import { resolverOf } from '../../service/gyms/resolve.ts';
import type { Session, Value } from '../database/database.ts';
import { DAY_COLUMNS } from '../database/schema.ts';
import { IS_THERE, RECORD_COLUMNS, type RecordRow, recordOf } from '../gyms/class-reads.ts';

export interface GymDay {
  readonly gym: number;
  /** `YYYY-MM-DD` in the gym's zone. */
  readonly day: string;
}

type DayRow = RecordRow & GymDay;

/** Days of one statement. Chosen here: some 5,000 classes in memory. */
const DAYS_AT_ONCE = 500;

/** Makes days again. The rows of their gyms must be locked. @param gyms Settings by the gym's key; days of other gyms are left as they are. */
export async function remakeDays(
  session: Session,
  days: readonly GymDay[],
  gyms: ReadonlyMap<number, GymConfig>,
  nowUtcMs: number,
): Promise<void> {
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    const some = days.slice(from, from + DAYS_AT_ONCE).filter(({ gym }) => gyms.has(gym));
    const keys = [some.map(({ gym }) => gym), some.map(({ day }) => day)];
    const rows = await session.query<DayRow>(CLASSES, keys);
    const byDay = new Map<string, DayRow[]>();
    for (const row of rows) {
      const ofDay = byDay.get(nameOf(row)) ?? [];
      byDay.set(nameOf(row), ofDay);
      ofDay.push(row);
    }
    const made = some.map((one) => {
      const gym = gyms.get(one.gym);
      const classes = byDay.get(nameOf(one)) ?? [];
      return [one, gym === undefined ? null : daySums(classes, gym, nowUtcMs)] as const;
    });
    const filled = made.filter(([, sums]) => sums !== null);
    const empty = made.filter(([, sums]) => sums === null).map(([one]) => one);
    if (empty.length > 0) {
      await session.query(REMOVE, [empty.map(({ gym }) => gym), empty.map(({ day }) => day)]);
    }
    if (filled.length === 0) continue;
    const lists: Value[] = [
      filled.map(([{ gym }]) => gym),
      filled.map(([{ day }]) => day),
      filled.map(([, sums]) => sums?.nextUtcMs ?? null),
      ...DAY_COLUMNS.map((_, at) => filled.map(([, sums]) => sums?.values[at] ?? 0)),
    ];
    await session.query(STORE, lists);
  }
}

/**
 * When the next class of the day ends, null where all have ended, and the values of {@link DAY_COLUMNS} in their order. Null
 * for a day without classes.
 */
function daySums(rows: readonly DayRow[], gym: GymConfig, nowUtcMs: number) {
  if (rows.length === 0) return null;
  const resolve = resolverOf(gym, new Map());
  const table = new ClassTable(reportGymOf(gym));
  for (const row of rows) table.add(resolve(recordOf(gym.id, row)));
  const sums = sumsOf(table.classes, { nowUtcMs });
  const toEnd = rows.filter((row) => !row.isCancelled && row.endsUtcMs > nowUtcMs);
  const [nextUtcMs = null] = toEnd.map(({ endsUtcMs }) => endsUtcMs).toSorted((a, b) => a - b);
  return { nextUtcMs, values: DAY_COLUMNS.map((column) => column.read(sums)) };
}

/** Gym and day as one text. */
export function nameOf({ gym, day }: GymDay): string {
  return `${gym} ${day}`;
}

const CLASSES = `SELECT c.gym, to_char(c.day, 'YYYY-MM-DD') AS day, ${RECORD_COLUMNS}
FROM unnest($1::integer[], $2::date[]) AS wanted (gym, day)
JOIN class_now c ON c.day = wanted.day AND c.gym = wanted.gym
WHERE ${IS_THERE} ORDER BY c.starts_utc_ms, c.id COLLATE "C"`;

const REMOVE = `DELETE FROM gym_day d USING unnest($1::integer[], $2::date[]) AS gone (gym, day)
WHERE d.gym = gone.gym AND d.day = gone.day`;

const NAMES = ['gym', 'day', 'next_utc_ms', ...DAY_COLUMNS.map(({ name }) => name)];
const TYPES = DAY_COLUMNS.map(({ isMoney }) => (isMoney ? 'double precision[]' : 'integer[]'));
const ARRAYS = ['integer[]', 'date[]', 'bigint[]', ...TYPES].map(
  (type, at) => `$${at + 1}::${type}`,
);
const SET = NAMES.slice(2).map((name) => `${name} = excluded.${name}`);

const STORE = `INSERT INTO gym_day (${NAMES.join(', ')}) SELECT * FROM unnest(${ARRAYS.join(', ')})
ON CONFLICT (day, gym) DO UPDATE SET ${SET.join(', ')}`;
