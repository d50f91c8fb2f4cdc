/** What the codes of a dimension are, and those of the parts of the day. */

import { PARTS_OF_DAY } from '../dimensions.ts';
import type { FilterValue } from '../query.ts';

export interface Codes {
  /** Codes are 0.. and below it. */
  readonly size: number;
  /** Of a class, by its index in the table. */
  readonly at: (row: number) => number;
  /** As it goes over the wire. */
  readonly wire: (code: number) => FilterValue;
  /** For people, where the value itself does not say. */
  readonly label?: (code: number) => string | null;
  /** Codes of a value of a filter. Of dimensions with an order exactly one, which may lie outside 0..`size`. */
  readonly placesOf: (value: FilterValue) => readonly number[];
  /** Whether a code stands for none; left out: no code does. */
  readonly isNone?: (code: number) => boolean;
  /** Whether values with a label come in the order of their codes all the same. */
  readonly isInOrder?: true;
}

const DAY_MINUTES = 1_440;
const PARTS = Object.keys(PARTS_OF_DAY);
const BEGINS = Object.values(PARTS_OF_DAY);
const PART_OF_HOUR = Array.from(
  { length: 24 },
  (_, hour) => BEGINS.filter((begin) => begin <= hour).length - 1,
);

export function partCodes(minuteOfWeek: (row: number) => number): Codes {
  return {
    size: PARTS.length,
    at: (row) => PART_OF_HOUR[Math.floor((minuteOfWeek(row) % DAY_MINUTES) / 60)] ?? 0,
    wire: (code) => PARTS[code] ?? null,
    placesOf: (value) => [PARTS.indexOf(String(value))],
  };
}

/** `18:30` of minutes since midnight. */
export function timeOf(minute: number): string {
  const hours = String(Math.floor(minute / 60)).padStart(2, '0');
  return `${hours}:${String(minute % 60).padStart(2, '0')}`;
}
