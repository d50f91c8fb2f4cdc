/**
 * Texts that a spreadsheet would take for a formula. Names come from feeds that anybody may have written, and the file
 * is made to be opened: an apostrophe before them makes them text there, and is taken off again where the file is read
 * back. Source: OWASP, CSV Injection.
 */

/** What formulas begin with; and texts that look guarded already, so that each is read back as it was. */
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED = /^'+[=+\-@\t\r]/;

/** The text of a cell that is no formula. Numbers are not texts: `-5` in a column of numbers is left alone. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that {@link guarded} was given. */
export function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
