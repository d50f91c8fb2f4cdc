/** The middle of a class, in which those who take part are there and no one else is. */

import type { InstantRange } from '../../calendar/zone.ts';
import type { EstimateInput } from '../estimate/input.ts';

const MINUTE_MS = 60_000;
/** Source of all: docs/method.md#core-window. */
const LONG_CLASS = { minMs: 30 * MINUTE_MS, leadMs: 10 * MINUTE_MS, tailMs: 5 * MINUTE_MS };
const SHORT_CLASS = { leadMs: 5 * MINUTE_MS, tailMs: 3 * MINUTE_MS };
const MIN_SHARE = 0.4;
export const MAX_SHIFT_MS = 5 * MINUTE_MS;

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
  const toUtcMs = Math.min(
    endsUtcMs - tailMs * factor,
    nextStartsUtcMs ?? Number.POSITIVE_INFINITY,
  );
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
  by: { readonly startMs: number; readonly endMs: number },
): InstantRange {
  const startMs = Math.min(MAX_SHIFT_MS, Math.max(0, by.startMs));
  const endMs = Math.min(MAX_SHIFT_MS, Math.max(0, by.endMs));
  const spareMs =
    core.toUtcMs - core.fromUtcMs - MIN_SHARE * (class_.endsUtcMs - class_.startsUtcMs);
  if (startMs + endMs === 0 || spareMs <= 0) return core;
  const factor = Math.min(1, spareMs / (startMs + endMs));
  return {
    fromUtcMs: core.fromUtcMs + startMs * factor,
    toUtcMs: core.toUtcMs - endMs * factor,
  };
}
