/** Lines of iCalendar, unfolded (RFC 5545, 3.1), each with its place in the file. */

export interface ContentLine {
  /** 1-based line that it begins on. */
  readonly line: number;
  readonly text: string;
}

export function unfoldLines(text: string): ContentLine[] {
  const found: { line: number; parts: string[] }[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const last = found.at(-1);
    if ((raw.startsWith(' ') || raw.startsWith('\t')) && last !== undefined) {
      last.parts.push(raw.slice(1));
    } else if (raw.trim() !== '') {
      found.push({ line: index + 1, parts: [raw] });
    }
  }
  return found.map(({ line, parts }) => ({ line, text: parts.join('') }));
}
