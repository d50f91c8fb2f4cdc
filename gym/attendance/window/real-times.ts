/** When a room filled and emptied, and who came late or left early, read from the smoothed counts. */

import type { InstantRange } from '../../calendar/zone.ts';
import { type Grid, indicesIn, instantAt } from '../line/grid.ts';
import { percentile } from '../series.ts';

type Counts = readonly (number | null)[];

/** A room is taken to be in use from this share of the people of the class. Chosen here. */
const IN_USE_SHARE = 0.5;
/** With fewer people half of them are one, who may only be hidden. Chosen here. */
const MIN_LEVEL = 3;
/** A shorter dip is people hidden, a longer one an empty room. Chosen here. */
const DIP_MS = 60_000;
/** Across a longer gap in the counts there is no answer. Chosen here. */
const GAP_MS = 120_000;

/**
 * First or last instant of the time around the core in which at least half of the people were there; null where that cannot
 * be told, such as for fewer than three people or a room that did not empty.
 */
export function realEdge(
  counts: Counts,
  grid: Grid,
  of: { readonly core: InstantRange; readonly level: number; readonly edge: 'start' | 'end' },
): number | null {
  if (of.level < MIN_LEVEL) return null;
  const limit = of.level * IN_USE_SHARE;
  const isInUse = (at: number) => (counts[at] ?? 0) >= limit;
  const [from, to] = indicesIn(grid, of.core.fromUtcMs, of.core.toUtcMs);
  const inCore = Array.from({ length: to - from }, (_, i) => from + i).filter(isInUse);
  const step = of.edge === 'start' ? -1 : 1;
  let edge = of.edge === 'start' ? inCore[0] : inCore.at(-1);
  if (edge === undefined) return null;
  let gap = 0;
  for (let at = edge + step; counts[at] !== undefined; at += step) {
    if (isInUse(at)) edge = at;
    gap = counts[at] === null ? gap + 1 : 0;
    if (gap * grid.stepMs > GAP_MS) return null;
    const emptyMs = Math.abs(at - edge) * grid.stepMs;
    if (gap === 0 && emptyMs >= DIP_MS) return instantAt(grid, edge);
  }
  return null;
}

/** Median of the known counts within the time; null where there are fewer than three. */
export function levelIn(counts: Counts, grid: Grid, range: InstantRange): number | null {
  const known = knownIn(counts, grid, range);
  return known.length < 3 ? null : percentile(known, 0.5);
}

export function knownIn(counts: Counts, grid: Grid, range: InstantRange): number[] {
  const [from, to] = indicesIn(grid, range.fromUtcMs, range.toUtcMs);
  return counts.slice(from, to).filter((count) => count !== null);
}
