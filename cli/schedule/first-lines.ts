/** Lines shown of a list to a person; `--json` has more. */
export const SHOWN = 10;

/** The first of them, indented, and how many there are more. */
export function firstLines(lines: readonly string[], count = lines.length): string[] {
  const shown = lines.slice(0, SHOWN).map((line) => `  ${line}`);
  return count > shown.length ? [...shown, `  … and ${count - shown.length} more`] : shown;
}
