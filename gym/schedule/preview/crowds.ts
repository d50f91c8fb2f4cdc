/** Counts of people that no room holds: a slip of the pen, or two columns taken for each other. */

import type { ParsedSchedule, ScheduleEntry } from '../entry.ts';

/** More than so many times the places of a room are asked back. Chosen here: a room may be squeezed full, but never twice. */
const TIMES_PLACES = 1.5;
/** Those that are named; all are counted. */
const NAMED = 1_000;

export interface Crowd {
  readonly line: number | null;
  readonly field: 'booked' | 'attended';
  readonly people: number;
  /** Id of the room, or its name where it is not configured. */
  readonly room: string | null;
  readonly places: number;
  readonly name: string;
  readonly startsUtcMs: number;
}

export interface Crowds {
  readonly count: number;
  readonly named: readonly Crowd[];
}

/** @param placesOf places of the configured room of a class; null where it has none: then those of the class count. */
export function findCrowds(
  { entries, lines = [] }: Pick<ParsedSchedule, 'entries' | 'lines'>,
  placesOf: (entry: ScheduleEntry) => number | null,
): Crowds {
  const named: Crowd[] = [];
  let count = 0;
  for (const [at, entry] of entries.entries()) {
    const places = placesOf(entry) ?? entry.capacity;
    if (places === null) continue;
    const { name, startsUtcMs, room, booked, checkedIn } = entry;
    for (const [field, people] of [
      ['booked', booked],
      ['attended', checkedIn],
    ] as const) {
      if (people === null || people <= places * TIMES_PLACES) continue;
      count += 1;
      const line = lines[at] ?? null;
      if (named.length < NAMED)
        named.push({ line, field, people, room, places, name, startsUtcMs });
    }
  }
  return { count, named };
}
