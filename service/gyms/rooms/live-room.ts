/** A room at this moment: how many people its cameras see, and whether that can be believed. */

import type { RoomConfig } from '../../../config/config.ts';
import { type CameraState, isCameraFine } from '../../../engine/cameras/state.ts';
import { countOnce, sharedNames } from '../../../gym/attendance/line.ts';
import type { Sample } from '../../../gym/attendance/sample.ts';
import type { RoomView } from '../../../gym/sessions/view.ts';

/** A camera as it is now. */
export interface LiveCamera {
  readonly state: CameraState;
  /** Newest sample, good or not; null where there is none yet. */
  readonly sample:
    | (Pick<Sample, 'atUtcMs' | 'count' | 'flags'> & Partial<Pick<Sample, 'zones'>>)
    | null;
  /** How often a sample is wanted now, ms. */
  readonly periodMs: number;
}

export type LiveCameras = (cameraId: string) => LiveCamera | null;

/** A count older than this many periods, and than {@link STALE_MS}, tells of a room that is no more. */
const STALE_PERIODS = 3;
/** Source: docs/method.md#sampling. */
const STALE_MS = 20_000;

export interface RoomMoment {
  readonly nowUtcMs: number;
  /** Staff to take off while a class runs: 0 where a staff zone does it. */
  readonly staff: number;
}

/** The room's view. Several cameras become one count by the room's rule, over those whose count is fresh. */
export function liveRoom(room: RoomConfig, cameras: LiveCameras, moment: RoomMoment): RoomView {
  const { id, name, capacity } = room;
  const seen = room.cameras
    .filter(({ enabled }) => enabled)
    .map((camera) => cameras(camera.id))
    .map((camera) => ({ camera, count: goodCount(camera) }));
  const updatedUtcMs = seen.reduce<number | null>(
    (newest, { count }) => (count === null ? newest : Math.max(newest ?? 0, count.atUtcMs)),
    null,
  );
  const counts = seen.map(({ camera, count }) => freshCount(camera, count, moment.nowUtcMs));
  const people = fuse(counts, room.cameraRule, overlapsOf(room, cameras, counts));
  const occupancy = people === null ? null : Math.max(0, people - moment.staff);
  const told = { id, name, capacity, occupancy, updatedUtcMs };
  if (seen.length === 0) return { ...told, state: 'no_camera' };
  if (occupancy !== null) return { ...told, state: 'live' };
  const isReachable = seen.some(({ camera }) => camera !== null && isAnswering(camera.state));
  return { ...told, state: isReachable && updatedUtcMs !== null ? 'stale' : 'offline' };
}

interface GoodCount {
  readonly atUtcMs: number;
  readonly count: number;
}

function goodCount(camera: LiveCamera | null): GoodCount | null {
  const sample = camera?.sample ?? null;
  if (sample === null || sample.count === null || sample.flags !== 0) return null;
  return { atUtcMs: sample.atUtcMs, count: sample.count };
}

function freshCount(
  camera: LiveCamera | null,
  good: GoodCount | null,
  nowUtcMs: number,
): number | null {
  if (camera === null || good === null) return null;
  const period = Number.isFinite(camera.periodMs) ? camera.periodMs : 0;
  // Of before the clock was set back: it would stay young for as long as the clock went back.
  return Math.abs(nowUtcMs - good.atUtcMs) <= Math.max(STALE_MS, STALE_PERIODS * period)
    ? good.count
    : null;
}

function isAnswering(state: CameraState): boolean {
  return state !== 'stopped' && (isCameraFine(state) || state === 'degraded');
}

/** For each part of the floor that several cameras see, what they count there; as in `attendance`. */
function overlapsOf(
  room: RoomConfig,
  cameras: LiveCameras,
  counts: readonly (number | null)[],
): (number | null)[][] {
  const seeing = room.cameras.filter(({ enabled }) => enabled);
  const namesOf = (of: (typeof seeing)[number]) =>
    of.zones.filter(({ kind }) => kind === 'overlap').map(({ name }) => name);
  return sharedNames(seeing.map(namesOf)).map((shared) =>
    seeing.flatMap(({ id, zones }, at) => {
      const zone = zones.findIndex(({ name, kind }) => kind === 'overlap' && name === shared);
      if (zone < 0) return [];
      const inZone = cameras(id)?.sample?.zones?.[zone] ?? null;
      return [counts[at] === null ? null : inZone];
    }),
  );
}

/** A part that no one sees makes a sum unknown; the most that is seen is known as soon as one camera sees. */
function fuse(
  counts: readonly (number | null)[],
  rule: RoomConfig['cameraRule'],
  shared: readonly (readonly (number | null)[])[],
): number | null {
  if (shared.length > 0) return countOnce(counts, shared);
  const known = counts.filter((count) => count !== null);
  if (known.length === 0) return null;
  if (rule === 'max') return Math.max(...known);
  if (rule === 'primary') return known[0] ?? null;
  return known.length === counts.length ? known.reduce((sum, count) => sum + count, 0) : null;
}
