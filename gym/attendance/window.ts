/**
 * The part of a class that is estimated over, and what happens at both of its ends: when the room filled and emptied, and
 * whether people of the class before or after can be told from those of this one.
 */

import { type InstantRange, MINUTE_MS } from '../calendar/zone.ts';
import { type Grid, indicesIn, instantAt, percentile } from './line.ts';
import type { EstimateInput } from './sample.ts';

/** Source of all: docs/method.md#core-window. */
const LONG_CLASS = { minMs: 30 * MINUTE_MS, leadMs: 10 * MINUTE_MS, tailMs: 5 * MINUTE_MS };
const SHORT_CLASS = { leadMs: 5 * MINUTE_MS, tailMs: 3 * MINUTE_MS };
const MIN_SHARE = 0.4;
const MAX_SHIFT_MS = 5 * MINUTE_MS;

type Times = Pick<
  EstimateInput,
  'startsUtcMs' | 'endsUtcMs' | 'previousEndsUtcMs' | 'nextStartsUtcMs'
>;

/**
 * From 10 min after the start to 5 min before the end; of a class under 30 min from 5 min to 3 min. Where less than 40 %
 * of the class were left, both margins shrink alike. Time that the schedule gives to a neighbour as well is left out; where nothing is left the window is empty.
 */
export function coreWindow(times: Times): InstantRange {
  const { startsUtcMs, endsUtcMs, previousEndsUtcMs, nextStartsUtcMs } = times;
  const lengthMs = endsUtcMs - startsUtcMs;
  const { leadMs, tailMs } = lengthMs < LONG_CLASS.minMs ? SHORT_CLASS : LONG_CLASS;
  const factor = isShortClass(times) ? ((1 - MIN_SHARE) * lengthMs) / (leadMs + tailMs) : 1;
  const fromUtcMs = Math.max(startsUtcMs + leadMs * factor, previousEndsUtcMs ?? 0);
  const toUtcMs = Math.min(endsUtcMs - tailMs * factor, nextStartsUtcMs ?? Infinity);
  return { fromUtcMs, toUtcMs: Math.max(fromUtcMs, toUtcMs) };
}

/** Whether the usual margins would leave less than 40 % of the class: under 13 min 20 s. */
export function isShortClass({ startsUtcMs, endsUtcMs }: Times): boolean {
  const { leadMs, tailMs } = SHORT_CLASS;
  return (leadMs + tailMs) / (endsUtcMs - startsUtcMs) > 1 - MIN_SHARE;
}

/**
 * Takes up to 5 min off either side, and less where under 40 % of the class would be left. It never grows: before and after
 * belong to others.
 */
export function shrinkCore(
  core: InstantRange,
  class_: Pick<Times, 'startsUtcMs' | 'endsUtcMs'>,
  atStartMs: number,
  atEndMs: number,
): InstantRange {
  const limited = (ms: number) => Math.min(MAX_SHIFT_MS, Math.max(0, ms));
  const [startMs, endMs] = [limited(atStartMs), limited(atEndMs)];
  const wantedMs = startMs + endMs;
  const spareMs =
    core.toUtcMs - core.fromUtcMs - MIN_SHARE * (class_.endsUtcMs - class_.startsUtcMs);
  if (wantedMs === 0 || spareMs <= 0) return core;
  const factor = Math.min(1, spareMs / wantedMs);
  return {
    fromUtcMs: core.fromUtcMs + startMs * factor,
    toUtcMs: core.toUtcMs - endMs * factor,
  };
}

