/** What of a file could not be taken, and what of it was met and passed over. */

import { TurnoutError } from '../../errors.ts';
import { DEFAULT_CLASS_MS, type ImportFault, MAX_FAULTS, type PassedOver } from './entry.ts';

/** Why a row or an event is left out: thrown where that is found, and taken up by {@link FaultLog.attempt}. */
export class RowFault extends Error {
  readonly field: string;
  readonly expected: string;
  readonly got: string;
  /** Left out where it is that of the row. */
  readonly line: number | undefined;

  constructor(field: string, expected: string, got: string | null, line?: number) {
    // A table may have 200,000 of them, and nobody looks at where one was thrown.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(expected);
    Error.stackTraceLimit = stackTraceLimit;
    this.field = field;
    this.expected = expected;
    this.got = got ?? '';
    this.line = line;
  }
}

/** Longest piece of a file that is shown, characters. Chosen here: one line of a terminal. */
const MAX_SHOWN = 80;

/** Faults of one file. */
export class FaultLog {
  readonly #stored: ImportFault[] = [];
  readonly #passedOver: PassedOver[] = [];
  #passedOverCount = 0;
  #count = 0;
  #isLengthNoted = false;
  /** Rows, events or entries of a list that were met, whatever becomes of them. */
  rows = 0;
  /** Whether anything was left out: what is missing from such a file may still take place. */
  hasSkipped = false;

  /** What is read of a row, as a list of one; none where it is left out. */
  attempt<Read>(line: number, read: () => Read): Read[] {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.skipped(error.line ?? line, error.field, error.expected, error.got);
      return [];
    }
  }

  /** The entry or component was left out. */
  skipped(line: number | null, field: string | null, expected: string, got: string): void {
    this.hasSkipped = true;
    this.replaced(line, field, expected, got);
  }

  /** The entry was left out because another is the same class: nothing is missing. */
  replaced(line: number | null, field: string | null, expected: string, got: string): void {
    this.#add({ line, field, expected, got, effect: 'skipped' });
  }

  /** The entry was taken without the field, or a guess was made. */
  ignored(line: number | null, field: string | null, expected: string, got: string): void {
    this.#add({ line, field, expected, got, effect: 'ignored' });
  }

  /** Nothing says how long a class is: told once. */
  noteDefaultLength(): void {
    const expected = 'an end or a duration of every class';
    const got = `classes without one, taken as ${DEFAULT_CLASS_MS / 60_000} min`;
    if (!this.#isLengthNoted) this.ignored(null, 'end', expected, got);
    this.#isLengthNoted = true;
  }

  /** It is no class, and nothing is wrong with it. */
  passedOver(row: PassedOver): void {
    this.#passedOverCount += 1;
    if (this.#passedOver.length < MAX_FAULTS) this.#passedOver.push(row);
  }

  /** What is told of the file: at most {@link MAX_FAULTS} faults, those of the whole file, then by line. */
  summary() {
    return {
      faults: this.#stored.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      faultCount: this.#count,
      rows: this.rows,
      passedOver: this.#passedOver,
      passedOverCount: this.#passedOverCount,
    };
  }

  #add(fault: ImportFault): void {
    this.#count += 1;
    if (this.#stored.length < MAX_FAULTS) this.#stored.push({ ...fault, got: shown(fault.got) });
  }
}

/** One line of printable text. */
function shown(text: string): string {
  const line = text.replace(/\p{C}+/gu, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}

/** Of a file that is no schedule, or none that can be read. */
export function scheduleUnreadable(expected: string, got: string, hint?: string): TurnoutError {
  const parts = { where: 'schedule', expected, got };
  return new TurnoutError('schedule_unreadable', hint === undefined ? parts : { ...parts, hint });
}
