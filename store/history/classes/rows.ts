/**
 * Rows of tables: objects by one list of columns, and many rows as one JSON text, which costs the calling thread
 * little.
 */

import type { Session, SqlValue } from '../database.ts';

/** Values in the order of the columns. */
export type Row = readonly SqlValue[];

/** Where a property lies; `isFlag`: as 0 or 1. */
export interface Column {
  readonly column: string;
  readonly isFlag?: boolean;
}

export interface Rows<Value> {
  /** As SQL has it, comma between them. */
  readonly columns: string;
  toRow(value: Value): Row;
  fromRow(row: Row): Value;
}

/** @param table every property of `Value`, in the order of the row. */
export function rowsOf<Value extends object>(
  table: Readonly<Record<keyof Value, Column>>,
): Rows<Value> {
  const fields = (Object.entries(table) as [keyof Value, Column][]).map(
    ([name, { column, isFlag = false }]) => ({ name, column, isFlag }),
  );
  const make = makerOf<Value>(fields.map(({ name }) => name));
  return {
    columns: fields.map(({ column }) => column).join(', '),
    toRow: (value) =>
      fields.map(({ name }) => {
        const cell = value[name];
        return typeof cell === 'boolean' ? Number(cell) : (cell as SqlValue);
      }),
    fromRow: (row) =>
      make((_, at) => {
        const cell = row[at] ?? null;
        return fields[at]?.isFlag === true && cell !== null ? cell === 1 : cell;
      }),
  };
}

/**
 * Makes objects of one list of names, each a copy of one that was parsed. With a spread in between, or name by name, V8 soon
 * gives each a shape of its own, which takes three times as much memory as its values: an import holds 200,000 of them.
 */
export function makerOf<Value extends object>(
  names: readonly (keyof Value)[],
): (cellOf: (name: keyof Value, at: number) => unknown) => Value {
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  const empty: Record<keyof Value, unknown> = JSON.parse(JSON.stringify(nothing));
  return (cellOf) => {
    const value = { ...empty };
    let at = 0;
    for (const name of names) {
      value[name] = cellOf(name, at);
      at += 1;
    }
    return value as Value;
  };
}

/** Whether two rows of columns are the same. */
export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** What answers questions: a session, or a connection between the questions of others. */
export type Questions = Pick<Session, 'get'>;

/** @param sql has the one column `page`. */
export async function readJson<Row>(
  questions: Questions,
  sql: string,
  ...values: (string | number)[]
): Promise<Row[]> {
  const found = await questions.get<{ page: string }>(sql, ...values);
  return JSON.parse(found?.page ?? '[]');
}