export interface RoomCounts {
  /** Smoothed counts of the room on the grid; null is unknown. */
  readonly counts: readonly (number | null)[];
  readonly grid: Grid;
  /** Staff among them. */
  readonly staff: number;
}

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
  { counts, grid }: RoomCounts,
  core: InstantRange,
  level: number,
  side: 'start' | 'end',
): number | null {
  if (level < MIN_LEVEL) return null;
  const isInUse = (at: number) => (counts[at] ?? 0) >= level * IN_USE_SHARE;
  const [from, to] = indicesIn(grid, core.fromUtcMs, core.toUtcMs);
  const inCore = Array.from({ length: to - from }, (_, i) => from + i).filter(isInUse);
  const step = side === 'start' ? -1 : 1;
  let edge = side === 'start' ? inCore[0] : inCore.at(-1);
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
function levelIn(room: RoomCounts, fromUtcMs: number, toUtcMs: number): number | null {
  const known = knownIn(room, { fromUtcMs, toUtcMs });
  return known.length < 3 ? null : percentile(known, 0.5);
}

export function knownIn({ counts, grid }: RoomCounts, range: InstantRange): number[] {
  const [from, to] = indicesIn(grid, range.fromUtcMs, range.toUtcMs);
  return counts.slice(from, to).filter((count) => count !== null);
}

/** Longest pause between two classes that is a change-over. Source: docs/method.md#change-over. */
const CHANGE_OVER_MS = 15 * MINUTE_MS;
/** The room must empty to this share of the smaller class. Chosen here. */
const DIP_SHARE = 0.5;
/** The dip is looked for from before the end of the one to after the start of the other: no one is on time. Chosen here. */
const BEFORE_END_MS = 2 * MINUTE_MS;
const AFTER_START_MS = 5 * MINUTE_MS;
/** How far into its own time the level of the neighbour is looked at. Chosen here. */
const NEAR_MS = 3 * MINUTE_MS;
const FAR_MS = 10 * MINUTE_MS;

/**
 * Whether one class follows the other within 15 min and the room is not seen to empty in between, to half of the smaller
 * class or to the staff. No counts of the pause are no dip, and classes at the same time have none. Where either class has
 * no one but staff there is no one to mix up.
 *
 * @param endsUtcMs of the earlier class.
 * @param startsUtcMs of the later class.
 * @param level bodies of this class, staff included.
 */
export function isMixed(
  room: RoomCounts,
  endsUtcMs: number,
  startsUtcMs: number,
  neighbour: 'earlier' | 'later',
  level: number,
): boolean {
  if (startsUtcMs - endsUtcMs > CHANGE_OVER_MS || level <= room.staff) return false;
  if (startsUtcMs < endsUtcMs) return true;
  const other =
    neighbour === 'earlier'
      ? levelIn(room, endsUtcMs - FAR_MS, endsUtcMs - NEAR_MS)
      : levelIn(room, startsUtcMs + NEAR_MS, startsUtcMs + FAR_MS);
  const smaller = Math.min(level, other ?? level);
  if (smaller <= room.staff) return false;
  const pause = { fromUtcMs: endsUtcMs - BEFORE_END_MS, toUtcMs: startsUtcMs + AFTER_START_MS };
  const limit = Math.max(room.staff, smaller * DIP_SHARE);
  return !knownIn(room, pause).some((count) => count <= limit);
}

/**
 * Whether people of the class before or after cannot be told from those of this one, and the core without them and without
 * the time before the room filled and after it emptied.
 *
 * @param planned the core as the schedule has it.
 * @param level bodies in it.
 */
export function edgesOf(
  input: EstimateInput,
  room: RoomCounts,
  planned: InstantRange,
  level: number,
) {
  const { startsUtcMs, endsUtcMs, previousEndsUtcMs, nextStartsUtcMs } = input;
  const isRunning = input.nowUtcMs < endsUtcMs;
  const filledUtcMs = realEdge(room, planned, level, 'start') ?? startsUtcMs;
  const emptiedUtcMs = (isRunning ? null : realEdge(room, planned, level, 'end')) ?? endsUtcMs;
  const isMixedBefore =
    previousEndsUtcMs !== null && isMixed(room, previousEndsUtcMs, startsUtcMs, 'earlier', level);
  const later = isRunning ? null : nextStartsUtcMs;
  const isMixedAfter = later !== null && isMixed(room, endsUtcMs, later, 'later', level);
  const core = shrinkCore(
    planned,
    input,
    isMixedBefore ? MAX_SHIFT_MS : filledUtcMs - startsUtcMs,
    isMixedAfter ? MAX_SHIFT_MS : endsUtcMs - emptiedUtcMs,
  );
  return { isMixed: isMixedBefore || isMixedAfter, core };
}
