/** Rows of texts in columns, each as wide as its widest text. */

/** Letters that take two places on a terminal. Source: Unicode UAX 11, the scripts and forms that are wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{3000}-\u{303e}\u{ff01}-\u{ff60}]/gu;
/** Marks that stand on the letter before them. */
const MARKS = /\p{Mark}/gu;

/** One line a row; the first row is the head. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((text, at) => Math.max(widthOf(text), widest[at] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((text, at) => text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text))))
      .join('  ')
      .trimEnd(),
  );
}

/** The rows below a head, or words where there is none. */
export function tableOr(
  none: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 ? none : columns([head, ...rows]).join('\n');
}

/** Places that a text takes on a terminal. */
function widthOf(text: string): number {
  const letters = text.replaceAll(MARKS, '');
  return [...letters].length + (letters.match(WIDE)?.length ?? 0);
}
