/** Objects as rows of a table, by one list of columns. */

import type { SqlValue } from '../database.ts';

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
  return {
    columns: fields.map(({ column }) => column).join(', '),
    toRow: (value) =>
      fields.map(({ name }) => {
        const cell = value[name];
        return typeof cell === 'boolean' ? Number(cell) : (cell as SqlValue);
      }),
    fromRow: (row) => {
      const value: Partial<Record<keyof Value, unknown>> = {};
      let at = 0;
      for (const { name, isFlag } of fields) {
        const cell = row[at] ?? null;
        value[name] = isFlag && cell !== null ? cell === 1 : cell;
        at += 1;
      }
      return value as Value;
    },
  };
}

/** Whether two rows of columns are the same. */
export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
