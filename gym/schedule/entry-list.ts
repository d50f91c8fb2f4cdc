/** Collects the classes and the faults of one file: checks what every source must keep to, and makes classes unique. */

import { createHash } from 'node:crypto';
import { TurnoutError } from '../../errors.ts';
import { formatInstant } from '../calendar/zone.ts';
import {
  DEFAULT_CLASS_MS,
  type ImportFault,
  MAX_CLASS_MS,
  MAX_ENTRIES,
  MAX_FAULTS,
  type ParseOptions,
  type PassedOver,
  type ScheduleEntry,
} from './entry.ts';
import { foldText } from './values.ts';

/** What every reader of a format is given, and where it puts what it finds. */
export interface ReadParts {
  readonly text: string;
  readonly options: ParseOptions;
  readonly entries: EntryList;
  readonly faults: FaultLog;
}

/** A class that still lacks an id where its source has none. */
export type Draft = Omit<ScheduleEntry, 'externalId'> & { readonly externalId: string | null };

/** Longest piece of a file that is shown, characters. Chosen here: one line of a terminal. */
const MAX_SHOWN = 80;

/** Faults of one file, and what of it was met and passed over. */
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
  /** Whether classes had to be left out because there are too many. */
  isFull = false;

  constructor(timezone: string, faults: FaultLog) {
    this.#timezone = timezone;
    this.#faults = faults;
  }

  /** @param line its place in the file. */
  add(line: number, draft: Draft): void {
    if (!this.#isPossible(line, draft)) return;
    const { name, trainer, room } = draft;
    const short = {
      ...draft,
      name: this.#cut(name, 'name', line),
      trainer: trainer && { ...trainer, name: this.#cut(trainer.name, 'trainer', line) },
      room: room && this.#cut(room, 'room', line),
    };
    const id = draft.externalId === null ? this.#madeUpId(short) : shortId(draft.externalId);
    const earlier = this.#entries.get(id);
    if (earlier !== undefined) {
      const got = `the same again in ${line}, which was taken instead`;
      this.#faults.replaced(earlier.line, 'id', 'every class once', got);
    } else if (this.#entries.size >= MAX_ENTRIES) {
      const expected = `at most ${MAX_ENTRIES} classes`;
      if (!this.isFull) this.#faults.skipped(null, null, expected, 'more; the rest was left out');
      this.isFull = true;
      return;
    }
    this.#entries.set(id, { entry: { ...short, externalId: id }, line });
  }

  /** By start, then id, with the line of each. */
  sorted(): { readonly entries: ScheduleEntry[]; readonly lines: number[] } {
    const found = [...this.#entries.values()].sort(
      ({ entry: a }, { entry: b }) =>
        a.startsUtcMs - b.startsUtcMs || (a.externalId < b.externalId ? -1 : 1),
    );
    return { entries: found.map(({ entry }) => entry), lines: found.map(({ line }) => line) };
  }

  #isPossible(line: number, { startsUtcMs, endsUtcMs }: Draft): boolean {
    const lengthMs = endsUtcMs - startsUtcMs;
    if (!(startsUtcMs >= EARLIEST_UTC_MS && startsUtcMs < LATEST_UTC_MS)) {
      this.#faults.skipped(line, 'start', 'a date from 1990 to 2099', String(startsUtcMs));
      return false;
    }
    if (lengthMs > 0 && lengthMs <= MAX_CLASS_MS) return true;
    const expected =
      'an end after the start, at most 24 h later (a time that a change of the clock skips comes an hour later)';
    const got = lengthMs > 0 ? `${Math.round(lengthMs / 3_600_000)} h` : 'an end that is not';
    this.#faults.skipped(line, 'end', expected, got);
    return false;
  }

  /**
   * For sources without ids: start on the wall, name and room, so that other figures or another trainer change the
   * class and make no second one. A further class that differs only in its trainer gets a number.
   */
  #madeUpId({ name, room, startsUtcMs, trainer }: Draft): string {
    const wall = formatInstant(this.#timezone, startsUtcMs).slice(0, 16);
    const id = shortId(`${wall}/${foldText(name)}/${foldText(room ?? '')}`);
    const numbered = this.#numbered.get(id) ?? { ids: new Map<string | null, string>(), next: 1 };
    this.#numbered.set(id, numbered);
    const who = trainer?.name ?? null;
    const known = numbered.ids.get(who);
    if (known !== undefined) return known;
    for (; ; numbered.next += 1) {
      const next = numbered.next === 1 ? id : `${id}#${numbered.next}`;
      const earlier = this.#entries.get(next)?.entry;
      if (earlier === undefined || (earlier.trainer?.name ?? null) === who) {
        // One that is not taken up any more needs no memory.
        if (!this.isFull) numbered.ids.set(who, next);
        return next;
      }
    }
  }

  #cut(text: string, field: string, line: number): string {
    if (text.length <= MAX_NAME) return text;
    this.#faults.ignored(line, field, `at most ${MAX_NAME} characters`, text);
    return text.slice(0, MAX_NAME).trim();
  }
}

function shortId(id: string): string {
  return id.length <= MAX_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
