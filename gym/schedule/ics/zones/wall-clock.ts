/** Clocks on walls, by the names that a calendar has for them. */

/** A clock on a wall: the instant of a time such as `2026-03-29T18:30:00`. */
export type WallClock = (wall: string) => number;

export interface WallClocks {
  /** @param name null for a floating time, which is the gym's. */
  clockOf(name: string | null, line: number): WallClock;
}
