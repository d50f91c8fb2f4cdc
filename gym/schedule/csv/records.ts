/**
 * Cuts a CSV into records by lines. A quote that is never closed would swallow the rest of the file: it ends its record
 * here after a few lines, and the next line begins a new one. Each line is looked at once, however many records may
 * begin with it.
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

/** A line, and whether a quoted cell goes on after it: where it begins within one, and where it does not. */
interface Line {
  readonly text: string;
  readonly hasQuotes: boolean;
  readonly opens: boolean;
  readonly staysOpen: boolean;
}

/** All records that are not empty, in order. */
export function* cutRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const ahead = new LinesAhead(text, delimiter);
  for (let first = ahead.at(0); first !== null; first = ahead.at(0)) {
    const { line } = ahead;
    const size = first.hasQuotes ? closedAfter(ahead) : 1;
    const taken = ahead.take(size ?? 1);
    if (first.text.trim() === '') continue;
    yield { line, text: taken, hasQuotes: first.hasQuotes, isBroken: size === null };
  }
}

/** How many lines the next record takes; null where its quote is not closed. */
function closedAfter(ahead: LinesAhead): number | null {
  let isOpen = false;
  for (let size = 1; size <= MAX_LINES; size += 1) {
    const line = ahead.at(size - 1);
    if (line === null) return null;
    isOpen = isOpen ? line.staysOpen : line.opens;
    if (!isOpen) return size;
  }
  return null;
}

/** The lines of a text that are not taken yet; no more of them are cut off than are asked for. */
class LinesAhead {
  readonly #text: string;
  readonly #delimiter: string;
  readonly #end = /\r\n|\n|\r/g;
  /** Those cut off, from {@link #first} on. */
  #lines: Line[] = [];
  #first = 0;
  #isAtEnd = false;
  /** 1-based, of the next line. */
  line = 1;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter;
  }

  /** The line so many after the next; null behind the end. */
  at(index: number): Line | null {
    while (this.#lines.length - this.#first <= index && !this.#isAtEnd) this.#cut();
    return this.#lines[this.#first + index] ?? null;
  }

  /** Takes the next lines. @returns their text. */
  take(size: number): string {
    const taken = this.#lines.slice(this.#first, this.#first + size);
    this.line += size;
    this.#first += size;
    if (this.#first > MAX_LINES) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
    return taken.length === 1 ? (taken[0]?.text ?? '') : taken.map(({ text }) => text).join('\n');
  }

  #cut(): void {
    const from = this.#end.lastIndex;
    const end = this.#end.exec(this.#text);
    this.#isAtEnd = end === null;
    const text = this.#text.slice(from, end?.index);
    const hasQuotes = text.includes('"');
    this.#lines.push({
      text,
      hasQuotes,
      opens: hasQuotes && isOpenAfter(text, this.#delimiter, false),
      staysOpen: !hasQuotes || isOpenAfter(text, this.#delimiter, true),
    });
  }
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
