/** A table that fits the terminal: what can be spared is left out and named, what is still too long goes on below. */

import { writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { messageOf } from '../../errors.ts';
import { type CliContext, flag, usageFault, type Values } from '../command.ts';

export type Style = Parameters<typeof styleText>[0];

export interface Column<Row> {
  /** No heads, no line of heads. */
  readonly head: string;
  readonly cell: (row: Row) => string;
  /** Which goes first where the width is short: the highest; without it the column always stays. */
  readonly spare?: number;
  /** Where a colour means something: a fault, a warning. */
  readonly style?: (row: Row) => Style | null;
}

export interface Layout {
  /** Places of the terminal. */
  readonly width: number;
  readonly isColoured: boolean;
}

/** As long as the lines come out, without colours. */
export const UNBOUND: Layout = { width: Number.POSITIVE_INFINITY, isColoured: false };

/** A column gets no narrower than this: a date with its time fits. */
const LEAST = 16;

/** Lines of the table, and of what was left out. `note`: words on a row in a line below it; empty for none. */
export function table<Row>(
  all: readonly Column<Row>[],
  rows: readonly Row[],
  { width, isColoured, note = () => '' }: Layout & { readonly note?: (row: Row) => string },
): string[] {
  let shown = all;
  const spare = all.filter((column) => column.spare !== undefined);
  for (const spared of spare.toSorted((one, other) => (other.spare ?? 0) - (one.spare ?? 0))) {
    if (lineWidth(widthsOf(shown, rows)) <= width) break;
    shown = shown.filter((column) => column !== spared);
  }
  const widths = narrowed(widthsOf(shown, rows), width);
  const lineOf = (cells: readonly string[], styles: readonly (Style | null)[]) =>
    linesOf(cells, widths, isColoured ? styles : []);
  const heads = shown.map(({ head }) => head);
  const bold = heads.map(() => 'bold' as const);
  const left = all.filter((column) => !shown.includes(column)).map(({ head }) => head);
  return [
    ...(heads.some((head) => head !== '') ? lineOf(heads, bold) : []),
    ...rows.flatMap((row) => {
      const cells = shown.map(({ cell }) => cell(row));
      const styles = shown.map(({ style }) => style?.(row) ?? null);
      const below = note(row);
      const noted = below === '' ? [] : wrapped(`    ${below}`, width, '    ');
      return [...lineOf(cells, styles), ...noted];
    }),
    ...(left.length === 0 ? [] : [`Hidden: ${left.join(', ')} (--wide shows all)`]),
  ];
}

type Texts = readonly (readonly string[])[];

/** A table of texts, or words where it has no rows. The first column is never broken: it is what the next command takes. */
export function tableOr(none: string, heads: readonly string[], rows: Texts, layout = UNBOUND) {
  return rows.length === 0 ? none : columns(heads, rows, layout).join('\n');
}

export function columns(heads: readonly string[], rows: Texts, layout = UNBOUND): string[] {
  const all = heads.map((head, at) => ({ head, cell: (row: Texts[number]) => row[at] ?? '' }));
  return table(all, rows, layout);
}

/** Words in lines of at most `width` places, the later ones indented. */
export function wrapped(text: string, width: number, indent = '  '): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<! ) /)) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(line === undefined ? word : `${indent}${word}`);
    }
  }
  return lines;
}

/** The lines of one row: as many as its longest cell takes. */
function linesOf(
  cells: readonly string[],
  widths: readonly number[],
  styles: readonly (Style | null)[],
): string[] {
  const parts = cells.map((cell, at) =>
    cell.split('\n').flatMap((line) => wrapped(line, widths[at] ?? 0, '')),
  );
  const height = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => {
    const texts = parts.map((all) => all[line] ?? '');
    const last = texts.findLastIndex((text) => text !== '');
    const padded = texts.slice(0, last + 1).map((text, at) => {
      const style = text === '' ? null : (styles[at] ?? null);
      // Whether colours are shown is the caller's to know: Node would ask stdout.
      const painted = style === null ? text : styleText(style, text, { validateStream: false });
      const pad = at === last ? 0 : Math.max(0, (widths[at] ?? 0) - widthOf(text));
      return painted + ' '.repeat(pad);
    });
    return padded.join('  ');
  });
}

function widthsOf<Row>(shown: readonly Column<Row>[], rows: readonly Row[]): number[] {
  return shown.map(({ head, cell }) => {
    const texts = rows.flatMap((row) => cell(row).split('\n'));
    return Math.max(widthOf(head), ...texts.map(widthOf));
  });
}

/** Takes from the widest column behind the first, again and again, until all fit. */
function narrowed(widths: readonly number[], width: number): number[] {
  const now = [...widths];
  while (lineWidth(now) > width) {
    const widest = now.reduce((most, one, at) => (at > 0 && one > (now[most] ?? 0) ? at : most), 1);
    if ((now[widest] ?? 0) <= LEAST) break;
    now[widest] = (now[widest] ?? 0) - 1;
  }
  return now;
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one + 2, -2);
}

/** Letters that take two places on a terminal. Source: Unicode UAX 11, the scripts and forms that are wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{3000}-\u{303e}\u{ff01}-\u{ff60}]/gu;
/** Marks that stand on the letter before them. */
const MARKS = /\p{Mark}/gu;

/** Places that a text takes on a terminal. */
function widthOf(text: string): number {
  const letters = text.replaceAll(MARKS, '');
  return [...letters].length + (letters.match(WIDE)?.length ?? 0);
}

export const WIDE_FLAG = flag('--wide', 'all columns, whatever the width of the terminal');

export function layoutOf(
  { width, isColoured }: CliContext,
  { wide }: Values<[typeof WIDE_FLAG]>,
): Layout {
  return { isColoured, width: wide === true ? Number.POSITIVE_INFINITY : width };
}

/** Rejects with `usage` where it cannot be written. @returns the file. */
export async function writeOut(flag: string, file: string, content: string | Uint8Array) {
  if (file === '-') throw usageFault(flag, 'the name of a file', '-');
  await writeFile(file, content).catch((error: unknown) => {
    throw usageFault(flag, 'a file that can be written', messageOf(error).replace(/,.*/, ''));
  });
  return file;
}
