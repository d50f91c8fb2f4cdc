/** Collects the classes and the faults of one file: checks what every source must keep to, and makes classes unique. */

import { createHash } from 'node:crypto';
import { TurnoutError } from '../../errors.ts';
import { formatInstant } from '../calendar/zone.ts';
import type { ImportFault, ParseOptions, PassedOver, ScheduleEntry } from './entry.ts';
import { MAX_CLASS_MS, MAX_ENTRIES, MAX_FAULTS } from './limits.ts';
import { foldText } from './row/text.ts';

/** What every reader of a format is given, and where it puts what it finds. */
export interface ReadParts {
  readonly text: string;
  readonly options: ParseOptions;
  readonly entries: EntryList;
  readonly faults: FaultLog;
}

/** A class that still lacks an id where its source has none. */
export type Draft = Omit<ScheduleEntry, 'externalId'> & {
  readonly externalId: string | null;
  /** Its place in the file. */
  readonly line: number;
};

/** Longest piece of a file that is shown, characters. Chosen here: one line of a terminal. */
const MAX_SHOWN = 80;

/** Faults of one file, and what of it was met and passed over. */
export class FaultLog {
  readonly #stored: ImportFault[] = [];
  readonly #passedOver: PassedOver[] = [];
  #passedOverCount = 0;
  #rows = 0;
  #hasSkipped = false;
  #count = 0;

  /** The entry or component was left out. */
  skipped(fault: Omit<ImportFault, 'effect'>): void {
    this.#hasSkipped = true;
    this.replaced(fault);
  }

  /** The entry was left out because another is the same class: nothing is missing. */
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
    this.#passedOverCount += 1;
    if (this.#passedOver.length < MAX_FAULTS) this.#passedOver.push(row);
  }

  /** What is told of the file: at most {@link MAX_FAULTS} faults, those of the whole file, then by line. */
  summary() {
    return {
      faults: this.#stored.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      faultCount: this.#count,
      rows: this.#rows,
      passedOver: this.#passedOver,
      passedOverCount: this.#passedOverCount,
    };
  }

  /** Whether anything was left out: what is missing from such a file may still take place. */
  get hasSkipped(): boolean {
    return this.#hasSkipped;
  }

  #add(fault: ImportFault): void {
    this.#count += 1;
    if (this.#stored.length < MAX_FAULTS) this.#stored.push({ ...fault, got: shown(fault.got) });
  }
}

/** Of a file that is no schedule, or none that can be read. */
export function scheduleUnreadable(expected: string, got: string, hint?: string): TurnoutError {
  const parts = { where: 'schedule', expected, got };
  return new TurnoutError('schedule_unreadable', hint === undefined ? parts : { ...parts, hint });
}

