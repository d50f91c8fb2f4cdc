/** How a change of each kind becomes a row: its table, its columns, and what of its data goes where. */

import type { Change } from '../../chain/messages/batch.ts';
import type { KindData } from '../../chain/messages/kinds.ts';
import { dateAt } from '../../gym/calendar/zone.ts';
import { CLASS_FIELDS } from '../../gym/sessions/class-fields.ts';
import { MERGED_NAMES } from '../../gym/sessions/class-values.ts';
import type { Value } from '../database/database.ts';

/** As PostgreSQL calls them; `json` is written as text. */
export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'date' | 'json';
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Kinds that are a row of their own; settings are a part of their gym's. */
export type RowName = Exclude<Change['kind'], 'settings'>;

export interface RowKind {
  readonly table: string;
  /** After `gym`. */
  readonly key: readonly Column[];
  /** Columns of the revision and the tombstone: several kinds may share one row. */
  readonly epoch: string;
  readonly rev: string;
  readonly isDeleted: string;
  readonly columns: readonly Column[];
  /** Null for a text that is no key of this kind. */
  readonly keyOf: (key: string) => readonly Value[] | null;
  /** In the order of `columns`. */
  readonly valuesOf: (data: never, gym: RowGym) => readonly Value[];
  /** The key of a row as SQL, of alias `t`: for digests. */
  readonly keySql: string;
}

/** What a row takes from its gym. */
export interface RowGym {
  readonly timezone: string;
}

const OWN = { epoch: 'epoch', rev: 'rev', isDeleted: 'is_deleted' } as const;
const ID: readonly Column[] = [{ name: 'id', type: 'text' }];
const byId = (key: string) => [key];

const SESSION_COLUMNS: readonly Column[] = MERGED_NAMES.map((name) => {
  const field: { column: string; sqlite: string; isFlag?: true } = CLASS_FIELDS[name];
  const isLarge = name === 'startsUtcMs' || name === 'endsUtcMs' || name === 'revenueMilli';
  const number = isLarge ? 'bigint' : 'integer';
  const type = field.isFlag ? 'boolean' : field.sqlite.startsWith('TEXT') ? 'text' : number;
  return { name: field.column, type };
});

export const ROW_KINDS: Readonly<Record<RowName, RowKind>> = {
  trainer: {
    ...OWN,
    table: 'trainer',
    key: ID,
    columns: [
      { name: 'name', type: 'text' },
      { name: 'aliases', type: 'json' },
    ],
    keyOf: byId,
    valuesOf: ({ name, aliases }: KindData['trainer']) => [name, JSON.stringify(aliases)],
    keySql: 't.id',
  },
  session: {
    ...OWN,
    table: 'class_now',
    key: ID,
    columns: [{ name: 'day', type: 'date' }, { name: 'source', type: 'text' }, ...SESSION_COLUMNS],
    keyOf: byId,
    valuesOf: (data: KindData['session'], { timezone }) => [
      dateAt(timezone, data.starts_utc_ms),
      data.source,
      ...SESSION_COLUMNS.map(({ name }) => data[name as keyof typeof data]),
    ],
    keySql: 't.id',
  },
  estimate: {
    table: 'class_now',
    key: ID,
    epoch: 'est_epoch',
    rev: 'est_rev',
    isDeleted: 'est_is_deleted',
    columns: [
      { name: 'version', type: 'integer' },
      { name: 'est_utc_ms', type: 'bigint' },
      { name: 'est_source', type: 'text' },
      { name: 'attended', type: 'integer' },
      { name: 'low', type: 'integer' },
      { name: 'high', type: 'integer' },
      { name: 'quality', type: 'text' },
      { name: 'reasons', type: 'json' },
      { name: 'method', type: 'text' },
    ],
    keyOf: byId,
    valuesOf: (data: KindData['estimate']) => [
      ...[data.version, data.computed_utc_ms, data.source, data.attended, data.low, data.high],
      ...[data.quality, JSON.stringify(data.reasons), data.method],
    ],
    keySql: 't.id',
  },
  correction: {
    ...OWN,
    table: 'correction',
    key: [
      { name: 'class', type: 'text' },
      { name: 'number', type: 'integer' },
    ],
    columns: [
      { name: 'attended', type: 'integer' },
      { name: 'note', type: 'text' },
      { name: 'made_by', type: 'text' },
      { name: 'made_utc_ms', type: 'bigint' },
      { name: 'withdrawn_utc_ms', type: 'bigint' },
      { name: 'withdrawn_by', type: 'text' },
    ],
    keyOf: (key) => {
      const [, id = '', number = ''] = /^(.+)\/(\d{1,9})$/.exec(key) ?? [];
      return number === '' ? null : [id, Number(number)];
    },
    valuesOf: (data: KindData['correction']) => [
      ...[data.attended, data.note, data.by, data.made_utc_ms],
      ...[data.withdrawn_utc_ms, data.withdrawn_by],
    ],
    keySql: "t.class || '/' || t.number",
  },
  audit: {
    ...OWN,
    table: 'box_audit',
    key: [{ name: 'number', type: 'bigint' }],
    columns: [
      { name: 'at_utc_ms', type: 'bigint' },
      { name: 'made_by', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'subject', type: 'text' },
    ],
    keyOf: (key) => (/^\d{1,15}$/.test(key) ? [Number(key)] : null),
    valuesOf: (data: KindData['audit']) => [data.at_utc_ms, data.made_by, data.kind, data.subject],
    keySql: 't.number::text',
  },
  quarters: {
    ...OWN,
    table: 'room_day',
    key: [
      { name: 'room', type: 'text' },
      { name: 'day', type: 'date' },
    ],
    columns: [{ name: 'quarters', type: 'json' }],
    keyOf: (key) => {
      const [, room = '', day = ''] = /^(.+)\/(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
      return isDate(day) ? [room, day] : null;
    },
    valuesOf: ({ quarters }: KindData['quarters']) => [JSON.stringify(quarters)],
    keySql: "t.room || '/' || to_char(t.day, 'YYYY-MM-DD')",
  },
};

export const ROW_NAMES = Object.keys(ROW_KINDS) as readonly RowName[];

/** Between which PostgreSQL has partitions, and a class can lie. */
function isDate(day: string): boolean {
  const atUtcMs = Date.parse(day);
  return !Number.isNaN(atUtcMs) && new Date(atUtcMs).toISOString().startsWith(day);
}

const MAX_INTEGER = 2_147_483_647;

/** Whether PostgreSQL can hold a value in a column: it refuses a whole statement over one that it cannot. */
export function fits(value: Value, type: ColumnType): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !value.includes('\\u0000');
  return type !== 'integer' || typeof value !== 'number' || Math.abs(value) <= MAX_INTEGER;
}
