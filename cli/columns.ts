/** Rows of texts in columns, each as wide as its widest text. */

/** One line a row; the first row is the head. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((text, at) => Math.max(text.length, widest[at] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