/** One line of printable text. */
function shown(text: string): string {
  const line = text.replace(/\p{C}+/gu, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1)}…` : line;
}

/** Longest name of a class, trainer or room, characters. Chosen here: a line of text. */
const MAX_NAME = 200;
/** A longer id is replaced by its digest. Chosen here. */
const MAX_ID = 512;
/** Starts outside are slips of the pen or of a program. Chosen here. */
const EARLIEST_UTC_MS = Date.UTC(1990, 0, 1);
const LATEST_UTC_MS = Date.UTC(2100, 0, 1);

export class EntryList {
  readonly #timezone: string;
  readonly #faults: FaultLog;
  readonly #entries = new Map<string, { readonly entry: ScheduleEntry; readonly line: number }>();
  /** By made-up id: which number the class of each trainer has, so that a thousand of them are not gone through each time. */
  readonly #numbered = new Map<string, { ids: Map<string | null, string>; next: number }>();
  #isFull = false;

  constructor(timezone: string, faults: FaultLog) {
    this.#timezone = timezone;
    this.#faults = faults;
  }

  /** Whether classes had to be left out because there are too many. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get size(): number {
    return this.#entries.size;
  }

  add(draft: Draft): void {
    if (!this.#isPossible(draft)) return;
    const { line, externalId, ...said } = draft;
    const entry = { ...said, ...this.#shortNames(said, line), externalId: '' };
    const id = externalId === null ? this.#madeUpId(entry) : shortId(externalId);
    const earlier = this.#entries.get(id);
    if (earlier !== undefined) {
      const got = `the same again in ${line}, which was taken instead`;
      this.#faults.replaced({ line: earlier.line, field: 'id', expected: 'every class once', got });
    } else if (this.#entries.size >= MAX_ENTRIES) {
      const expected = `at most ${MAX_ENTRIES} classes`;
      const got = 'more; the rest was left out';
      if (!this.#isFull) this.#faults.skipped({ line: null, field: null, expected, got });
      this.#isFull = true;
      return;
    }
    this.#entries.set(id, { entry: { ...entry, externalId: id }, line });
  }

  /** By start, then id, with the line of each. */
  sorted(): { readonly entries: ScheduleEntry[]; readonly lines: number[] } {
    const found = [...this.#entries.values()].sort(
      ({ entry: a }, { entry: b }) =>
        a.startsUtcMs - b.startsUtcMs || (a.externalId < b.externalId ? -1 : 1),
    );
    return { entries: found.map(({ entry }) => entry), lines: found.map(({ line }) => line) };
  }

  #isPossible({ line, startsUtcMs, endsUtcMs }: Draft): boolean {
    const skip = (field: string, expected: string, got: string) => {
      this.#faults.skipped({ line, field, expected, got });
      return false;
    };
    if (!(startsUtcMs >= EARLIEST_UTC_MS && startsUtcMs < LATEST_UTC_MS)) {
      return skip('start', 'a date from 1990 to 2099', String(startsUtcMs));
    }
    const lengthMs = endsUtcMs - startsUtcMs;
    if (lengthMs > 0 && lengthMs <= MAX_CLASS_MS) return true;
    const expected =
      'an end after the start, at most 24 h later (a time that a change of the clock skips comes an hour later)';
    const got = lengthMs > 0 ? `${Math.round(lengthMs / 3_600_000)} h` : 'an end that is not';
    return skip('end', expected, got);
  }

  /**
   * For sources without ids: start on the wall, name and room, so that other figures or another trainer change the
   * class and make no second one. A further class that differs only in its trainer gets a number.
   */
  #madeUpId(entry: ScheduleEntry): string {
    const wall = formatInstant(this.#timezone, entry.startsUtcMs).slice(0, 16);
    const id = shortId(`${wall}/${foldText(entry.name)}/${foldText(entry.room ?? '')}`);
    const numbered = this.#numbered.get(id) ?? { ids: new Map<string | null, string>(), next: 1 };
    this.#numbered.set(id, numbered);
    const trainer = entry.trainer?.name ?? null;
    const known = numbered.ids.get(trainer);
    if (known !== undefined) return known;
    for (; ; numbered.next += 1) {
      const next = numbered.next === 1 ? id : `${id}#${numbered.next}`;
      const earlier = this.#entries.get(next)?.entry;
      if (earlier === undefined || (earlier.trainer?.name ?? null) === trainer) {
        // One that is not taken up any more needs no memory.
        if (!this.#isFull) numbered.ids.set(trainer, next);
        return next;
      }
    }
  }

  #shortNames({ name, trainer, room }: Omit<Draft, 'line' | 'externalId'>, line: number) {
    const cut = (text: string, field: string) => {
      if (text.length <= MAX_NAME) return text;
      this.#faults.ignored({ line, field, expected: `at most ${MAX_NAME} characters`, got: text });
      return text.slice(0, MAX_NAME).trim();
    };
    return {
      name: cut(name, 'name'),
      trainer: trainer && { ...trainer, name: cut(trainer.name, 'trainer') },
      room: room && cut(room, 'room'),
    };
  }
}

function shortId(id: string): string {
  return id.length <= MAX_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
