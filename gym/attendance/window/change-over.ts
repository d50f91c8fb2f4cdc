/** Whether people of the class before or after can be told from those of this class. */

import type { EstimateInput } from '../estimate/input.ts';
import type { Grid } from '../line/grid.ts';
import { knownIn, levelIn } from './real-times.ts';

const MINUTE_MS = 60_000;
/** Longest pause between two classes that is a change-over. Source: docs/method.md#change-over. */
export const CHANGE_OVER_MS = 15 * MINUTE_MS;
/** The room must empty to this share of the smaller class. Chosen here. */
const DIP_SHARE = 0.5;
/** The dip is looked for from before the end of the one to after the start of the other: no one is on time. Chosen here. */
const BEFORE_END_MS = 2 * MINUTE_MS;
const AFTER_START_MS = 5 * MINUTE_MS;
/** How far into its own time the level of the neighbour is looked at. Chosen here. */
const NEIGHBOUR_MS = { near: 3 * MINUTE_MS, far: 10 * MINUTE_MS };

export interface ChangeOverSide {
  /** End of the earlier class and start of the later one. */
  readonly earlierEndsUtcMs: number;
  readonly laterStartsUtcMs: number;
  readonly neighbour: 'earlier' | 'later';
  /** Bodies of this class, staff included, and the staff among them. */
  readonly level: number;
  readonly staff: number;
}

/**
 * Whether one class follows the other within 15 min and the room is not seen to empty in between, to half of the smaller
 * class or to the staff. No counts of the pause are no dip, and classes at the same time have none. Where either class has
 * no one but staff there is no one to mix up.
 */
export function isMixed(
  counts: readonly (number | null)[],
  grid: Grid,
  side: ChangeOverSide,
): boolean {
  const { earlierEndsUtcMs, laterStartsUtcMs, level, staff } = side;
  if (laterStartsUtcMs - earlierEndsUtcMs > CHANGE_OVER_MS) return false;
  if (level <= staff) return false;
  if (laterStartsUtcMs < earlierEndsUtcMs) return true;
  const { near, far } = NEIGHBOUR_MS;
  const other = levelIn(
    counts,
    grid,
    side.neighbour === 'earlier'
      ? { fromUtcMs: earlierEndsUtcMs - far, toUtcMs: earlierEndsUtcMs - near }
      : { fromUtcMs: laterStartsUtcMs + near, toUtcMs: laterStartsUtcMs + far },
  );
  const smaller = Math.min(level, other ?? level);
  if (smaller <= staff) return false;
  const pause = knownIn(counts, grid, {
    fromUtcMs: earlierEndsUtcMs - BEFORE_END_MS,
    toUtcMs: laterStartsUtcMs + AFTER_START_MS,
  });
  return !pause.some((count) => count <= Math.max(staff, smaller * DIP_SHARE));
}

/** The change-overs of a class: none, one or two. */
export function changeOvers(
  input: EstimateInput,
  of: { readonly level: number; readonly staff: number },
): { readonly before: ChangeOverSide | null; readonly after: ChangeOverSide | null } {
  const { previousEndsUtcMs, startsUtcMs, endsUtcMs, nextStartsUtcMs, nowUtcMs } = input;
  return {
    before:
      previousEndsUtcMs === null
        ? null
        : {
            ...of,
            earlierEndsUtcMs: previousEndsUtcMs,
            laterStartsUtcMs: startsUtcMs,
            neighbour: 'earlier',
          },
    after:
      nextStartsUtcMs === null || nowUtcMs < endsUtcMs
        ? null
        : {
            ...of,
            earlierEndsUtcMs: endsUtcMs,
            laterStartsUtcMs: nextStartsUtcMs,
            neighbour: 'later',
          },
  };
}
