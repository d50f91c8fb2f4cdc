/** A table that fits the terminal: where it is too narrow, the columns that matter least are left out, and said. */

import { columns } from './columns.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Which goes first where the width is short: the highest; without it the column always stays. */
  readonly spare?: number;
}

export interface TableLayout<Row> {
  /** Places of the terminal. */
  readonly width: number;
  /** Words on a row, in a line of their own below it; empty for none. */
  readonly note?: (row: Row) => string;
}

/** Lines of the table, and of what was left out. */
export function table<Row>(
  all: readonly Column<Row>[],
  rows: readonly Row[],
  { width, note = () => '' }: TableLayout<Row>,
): string[] {
  let shown = all;
  let lines = laidOut(shown, rows);
  while (widest(lines) > width) {
    const next = mostSpare(shown);
    if (next === null) break;
    shown = shown.filter((column) => column !== next);
    lines = laidOut(shown, rows);
  }
  const [head = '', ...body] = lines;
  const left = all.filter((column) => !shown.includes(column)).map((column) => column.head);
  return [
    head,
    ...body.flatMap((line, at) => [line, ...noteLines(rows[at], note)]),
    ...(left.length === 0 ? [] : [`Left out for the width: ${left.join(', ')}; all: --wide`]),
  ];
}

/** Words in lines of at most `width` places, the later ones indented. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(line === undefined ? word : `  ${word}`);
    }
  }
  return lines;
}

function laidOut<Row>(shown: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return columns([
    shown.map(({ head }) => head),
    ...rows.map((row) => shown.map(({ cell }) => cell(row))),
  ]);
}

function noteLines<Row>(row: Row | undefined, note: (row: Row) => string): string[] {
  const words = row === undefined ? '' : note(row);
  return words === '' ? [] : [`    ${words}`];
}

function widest(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => [...line].length));
}

function mostSpare<Row>(shown: readonly Column<Row>[]): Column<Row> | null {
  const spare = shown.filter((column) => column.spare !== undefined);
  return spare.toSorted((one, other) => (other.spare ?? 0) - (one.spare ?? 0))[0] ?? null;
}
