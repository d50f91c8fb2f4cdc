/** Things of one kind as a table; on a phone the rows of records are blocks that name their cells. */

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

interface Look {
  readonly caption?: string;
  readonly look?: string;
  /** Of the first row, where it is the sum of the others. */
  readonly first?: string | undefined;
}

/**
 * @param head Of the columns; empty for one of buttons, which say themselves what they do.
 * @param rows A cell for each column: the first one names the row.
 */
export function records(
  head: readonly Column[],
  rows: readonly (readonly ComponentChildren[])[],
  { caption, look = 'records', first }: Look = {},
) {
  const columns = head.map((column) => (typeof column === 'string' ? ([column] as const) : column));
  const isNamed = look.includes('records');
  return (
    <table class={look}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(([word, cell, to, sort]) =>
            word === '' ? (
              <td />
            ) : (
              <th scope="col" class={cell} aria-sort={sort}>
                {to === undefined ? word : <a href={to}>{word}</a>}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at} class={at === 0 ? first : undefined}>
            <th scope="row">{name}</th>
            {cells.map((cell, nth) => {
              const [word, cellLook] = columns[nth + 1] ?? [];
              // A cell that is wide says itself what it is.
              const isLabelled = isNamed && cellLook !== 'wide';
              return (
                <td key={nth} class={cellLook} data-name={(isLabelled && word) || undefined}>
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
