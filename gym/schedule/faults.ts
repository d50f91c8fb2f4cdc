/** Collects what could not be taken from a schedule. */

import type { ImportFault, PassedOver } from './entry.ts';
import { MAX_FAULTS } from './limits.ts';

/** Longest piece of a file that is shown, characters. Chosen here: one line of a terminal. */
const MAX_SHOWN = 80;

/** Faults of one file. */
export class FaultLog {
  readonly #kept: ImportFault[] = [];
  readonly #passed: PassedOver[] = [];
  #passedCount = 0;
  #rows = 0;
  #count = 0;
  #hasSkipped = false;

  /** The entry or component was left out. */
  skipped(fault: Omit<ImportFault, 'effect'>): void {
    this.#hasSkipped = true;
    this.#add({ ...fault, effect: 'skipped' });
  }

  /** The entry was left out because a later one is the same class: nothing is missing. */
  replaced(fault: Omit<ImportFault, 'effect'>): void {
    this.#add({ ...fault, effect: 'skipped' });
  }

  /** The entry was taken without the field, or a guess was made. */
  ignored(fault: Omit<ImportFault, 'effect'>): void {
    this.#add({ ...fault, effect: 'ignored' });
  }

  /** A row, an event or an entry of a list was met, whatever becomes of it. */
  met(): void {
    this.#rows += 1;
  }

  /** It is no class, and nothing is wrong with it. */
  passedOver(row: PassedOver): void {
    this.#passedCount += 1;
    if (this.#passed.length < MAX_FAULTS) this.#passed.push(row);
  }

  /** What was met, and what of it was passed over. */
  get tally() {
    return {
      rows: this.#rows,
      passedOver: this.#passed,
      passedOverCount: this.#passedCount,
    } as const;
  }

  /** At most {@link MAX_FAULTS}: those of the whole file, then by line. */
  get kept(): readonly ImportFault[] {
    return [...this.#kept].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  }

  get count(): number {
    return this.#count;
  }

  /** Whether anything was left out: what is missing from such a file may still take place. */
  get hasSkipped(): boolean {
    return this.#hasSkipped;
  }

  #add(fault: ImportFault): void {
    this.#count += 1;
    if (this.#kept.length < MAX_FAULTS) this.#kept.push({ ...fault, got: shown(fault.got) });
  }
}

/** One line of printable text. */
function shown(text: string): string {
  const line = text.replace(/\p{C}+/gu, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}
