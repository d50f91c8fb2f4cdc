/** Columns of numbers that grow: one value for each class, side by side in memory. */

type Numbers = Int32Array | Float64Array | Uint8Array | Uint32Array;
type Maker<Kind extends Numbers> = new (length: number) => Kind;

/** What is known of each class; a number of people that is not known is {@link UNKNOWN}, money NaN. */
export interface Columns {
  readonly startsUtcMs: Float64Array;
  readonly endsUtcMs: Float64Array;
  /** Days since 1970 on the wall. */
  readonly day: Int32Array;
  readonly minuteOfWeek: Int32Array;
  readonly flags: Uint8Array;
  readonly capacity: Int32Array;
  readonly booked: Int32Array;
  readonly checkedIn: Int32Array;
  readonly lateCancels: Int32Array;
  readonly waitlisted: Int32Array;
  /** With a grade only. */
  readonly attended: Int32Array;
  readonly revenueMilli: Float64Array;
  readonly quality: Uint8Array;
  readonly source: Uint8Array;
  readonly trainer: Uint32Array;
  readonly room: Uint32Array;
  readonly name: Uint32Array;
  readonly series: Uint32Array;
  readonly amounts: Uint32Array;
}

export const UNKNOWN = -1;
export const IS_CANCELLED = 1;
export const IS_SUBSTITUTE = 2;
/** Has a graded number of people: present in the room, or checked in. */
export const IS_PRESENT = 4;
export const IS_CHECKED_IN = 8;

const MAKERS = {
  startsUtcMs: Float64Array,
  endsUtcMs: Float64Array,
  day: Int32Array,
  minuteOfWeek: Int32Array,
  flags: Uint8Array,
  capacity: Int32Array,
  booked: Int32Array,
  checkedIn: Int32Array,
  lateCancels: Int32Array,
  waitlisted: Int32Array,
  attended: Int32Array,
  revenueMilli: Float64Array,
  quality: Uint8Array,
  source: Uint8Array,
  trainer: Uint32Array,
  room: Uint32Array,
  name: Uint32Array,
  series: Uint32Array,
  amounts: Uint32Array,
} satisfies { readonly [Name in keyof Columns]: Maker<Columns[Name]> };

const NAMES = Object.keys(MAKERS) as readonly (keyof Columns)[];

/** Empty columns for `size` classes. */
export function columnsFor(size: number): Columns {
  const made = NAMES.map((name) => [name, new MAKERS[name](size)]);
  return Object.fromEntries(made) as unknown as Columns;
}

/** The same with room for `size` classes. */
export function grown(columns: Columns, size: number): Columns {
  const larger = columnsFor(size);
  for (const name of NAMES) larger[name].set(columns[name] as never);
  return larger;
}

export function bytesOf(columns: Columns): number {
  return NAMES.reduce((sum, name) => sum + columns[name].byteLength, 0);
}
