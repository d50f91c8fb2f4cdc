/** Things of one kind as a table; on a phone each is a block that names its cells. */

import type { ComponentChildren } from 'preact';

interface RecordsProps {
  /** Of the columns; empty for one of buttons, which say themselves what they do. */
  readonly head: readonly string[];
  /** A cell for each column: the first one names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly caption?: string;
}

export function Records({ head, rows, caption }: RecordsProps) {
  return (
    <table class="records">
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {head.map((word) =>
            word === '' ? (
              <td key={word} />
            ) : (
              <th key={word} scope="col">
                {word}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            {cells.map((cell, nth) => (
              <td key={nth} data-name={head[nth + 1] || undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
