/** One statement for all rows of a kind: what is newer replaces what is there, what is older or equal changes nothing. */

import type { Session, Value } from '../database/database.ts';
import type { Column, ColumnType, RowKind } from './row-kinds.ts';

/** A row on its way: of a class that is gone `values` is null. */
export interface Row {
  readonly gym: number;
  readonly key: readonly Value[];
  readonly epoch: number;
  readonly rev: number;
  readonly values: readonly Value[] | null;
}

/** Rows of one statement. Source: the bench of the database, where 1,000 and 10,000 cost a row the same. */
const ROWS_AT_ONCE = 5_000;

const ARRAYS: Readonly<Record<ColumnType, string>> = {
  text: 'text[]',
  integer: 'integer[]',
  bigint: 'bigint[]',
  boolean: 'boolean[]',
  date: 'date[]',
  json: 'text[]::jsonb[]',
};

const texts = new WeakMap<RowKind, string>();

/** Stores rows: of each key one at most. @returns the keys of those that were newer. */
export async function upsert(
  session: Session,
  kind: RowKind,
  rows: readonly Row[],
  receivedUtcMs: number,
): Promise<Record<string, Value>[]> {
  const stored: Record<string, Value>[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    const text = texts.get(kind) ?? textOf(kind);
    texts.set(kind, text);
    stored.push(
      ...(await session.query<Record<string, Value>>(text, valuesOf(kind, some, receivedUtcMs))),
    );
  }
  return stored;
}

/** One array for each column. */
function valuesOf(kind: RowKind, rows: readonly Row[], receivedUtcMs: number): Value[] {
  const lists: Value[] = [
    rows.map(({ gym }) => gym),
    ...kind.key.map((_, at) => rows.map(({ key }) => key[at] ?? null)),
    rows.map(({ epoch }) => epoch),
    rows.map(({ rev }) => rev),
    rows.map(({ values }) => values === null),
    ...kind.columns.map((_, at) => rows.map(({ values }) => values?.[at] ?? null)),
  ];
  return kind.table === 'class_now' ? [...lists, receivedUtcMs] : lists;
}

function textOf(kind: RowKind): string {
  const columns: readonly Column[] = [
    { name: 'gym', type: 'integer' },
    ...kind.key,
    { name: kind.epoch, type: 'integer' },
    { name: kind.rev, type: 'bigint' },
    { name: kind.isDeleted, type: 'boolean' },
    ...kind.columns,
  ];
  const { table } = kind;
  const isClass = table === 'class_now';
  const names = columns.map(({ name }) => name);
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${ARRAYS[type]}`);
  const keys = ['gym', ...kind.key.map(({ name }) => name)];
  const set = [
    ...names.filter((name) => !keys.includes(name)),
    ...(isClass ? ['received_utc_ms'] : []),
  ];
  return `
INSERT INTO ${table} AS t (${names.join(', ')}${isClass ? ', received_utc_ms' : ''})
SELECT *${isClass ? `, $${columns.length + 1}::bigint` : ''} FROM unnest(${arrays.join(', ')})
ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${set.map((name) => `${name} = excluded.${name}`).join(', ')}
WHERE (excluded.${kind.epoch}, excluded.${kind.rev}) > (t.${kind.epoch}, t.${kind.rev})
RETURNING ${keys.join(', ')}${isClass ? ', day' : ''}`;
}
