/** Things of one kind as a table; on a phone each is a block that names its cells. */

import type { ComponentChildren } from 'preact';

/** Its heading, how its cells look, and where the heading leads, with the order of a table that is sorted by it. */
export type Column =
  | string
  | readonly [
      word: ComponentChildren,
      look?: string | undefined,
      to?: string,
      sort?: 'ascending' | 'descending' | undefined,
    ];

interface RecordsProps {
  /** Of the columns; empty for one of buttons, which say themselves what they do. */
  readonly head: readonly Column[];
  /** A cell for each column: the first one names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly caption?: string;
  readonly class?: string | undefined;
  /** How each row looks. */
  readonly looks?: readonly string[];
}

export function Records({ head, rows, caption, class: look = 'records', looks }: RecordsProps) {
  const isNamed = look.includes('records');
  const nameOf = (column: Column | undefined) =>
    typeof column === 'string' ? column : column?.[0];
  return (
    <table class={look === '' ? undefined : look}>
      {caption !== undefined && <caption>{caption}</caption>}
      <Head columns={head} />
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at} class={looks?.[at]}>
            <th scope="row">{name}</th>
            {cells.map((cell, nth) => {
              const column = head[nth + 1];
              const cellLook = typeof column === 'string' ? undefined : column?.[1];
              // A cell that is wide says itself what it is.
              const word = isNamed && cellLook !== 'wide' ? nameOf(column) : undefined;
              return (
                <td key={nth} class={cellLook} data-name={word || undefined}>
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Head({ columns }: Readonly<{ columns: readonly Column[] }>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [word, look, to, sort] = typeof column === 'string' ? [column] : column;
          if (word === '') return <td />;
          return (
            <th scope="col" class={look} aria-sort={sort}>
              {to === undefined ? word : <a href={to}>{word}</a>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
