/**
 * Cuts a CSV into records by lines. A quote that is never closed would swallow the rest of the file: it ends its record
 * here after a few lines, and the next line begins a new one.
 */

/** Longest record in lines; chosen here: a description of a class in a quoted cell. */
const MAX_LINES = 50;

export interface CsvRecord {
  /** 1-based line that it begins on. */
  readonly line: number;
  readonly text: string;
  readonly hasQuotes: boolean;
  /** A quote is opened and not closed. */
  readonly isBroken: boolean;
}

/** All records that are not empty, in order. */
export function* cutRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const lines = text.split(/\r\n|\n|\r/);
  for (let index = 0; index < lines.length; index += 1) {
    const first = lines[index] ?? '';
    if (first.trim() === '') continue;
    const hasQuotes = first.includes('"');
    const size = hasQuotes ? closedAfter(lines, index, delimiter) : 1;
    yield {
      line: index + 1,
      text: lines.slice(index, index + (size ?? 1)).join('\n'),
      hasQuotes,
      isBroken: size === null,
    };
    index += (size ?? 1) - 1;
  }
}

/** How many lines the record at `from` takes; null where its quote is not closed. */
function closedAfter(lines: readonly string[], from: number, delimiter: string): number | null {
  let isOpen = false;
  for (let size = 1; size <= MAX_LINES; size += 1) {
    const line = lines[from + size - 1];
    if (line === undefined) return null;
    isOpen = isOpenAfter(line, delimiter, isOpen);
    if (!isOpen) return size;
  }
  return null;
}

/** Whether a quoted cell goes on after the line. A quote opens a cell only at its begin: `5" band` has none. */
function isOpenAfter(line: string, delimiter: string, wasOpen: boolean): boolean {
  let isOpen = wasOpen;
  let isCellStart = !wasOpen;
  for (const character of line) {
    if (isOpen) {
      // The two halves of an escaped quote close and open again.
      if (character === '"') isOpen = false;
      isCellStart = character === '"';
    } else if (character === '"') {
      isOpen = isCellStart;
      isCellStart = false;
    } else if (character !== ' ') {
      isCellStart = character === delimiter;
    }
  }
  return isOpen;
}
