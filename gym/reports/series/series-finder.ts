/** Finds the series of a class, and notes it where there is none yet: minutes of the week to rooms to names. */

import { offsetMs } from '../../calendar/zone.ts';
import type { ClassSession } from '../../sessions/session.ts';
import { createFold } from '../fold.ts';
import { DAY_MINUTES, nameOf, type SeriesFacts, type SeriesName } from './weekly-series.ts';

interface Found {
  readonly facts: SeriesFacts;
  /** Index among the series. */
  readonly place: number;
  /** Another of the same minute and room. */
  readonly sibling: Found | null;
}

/** By room: most often one class begins in a room at a time, and others of that minute are its siblings. */
type Minute = Map<string, Found>;

const MINUTE_MS = 60_000;

/** Classes come by their start and one at a time in a room, so that to find the series of each is one look into a map. */
export class SeriesFinder {
  /** Those it began with, in their order, and then those that were noted since. */
  readonly facts: SeriesFacts[] = [];
  readonly #timezone: string;
  readonly #fold = createFold();
  readonly #names = new Map<string, SeriesName>();
  readonly #minutes = new Map<number, Minute>();
  /** Of the newest start: the next class most often starts with the one before. */
  #startsUtcMs = Number.NaN;
  #minuteOfWeek = 0;
  #minute: Minute = new Map();

  constructor(timezone: string, known: readonly { readonly facts: SeriesFacts }[]) {
    this.#timezone = timezone;
    for (const { facts } of known) {
      this.#names.set(facts.name.folded, facts.name);
      this.#note(this.#minuteAt(facts.minuteOfWeek), facts);
    }
  }

  /** Index among {@link facts} of the series that a class is of. */
  placeOf({ startsUtcMs, name, roomId, roomName }: ClassSession): number {
    if (startsUtcMs !== this.#startsUtcMs) {
      this.#startsUtcMs = startsUtcMs;
      this.#minuteOfWeek = minuteOfWeekAt(this.#timezone, startsUtcMs);
      this.#minute = this.#minuteAt(this.#minuteOfWeek);
    }
    // Rooms with an id and rooms that only have a name never meet.
    const roomKey = roomId ?? `?${this.#fold(roomName ?? '')}`;
    let found = this.#minute.get(roomKey) ?? null;
    while (found !== null && !this.#isCalled(name, found.facts)) found = found.sibling;
    if (found !== null) return found.place;
    const minuteOfWeek = this.#minuteOfWeek;
    const facts = { name: this.#nameOf(name), writing: name, roomKey, minuteOfWeek };
    return this.#note(this.#minute, facts);
  }

  #note(minute: Minute, facts: SeriesFacts): number {
    const place = this.facts.length;
    this.facts.push(facts);
    minute.set(facts.roomKey, { facts, place, sibling: minute.get(facts.roomKey) ?? null });
    return place;
  }

  /** Most often a name is written as it was the first time. */
  #isCalled(name: string, facts: SeriesFacts): boolean {
    return name === facts.writing || this.#fold(name) === facts.name.folded;
  }

  #minuteAt(minuteOfWeek: number): Minute {
    const known = this.#minutes.get(minuteOfWeek);
    if (known !== undefined) return known;
    const made: Minute = new Map();
    this.#minutes.set(minuteOfWeek, made);
    return made;
  }

  #nameOf(name: string): SeriesName {
    const folded = this.#fold(name);
    const known = this.#names.get(folded);
    if (known !== undefined) return known;
    const made = nameOf(folded);
    this.#names.set(folded, made);
    return made;
  }
}

/** Minutes since the begin of Monday on the wall, 0..10079. Computed from the offset alone: a text of the wall's time for each class would cost ten times as much. */
export function minuteOfWeekAt(timezone: string, atUtcMs: number): number {
  const minutes = Math.floor((atUtcMs + offsetMs(timezone, atUtcMs)) / MINUTE_MS);
  // Minute 0, 1 January 1970, was on a Thursday: three days after a Monday.
  const since = (minutes + 3 * DAY_MINUTES) % (7 * DAY_MINUTES);
  return since < 0 ? since + 7 * DAY_MINUTES : since;
}
