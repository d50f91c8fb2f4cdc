/** What happens at both ends of a class, and how much of its core that costs. */

import type { InstantRange } from '../../calendar/zone.ts';
import type { EstimateInput } from '../estimate/input.ts';
import type { AttendanceFigures } from '../estimate/result.ts';
import type { Grid } from '../line/grid.ts';
import { changeOvers, isMixed } from './change-over.ts';
import { MAX_SHIFT_MS } from './core-window.ts';
import { levelIn, realEdge } from './real-times.ts';

/** Time at the edges of a class over which late and early people are looked for. Chosen here. */
const EDGE_MS = 120_000;

export interface Edges {
  readonly realStartUtcMs: number | null;
  /** Null while the class is running. */
  readonly realEndUtcMs: number | null;
  /** Whether people of the class before or after cannot be told from those of this one. */
  readonly isMixed: boolean;
  readonly shrink: { readonly startMs: number; readonly endMs: number };
}

export interface RoomCounts {
  /** Smoothed counts of the room on the grid; null is unknown. */
  readonly counts: readonly (number | null)[];
  readonly grid: Grid;
  /** Staff among them. */
  readonly staff: number;
}

/** @param level bodies in the planned core window. */
export function edgesOf(
  input: EstimateInput,
  { counts, grid, staff }: RoomCounts,
  { core, level }: { readonly core: InstantRange; readonly level: number },
): Edges {
  const { startsUtcMs, endsUtcMs } = input;
  const isRunning = input.nowUtcMs < endsUtcMs;
  const realStartUtcMs = realEdge(counts, grid, { core, level, edge: 'start' });
  const realEndUtcMs = isRunning ? null : realEdge(counts, grid, { core, level, edge: 'end' });
  const { before, after } = changeOvers(input, { level, staff });
  const isMixedBefore = before !== null && isMixed(counts, grid, before);
  const isMixedAfter = after !== null && isMixed(counts, grid, after);
  return {
    realStartUtcMs,
    realEndUtcMs,
    isMixed: isMixedBefore || isMixedAfter,
    shrink: {
      startMs: isMixedBefore ? MAX_SHIFT_MS : (realStartUtcMs ?? startsUtcMs) - startsUtcMs,
      endMs: isMixedAfter ? MAX_SHIFT_MS : endsUtcMs - (realEndUtcMs ?? endsUtcMs),
    },
  };
}

/**
 * Real times, and who came late and left early: the median of the later half of the core less that of the first two minutes
 * of the class, and of the earlier half less that of the last two. Medians on both sides, so that people hidden for a while
 * weigh the same. Unknown where people of another class are among them.
 */
export function edgeFigures(
  input: EstimateInput,
  { counts, grid }: RoomCounts,
  { edges, core }: { readonly edges: Edges; readonly core: InstantRange },
): Pick<AttendanceFigures, 'real_start_ms' | 'real_end_ms' | 'late_arrivals' | 'early_leavers'> {
  const { startsUtcMs, endsUtcMs } = input;
  const middleUtcMs = (core.fromUtcMs + core.toUtcMs) / 2;
  const earlier = { fromUtcMs: core.fromUtcMs, toUtcMs: middleUtcMs };
  const later = { fromUtcMs: middleUtcMs, toUtcMs: core.toUtcMs };
  const first = { fromUtcMs: startsUtcMs, toUtcMs: startsUtcMs + EDGE_MS };
  const last = { fromUtcMs: endsUtcMs - EDGE_MS, toUtcMs: endsUtcMs };
  const more = (there: InstantRange, here: InstantRange) => {
    const [most, least] = [levelIn(counts, grid, there), levelIn(counts, grid, here)];
    if (edges.isMixed || most === null || least === null) return null;
    return Math.max(0, Math.round(most - least));
  };
  return {
    real_start_ms: edges.realStartUtcMs === null ? null : edges.realStartUtcMs - startsUtcMs,
    real_end_ms: edges.realEndUtcMs === null ? null : edges.realEndUtcMs - endsUtcMs,
    late_arrivals: more(later, first),
    early_leavers: input.nowUtcMs < endsUtcMs ? null : more(earlier, last),
  };
}
