/** Lines of a text by offset. An offset at the start of a line is 0 or follows a line feed. */

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Start of the line after the one that holds `offset`; the end of the text in its last line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Column of `offset`, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Whether nothing but spaces stands before `offset` in its line. */
export function isFirstInLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

/** Column of the comment that is all there is in the line at `start`; null where it holds anything else. */
function commentColumn(text: string, start: number): number | null {
  const found = /^(?<spaces> *)#/.exec(text.slice(start, nextLine(text, start)));
  const { spaces } = found?.groups ?? {};
  return spaces === undefined ? null : spaces.length;
}

/** From the line at `start`, past comment lines at `leastColumn` or deeper: they belong to what is above. */
export function pastComments(text: string, start: number, leastColumn: number): number {
  let at = start;
  while (at < text.length && (commentColumn(text, at) ?? -1) >= leastColumn)
    at = nextLine(text, at);
  return at;
}

/** From the line at `start`, up over comment lines at exactly `column`: they belong to what is below. */
export function overComments(text: string, start: number, column: number): number {
  let at = start;
  while (at > 0 && commentColumn(text, lineStart(text, at - 1)) === column) {
    at = lineStart(text, at - 1);
  }
  return at;
}

/** Whether the line before the one at `start` is empty. */
export function isAfterBlank(text: string, start: number): boolean {
  return start > 0 && text.slice(lineStart(text, start - 1), start).trim() === '';
}

/** The line end that the text uses. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Puts whole lines in at `start`, after ending a last line that has no line end. */
export function insertLines(text: string, start: number, lines: string): string {
  const head = text.slice(0, start);
  const isOpen = head !== '' && !head.endsWith('\n');
  return `${head}${isOpen ? lineEndOf(text) : ''}${lines}${text.slice(start)}`;
}
