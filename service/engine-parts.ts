/** The parts of an engine, joined: cameras, pool, counting, history and gyms, each knowing only what it asks of the others. */

import type { Config, PlacedCamera } from '../config/config.ts';
import { MAX_CAMERAS } from '../config/rules.ts';
import { Fleet } from '../engine/cameras/supervision/supervisor.ts';
import { ReaderThread } from '../engine/cameras/thread/reader-thread.ts';
import { Counting } from '../engine/counting/counting.ts';
import { createCounts } from '../engine/counts/layout.ts';
import { type CountsReader, openReader } from '../engine/counts/reader.ts';
import { EmptyRooms } from '../engine/empty-rooms.ts';
import type { PostedFrame } from '../engine/frames/decoder.ts';
import { Lanes } from '../engine/pool/lanes.ts';
import { workersOf } from '../engine/sizing.ts';
import { isTurnoutError, messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { delay, systemTimers } from '../runtime/timers.ts';
import { Crashes } from '../store/crashes.ts';
import type { History } from '../store/history/history.ts';
import { countedEvidence, type GymEvidence } from './evidence/evidence.ts';
import { createFeedReader, type FeedReader } from './feeds/reader.ts';
import { EstimatorThread } from './gyms/estimates/estimator-thread.ts';
import type { LiveCamera } from './gyms/gym-classes.ts';
import { Gyms } from './gyms/gyms.ts';
import { type CountsRecorder, recordCounts } from './record-counts.ts';

/** How long samples under way have when the engine stops, ms. Chosen here: the longest of shipped detectors take a tenth. */
const FLIGHT_GRACE_MS = 1_000;

export interface PartsOptions {
  readonly config: Config;
  /** Open, and closed by its owner after the engine has stopped. */
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
}

type PlaceOf = (cameraId: string) => PlacedCamera | null;

export interface Parts {
  readonly pool: Lanes;
  readonly fleet: CameraFleet;
  readonly stopReading: () => Promise<void>;
  readonly counting: Counting;
  readonly reader: CountsReader;
  readonly recorder: CountsRecorder;
  readonly gyms: Gyms;
  readonly evidence: GymEvidence;
  readonly stopGyms: () => Promise<void>;
  readonly feeds: FeedReader;
  readonly emptyRooms: EmptyRooms;
}

export function joinParts(options: PartsOptions, stopping: AbortSignal, placeOf: PlaceOf): Parts {
  const { clock, log, history } = options;
  const { sampling, limits } = options.config;
  const counts = createCounts({ slots: MAX_CAMERAS });
  const pool = new Lanes({
    workers: workersOf(sampling.workers),
    taskTimeoutMs: sampling.taskTimeoutMs,
    heapBytes: sampling.workerMemoryBytes,
    memoryBytes: limits.memoryBytes,
    counts,
    log,
  });
  const around = { clock, timers: systemTimers, log, crashes: new Crashes(history.dir) };
  const readers = new ReaderThread();
  const fleet: CameraFleet = new Fleet({
    ...around,
    createSource: (source) => readers.createSource(source),
    deliver: (cameraId, frame) => counting.deliver(cameraId, frame),
    random: Math.random,
  });
  const gopMs = (cameraId: string) => fleet.get(cameraId)?.snapshot().gopMs ?? null;
  const isClassTime = (cameraId: string) => {
    const place = placeOf(cameraId);
    return place === null || gyms.isClassTime(place.gymId, place.roomId);
  };
  const emptyRooms = new EmptyRooms({
    store: history.emptyRooms,
    isClassTime,
    viewOf: (cameraId) => counting.get(cameraId)?.view ?? null,
    log,
  });
  const counting: Counting = new Counting({
    ...around,
    pool,
    counts,
    gopMs,
    isClassTime,
    falsePlaces: (cameraId) => emptyRooms.placesOf(cameraId),
    onSample: (cameraId, outcome) => {
      emptyRooms.note(cameraId, outcome);
      return fleet.get(cameraId)?.noteSample(outcome) ?? 0;
    },
    onFault: (cameraId, error) => noteFault(fleet, cameraId, error),
    onRelease: () => recorder.drain(),
  });
  const reader = openReader(counts);
  const recorder = recordCounts({
    reader,
    history,
    owners: () => counting.owners(),
    log,
    signal: stopping,
  });
  const { gyms, evidence, stopGyms } = joinGyms(options, { fleet, counting, reader }, gopMs);
  const feeds = createFeedReader({ ...around, gyms: [], store: history.classes });
  const stopReading = () => fleet.stop().then(() => readers.stop());
  return {
    pool,
    fleet,
    stopReading,
    counting,
    reader,
    recorder,
    gyms,
    evidence,
    stopGyms,
    feeds,
    emptyRooms,
  };
}

/** What is under way may end by itself; a plugin that hangs is ended. */
export async function stopCounting({ stopReading, counting, pool }: Parts): Promise<void> {
  await stopReading();
  await Promise.race([counting.stop(), delay(FLIGHT_GRACE_MS)]);
  await pool.close();
  await counting.stop();
}

function noteFault(fleet: CameraFleet, cameraId: string, error: unknown): void {
  const code = isTurnoutError(error) ? error.code : 'internal_error';
  fleet.get(cameraId)?.noteFault({ code, detail: messageOf(error) });
}

export type CameraFleet = Fleet<PostedFrame>;

export interface GymsSurroundings {
  readonly history: Pick<History, 'dir' | 'classes' | 'samples' | 'minutes'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the gyms know of the cameras now. */
interface Counted {
  readonly fleet: CameraFleet;
  readonly counting: Counting;
  readonly reader: CountsReader;
}

/** The gyms, whose classes are estimated on a thread of their own. @param gopMs time between keyframes of a camera, ms. */
function joinGyms(
  { clock, log, history }: GymsSurroundings,
  parts: Counted,
  gopMs: (cameraId: string) => number | null,
): {
  readonly gyms: Gyms;
  readonly evidence: GymEvidence;
  readonly stopGyms: () => Promise<void>;
} {
  const { counting } = parts;
  const estimator = new EstimatorThread(history.dir);
  const gyms = new Gyms({
    clock,
    timers: systemTimers,
    log,
    store: history.classes,
    estimator,
    traits: {
      isWeak: (cameraId) => counting.get(cameraId)?.isWeak ?? false,
      isDensity: (cameraId) => counting.get(cameraId)?.isDensity ?? false,
      inputPixels: (cameraId) => counting.get(cameraId)?.inputPixels ?? null,
      gopMs,
    },
    cameras: (cameraId) => liveCamera(cameraId, parts),
  });
  const stopGyms = async () => {
    await gyms.stop();
    await estimator.stop();
  };
  const evidence = countedEvidence({
    classes: history.classes,
    counts: history,
    clock,
    classesOf: (gymId) => gyms.classesOf(gymId),
  });
  return { gyms, evidence, stopGyms };
}

/** A camera as it is now; null for one that is not counted. */
function liveCamera(cameraId: string, { fleet, counting, reader }: Counted): LiveCamera | null {
  const camera = fleet.get(cameraId);
  const counted = counting.get(cameraId);
  if (camera === undefined || counted === undefined) return null;
  const { state } = camera.snapshot();
  return {
    state,
    sample: reader.latest(counted.place.slot),
    periodMs: counting.wantedPeriodMs(cameraId),
  };
}
