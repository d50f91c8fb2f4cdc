/** The newest counts of each camera, read from the history while the server writes it. For the owner of the folder. */

import type { Status } from '../../api/schemas/status.ts';
import { SAMPLE_FLAGS } from '../../gym/attendance/sample.ts';
import type { StoredSample } from '../../store/history/samples/samples.ts';
import { inHistory } from '../own-gym.ts';

const FLAGS = [
  [SAMPLE_FLAGS.warmingUp, 'warming_up'],
  [SAMPLE_FLAGS.black, 'black'],
  [SAMPLE_FLAGS.frozen, 'frozen'],
] as const;

/** A sample: when, where in the stream (null where it has no position), how many (null is unknown), and why not to trust it. */
export type CountAt = Readonly<ReturnType<typeof toCount>>;

/** Samples shown of each camera; chosen here: two and a half minutes of a class at the default period. */
const SHOWN = 30;

/** How far back they may be, ms: half an hour of a slow camera, which is looked at once a minute. */
const REACH_MS = 30 * 60_000;

/** By the ids of cameras; samples are oldest first. */
export type Counts = Awaited<ReturnType<typeof readCounts>>;

/** @throws `data_unusable`, `data_newer`. */
export function readCounts(
  dataDir: string,
  cameras: readonly (Camera & { readonly id: string })[],
  nowUtcMs: number,
) {
  return inHistory(dataDir, async (history) => {
    const newest = await history.latest();
    const counts = cameras.map(async (camera) => {
      const last = newest.get(camera.id);
      // What is later than now was counted before the clock was set back.
      const toUtcMs = Math.min(last?.atUtcMs ?? 0, nowUtcMs) + 1;
      const range = { fromUtcMs: toUtcMs - REACH_MS, toUtcMs };
      const samples = last ? await history.samples(camera.id, range) : [];
      const sample = samples.at(-1) ?? last;
      const latest = sample ? toCount(sample) : null;
      const now = currentCount(camera, latest, nowUtcMs);
      return [camera.id, { now, latest, samples: samples.slice(-SHOWN).map(toCount) }] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  });
}

function toCount({ atUtcMs, mediaMs, count, flags }: StoredSample) {
  const set = FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, flag]) => flag);
  return { at: new Date(atUtcMs).toISOString(), media_ms: mediaMs, count, flags: set };
}

type Camera = Pick<Status['cameras']['list'][number], 'state' | 'sample_period_ms'>;

/** Without a count there is the reason. */
export type CountNow = ReturnType<typeof currentCount>;

/**
 * A count older than three periods is no longer current. Chosen here: one sample may be lost and the next one late;
 * and never less than 15 s, three of the default period, in which no class changes.
 */
const PERIODS = 3;
const MIN_MS = 15_000;

/** What `latest`, the newest sample of `camera`, says at `nowUtcMs`. An old count is never shown as a new one. */
export function currentCount(camera: Camera, latest: CountAt | null, nowUtcMs: number) {
  const reason = unknownReason(camera, latest, nowUtcMs);
  return { count: reason === null ? (latest?.count ?? null) : null, reason };
}

/** Why there is no count, for a person. */
export const NO_COUNT = {
  not_streaming: '–',
  no_sample: 'no count yet',
  stale: 'last count too old',
  warming_up: 'warming up',
  black: 'black picture',
  frozen: 'frozen picture',
  not_counted: '–',
} as const;

function unknownReason(
  camera: Camera,
  latest: CountAt | null,
  nowUtcMs: number,
): keyof typeof NO_COUNT | null {
  if (camera.state !== 'streaming' && camera.state !== 'degraded') return 'not_streaming';
  if (latest === null) return 'no_sample';
  // Either way: a sample from later than now was taken before the clock was set back.
  const distanceMs = Math.abs(nowUtcMs - Date.parse(latest.at));
  if (distanceMs > Math.max(PERIODS * (camera.sample_period_ms ?? 0), MIN_MS)) return 'stale';
  return latest.flags[0] ?? (latest.count === null ? 'not_counted' : null);
}
