/** Rows of tables as JSON objects that SQLite makes and reads: many as one text, which costs the calling thread little. */

/** Where a property lies; `isFlag`: as 0 or 1, `isJson`: as text. */
export interface Column {
  readonly column: string;
  readonly isFlag?: boolean;
  readonly isJson?: boolean;
}

/** Columns of a table as SQL declares them, by the names that programs use: `atUtcMs: 'at_utc_ms INTEGER NOT NULL'`. */
type Declared = Readonly<Record<string, string>>;

/** A row of such a table. */
export type RowOf<Table extends Declared> = { readonly [Name in keyof Table]: Cell<Table[Name]> };

type Cell<Sql extends string> =
  | (Sql extends `${string} TEXT${string}` ? string : number)
  | (Sql extends `${string} ${'NOT NULL' | 'PRIMARY KEY'}${string}` ? never : null);

/** For `CREATE TABLE`. */
export const declared = (table: Declared) => Object.values(table).join(',\n  ');

/** Expressions of SQL that read and write the rows of a table as objects of these properties. */
export function columnsOf(fields: Readonly<Record<string, Column | string>>) {
  const names = Object.keys(fields);
  const columnOf = (name: string): Column => {
    const field = fields[name] ?? name;
    return typeof field === 'string' ? { column: field.replace(/ .*/, '') } : field;
  };
  const pairOf = (name: string, table: string) => {
    const { column, isFlag = false, isJson = false } = columnOf(name);
    const cell = `${table}.${column}`;
    const flag = `json(CASE ${cell} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)`;
    return `'${name}', ${isFlag ? flag : isJson ? `json(${cell})` : cell}`;
  };
  return {
    columns: names.map((name) => columnOf(name).column).join(', '),
    /** What `SELECT` makes of a row. */
    selected: names.map((name) => `${columnOf(name).column} AS ${name}`).join(', '),
    /** What `json_object` makes of a row of `table`. */
    pairs: (table: string, wanted: readonly string[] = names) =>
      wanted.map((name) => pairOf(name, table)).join(', '),
    /** The columns of the object that `json` is. */
    values: (json: string) => names.map((name) => `${json} ->> '${name}'`).join(', '),
  };
}

/**
 * Makes objects of one list of names, each a copy of one that was parsed. With a spread in between, or name by name, V8 soon
 * gives each a shape of its own, which takes three times as much memory as its values: an import holds 200,000 of them.
 */
export function makerOf<Value extends object>(names: readonly (keyof Value)[]) {
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  const empty: Record<keyof Value, unknown> = JSON.parse(JSON.stringify(nothing));
  return (cellOf: (name: keyof Value) => unknown): Value => {
    const value = { ...empty };
    for (const name of names) value[name] = cellOf(name);
    return value as Value;
  };
}

/** Values of one question, and rows of one slice of a change. Chosen here: some 3 ms to parse, some 10 ms to write. */
export const SLICE = 250;

export function slicesOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / SLICE);
  return Array.from({ length: count }, (_, at) => items.slice(at * SLICE, (at + 1) * SLICE));
}

/** JSON texts of so many values at a time. */
export const partsOf = (values: readonly unknown[]): string[] =>
  slicesOf(values).map((slice) => JSON.stringify(slice));
