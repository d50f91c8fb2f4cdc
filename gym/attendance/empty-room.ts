/** What is counted in a room when no one should be there: mirrors, posters and dolls. */

import type { InstantRange } from '../calendar/zone.ts';
import { percentile } from './line.ts';
import { type AttendanceSample, isGood } from './sample.ts';

const HOUR_MS = 3_600_000;
/** So far from every class an hour must be. Chosen here: people come before a class and stay after it. */
const AWAY_MS = 30 * 60_000;
/** Fewer good samples do not speak for an hour. Chosen here: one in six minutes of an idle camera sampled each minute. */
const MIN_SAMPLES = 10;

/**
 * The median count of the quietest hour: of the hours in which no class is near, the one with the lowest. People who use
 * the room freely leave some hour empty in days of samples; a mirror does not. Null without such an hour.
 *
 * @param samples of one camera, over a day or more, in order of time.
 * @param classes all of the room around that time, in any order.
 */
export function emptyRoomBaseline(
  samples: readonly AttendanceSample[],
  classes: readonly InstantRange[],
): number | null {
  const hours = new Map<number, number[]>();
  for (const sample of samples) {
    if (!isGood(sample)) continue;
    const hour = Math.floor(sample.atUtcMs / HOUR_MS);
    const counts = hours.get(hour) ?? [];
    counts.push(sample.count);
    hours.set(hour, counts);
  }
  const medians = [...hours]
    .filter(([hour, counts]) => counts.length >= MIN_SAMPLES && isQuiet(hour * HOUR_MS, classes))
    .map(([, counts]) => percentile(counts, 0.5));
  return medians.length === 0 ? null : Math.min(...medians);
}

function isQuiet(hourUtcMs: number, classes: readonly InstantRange[]): boolean {
  const [before, after] = [hourUtcMs - AWAY_MS, hourUtcMs + HOUR_MS + AWAY_MS];
  return classes.every(({ fromUtcMs, toUtcMs }) => toUtcMs <= before || fromUtcMs >= after);
}
