/** Collects the classes of one file: checks what every source must keep to, and makes them unique. */

import { createHash } from 'node:crypto';
import { formatInstant } from '../calendar/zone.ts';
import type { ScheduleEntry } from './entry.ts';
import type { FaultLog } from './faults.ts';
import { MAX_CLASS_MS, MAX_ENTRIES } from './limits.ts';
import { foldText } from './row/fold.ts';
import type { Draft } from './row/row.ts';

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
    if (earlier === undefined && this.#entries.size >= MAX_ENTRIES) {
      this.#refuse();
      return;
    }
    if (earlier !== undefined) {
      this.#faults.replaced({
        line: earlier.line,
        field: 'id',
        expected: 'every class once',
        got: `the same again in ${line}, which was taken instead`,
      });
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
    if (!(startsUtcMs >= EARLIEST_UTC_MS && startsUtcMs < LATEST_UTC_MS)) {
      this.#skip(line, 'start', 'a date from 1990 to 2099', String(startsUtcMs));
      return false;
    }
    const lengthMs = endsUtcMs - startsUtcMs;
    if (lengthMs > 0 && lengthMs <= MAX_CLASS_MS) return true;
    const got = lengthMs > 0 ? `${Math.round(lengthMs / 3_600_000)} h` : 'an end that is not';
    this.#skip(
      line,
      'end',
      'an end after the start, at most 24 h later (a time that a change of the clock skips comes an hour later)',
      got,
    );
    return false;
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
    return {
      name: this.#cut(name, 'name', line),
      trainer: trainer && { ...trainer, name: this.#cut(trainer.name, 'trainer', line) },
      room: room && this.#cut(room, 'room', line),
    };
  }

  #cut(text: string, field: string, line: number): string {
    if (text.length <= MAX_NAME) return text;
    this.#faults.ignored({ line, field, expected: `at most ${MAX_NAME} characters`, got: text });
    return text.slice(0, MAX_NAME).trim();
  }

  #skip(line: number, field: string, expected: string, got: string): void {
    this.#faults.skipped({ line, field, expected, got });
  }

  #refuse(): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.#faults.skipped({
      line: null,
      field: null,
      expected: `at most ${MAX_ENTRIES} classes`,
      got: 'more; the rest was left out',
    });
  }
}

function shortId(id: string): string {
  return id.length <= MAX_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}
