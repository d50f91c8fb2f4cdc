/** What boxes sent, as rows: the table and the columns of each kind, and one statement that stores all rows of a kind. */

import type { KindData } from '../../chain/kinds.ts';
import type { Change, NumberedRow } from '../../chain/sync.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import { CLASS_FIELDS, MERGED_NAMES } from '../../gym/sessions/class-fields.ts';
import type { Session } from '../database/database.ts';

/** Kinds that are a row of their own; settings are a part of their gym's. */
export type RowName = Exclude<Change['kind'], 'settings'>;

interface RowKind {
  readonly table: string;
  /** After `gym`. */
  readonly keys: readonly string[];
  /** Columns of the number and the tombstone: two kinds share the row of a class. */
  readonly seq: string;
  readonly isDeleted: string;
  readonly columns: readonly string[];
  /** The key of a row as SQL, of alias `t`. */
  readonly keySql: string;
}

const OWN = { keys: ['id'], seq: 'seq', isDeleted: 'is_deleted', keySql: 't.id' } as const;

/** In the order in which they are stored: a class is there before its correction marks it. */
const ROW_KINDS: Readonly<Record<RowName, RowKind>> = {
  trainer: { ...OWN, table: 'trainer', columns: ['name', 'aliases'] },
  session: {
    ...OWN,
    table: 'class_now',
    columns: ['day', 'source', ...MERGED_NAMES.map((name) => CLASS_FIELDS[name].column)],
  },
  estimate: {
    ...OWN,
    table: 'class_now',
    seq: 'est_seq',
    isDeleted: 'est_is_deleted',
    columns: [
      ...['version', 'est_utc_ms', 'est_source', 'attended', 'low', 'high', 'quality', 'reasons'],
      'method',
    ],
  },
  correction: {
    ...OWN,
    table: 'correction',
    keys: ['class', 'number'],
    columns: [
      ...['attended', 'note', 'made_by', 'made_utc_ms', 'withdrawn_utc_ms', 'withdrawn_by'],
    ],
    keySql: "t.class || '/' || t.number",
  },
};
export const ROW_NAMES = Object.keys(ROW_KINDS) as readonly RowName[];

/** The columns of a change; null for a key that is none of its kind. */
export function rowOf({ kind, key, seq, data }: Change, timezone: string): object | null {
  const gone = data === null;
  switch (kind) {
    case 'settings':
      return null;
    case 'trainer':
      return { ...data, id: key, seq, is_deleted: gone };
    case 'session':
      return { ...(data && sessionOf(data, timezone)), id: key, seq, is_deleted: gone };
    case 'estimate':
      return { ...(data && estimateOf(data)), id: key, est_seq: seq, est_is_deleted: gone };
    case 'correction': {
      const [, id = '', number = ''] = /^(.+)\/(\d{1,9})$/.exec(key) ?? [];
      if (number === '') return null;
      const named = { made_by: data?.by, class: id, number: Number(number) };
      return { ...data, ...named, seq, is_deleted: gone };
    }
  }
}

function sessionOf(data: KindData['session'], timezone: string) {
  return { ...data, day: dateAt(timezone, data.starts_utc_ms) };
}

function estimateOf({ computed_utc_ms, source, ...data }: KindData['estimate']) {
  return { ...data, est_utc_ms: computed_utc_ms, est_source: source };
}

/** Stores rows, of each key one at most: what has a higher number replaces what is there. @returns the days of classes that did. */
export async function storeRows(
  session: Session,
  gym: number,
  name: RowName,
  rows: readonly object[],
): Promise<readonly string[]> {
  const values = [gym, JSON.stringify(rows)];
  const stored = await session.query<{ day?: string | null }>(TEXTS[name], values);
  return stored.flatMap(({ day }) => day ?? []);
}

const TEXTS = Object.fromEntries(
  ROW_NAMES.map((name) => [name, textOf(ROW_KINDS[name])]),
) as Record<RowName, string>;

function textOf({ table, keys, seq, isDeleted, columns }: RowKind): string {
  const set = [seq, isDeleted, ...columns];
  const all = [...keys, ...set].join(', ');
  return `
INSERT INTO ${table} AS t (gym, ${all}) SELECT $1::integer, ${all} FROM json_populate_recordset(NULL::${table}, $2)
ON CONFLICT (gym, ${keys.join(', ')}) DO UPDATE SET ${set.map((column) => `${column} = excluded.${column}`).join(', ')}
WHERE excluded.${seq} > t.${seq} RETURNING ${table === 'class_now' ? 'day' : '1'}`;
}

/** All live rows of a gym. */
export function gymRows(session: Session, gym: number): Promise<NumberedRow[]> {
  return session.query<NumberedRow>(NUMBERS, [gym]);
}

const NUMBERS = [
  `SELECT 'settings' AS kind, 'gym' AS key, settings_seq AS seq FROM gym WHERE gym.key = $1 AND settings_seq > 0`,
  ...ROW_NAMES.map((name) => {
    const { table, keySql, seq, isDeleted } = ROW_KINDS[name];
    return `SELECT '${name}', ${keySql}, ${seq} FROM ${table} t WHERE gym = $1 AND ${seq} > 0 AND NOT ${isDeleted}`;
  }),
].join(' UNION ALL ');

/**
 * Removes all rows of a gym up to a number: its box does not have them.
 *
 * @returns days whose classes have changed.
 */
export async function bury(session: Session, gym: number, upToSeq: number): Promise<string[]> {
  const values = [gym, upToSeq];
  const days = await session.query<{ day: string }>(BURIED_DAYS, values);
  for (const text of BURY) await session.query(text, values);
  await session.query(`${SET_CORRECTED} WHERE c.gym = $1 AND c.corrected IS NOT NULL`, [gym]);
  return days.map(({ day }) => day);
}

/** The correction that holds goes into the row of its class. */
export const SET_CORRECTED = `UPDATE class_now c SET corrected = (
  SELECT r.attended FROM correction r
  WHERE r.gym = c.gym AND r.class = c.id AND NOT r.is_deleted AND r.withdrawn_utc_ms IS NULL
  ORDER BY r.number DESC LIMIT 1
)`;

const BURIED_DAYS = `
SELECT DISTINCT day FROM class_now WHERE gym = $1 AND day IS NOT NULL AND (seq <= $2 OR est_seq <= $2)`;

const BURY = [
  'DELETE FROM trainer WHERE gym = $1 AND seq <= $2',
  'DELETE FROM correction WHERE gym = $1 AND seq <= $2',
  'DELETE FROM class_now WHERE gym = $1 AND seq <= $2 AND est_seq <= $2',
  `UPDATE class_now SET est_seq = 0, est_is_deleted = false, version = NULL, est_utc_ms = NULL, est_source = NULL,
  attended = NULL, low = NULL, high = NULL, quality = NULL, reasons = NULL, method = NULL
WHERE gym = $1 AND est_seq <= $2 AND est_seq > 0`,
  'UPDATE class_now SET seq = 0, is_deleted = false, day = NULL, starts_utc_ms = NULL WHERE gym = $1 AND seq <= $2',
  'UPDATE gym SET settings = NULL, settings_seq = 0 WHERE key = $1 AND settings_seq <= $2',
];
