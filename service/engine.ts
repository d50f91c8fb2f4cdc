/**
 * The engine: from configured cameras to counts that can be asked for. Joins the rooms of this folder; each of them
 * can be read alone.
 *
 * ```text
 *  fleet (one supervisor a camera) ─▶ counting (sampling, pool, detectors) ─▶ counts store ─▶ history
 *                                        ▲ class hours                            ▼ now       ▼ over a class
 *                                        └──────────────────────────────────── gyms (classes, who was there)
 * ```
 */

import {
  type CameraConfig,
  type Config,
  type PlacedCamera,
  placedCameras,
} from '../config/config.ts';
import { MAX_CAMERAS } from '../config/rules.ts';
import { type CameraSpec, Fleet } from '../engine/cameras/supervision/supervisor.ts';
import { ReaderThread } from '../engine/cameras/thread/reader-thread.ts';
import {
  countedSpec,
  type DetectorFolders,
  noteStrayOptions,
} from '../engine/counting/configured-detectors.ts';
import { Counting } from '../engine/counting/counting.ts';
import { createCounts } from '../engine/counts/layout.ts';
import { openReader } from '../engine/counts/reader.ts';
import { EmptyRooms } from '../engine/empty-rooms.ts';
import type { PostedFrame } from '../engine/frames/decoder.ts';
import { Lanes } from '../engine/pool/lanes.ts';
import { workersOf } from '../engine/sizing.ts';
import { isTurnoutError, messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { createQueue, delay, systemTimers } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';
import { createBackups } from './backups.ts';
import { countedEvidence } from './evidence/evidence.ts';
import { createFeedReader } from './feeds/reader.ts';
import { estimatorThread } from './gyms/estimates/estimator-thread.ts';
import type { LiveCamera } from './gyms/gym-classes.ts';
import { createGyms, type Gyms } from './gyms/gyms.ts';
import { recordCounts } from './record-counts.ts';
import { createRounds } from './rounds.ts';
import {
  type CameraPlace,
  type ConfigurationStatus,
  crowdingOf,
  type EngineStatus,
} from './status.ts';

/** How long samples under way have when the engine stops, ms. Chosen here: the longest of shipped detectors take a tenth. */
const FLIGHT_GRACE_MS = 1_000;

export interface EngineOptions {
  readonly config: Config;
  /** Open, and closed by its owner after the engine has stopped. */
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
  readonly folders: DetectorFolders;
  /** How the lines to head offices are; none without it. */
  readonly lines?: { status(): EngineStatus['lines'] };
  /** How the connections to the MQTT broker are. */
  readonly mqtt?: { status(): NonNullable<EngineStatus['mqtt']> };
}

export type Engine = ReturnType<typeof createEngine>;

/** Builds the engine; nothing is connected before `start`. */
export function createEngine(options: EngineOptions) {
  const { clock, log, history, folders } = options;
  const [startedAtUtcMs, startedMs] = [clock.nowUtcMs(), clock.monotonicMs()];
  const stopping = new AbortController();
  let config = options.config;
  let configuration = configurationOf(config, startedAtUtcMs);
  let backingUp: Promise<void> = Promise.resolve();
  // One change after the other: the second must find the cameras of the first, or what a failed first one left.
  const inTurn = createQueue();
  let places: ReadonlyMap<string, PlacedCamera> = new Map();
  const parts = joinParts(options, stopping.signal, (cameraId) => places.get(cameraId));
  const { pool, fleet, readers, counting, reader, recorder, gyms, feeds, emptyRooms } = parts;
  const backups = createBackups({ dir: history.dir, modelsDir: folders.modelsDir, clock, log });
  const rounds = createRounds({ history, clock, log, config: () => config, backups });

  async function apply(): Promise<void> {
    const placed = placedCameras(config);
    places = new Map(placed.map((place) => [place.camera.id, place]));
    // Classes first: they say how often the cameras are to be looked at.
    await gyms.apply(config.gyms, config.retention.samplesMs);
    const enabled = placed.filter(({ camera }) => camera.enabled);
    const specs = enabled.map((place) => countedSpec(place, config, folders));
    noteStrayOptions(config, log);
    await counting.apply(await Promise.all(specs));
    await fleet.apply(enabled.map(({ camera }) => specOf(camera, config, counting)));
    await feeds.applyConfig(config.gyms);
  }
  const placeOf = (id: string, { gymId }: PlacedCamera): CameraPlace => {
    const counted = counting.get(id);
    const sample = counted === undefined ? null : reader.latest(counted.place.slot);
    return { gymId, lastSampleUtcMs: sample?.atUtcMs ?? null };
  };

  return {
    /** Connects the cameras and begins to count. Resolves at once: cameras come when they come. */
    start: (): Promise<void> => {
      backingUp = rounds.begin(stopping.signal);
      return inTurn(() => emptyRooms.load().then(apply));
    },
    /** Takes a new configuration; cameras that stay the same are not touched. */
    applyConfig: (next: Config): Promise<void> => {
      config = next;
      const sections = needsRestart(options.config, next);
      if (sections.length > 0) log.warn('config_needs_restart', { sections });
      configuration = { ...configurationOf(next, clock.nowUtcMs()), needsRestart: sections };
      return inTurn(apply);
    },
    /** Remembers why the newest configuration could not be taken; the one before goes on. */
    noteConfigFaults: (faults: readonly string[]): void => {
      configuration = { ...configuration, faults };
    },
    /** Stops everything within 4 s; what was counted is in the history then. */
    stop: async (): Promise<void> => {
      // Who asked for a change was told how it went; what it built is stopped either way.
      await inTurn(async () => undefined);
      await fleet.stop();
      await readers.stop();
      // What is under way may end by itself; a plugin that hangs is ended.
      await Promise.race([counting.stop(), delay(FLIGHT_GRACE_MS)]);
      await pool.close();
      await counting.stop();
      await feeds.stop();
      await gyms.stop();
      await emptyRooms.stop();
      stopping.abort();
      await Promise.all([backingUp, recorder.finished]);
    },
    status: (): EngineStatus => ({
      startedAtUtcMs,
      uptimeMs: clock.monotonicMs() - startedMs,
      cameras: fleet.snapshots(),
      cameraPlaces: new Map([...places].map(([id, place]) => [id, placeOf(id, place)])),
      pipeline: { workers: pool.workers, ...counting.stats() },
      detectors: counting.detectors(),
      storage: history.status(),
      ...rounds.status(),
      backup: backups.status(config.backup),
      lines: options.lines?.status() ?? [],
      mqtt: options.mqtt?.status() ?? [],
      schedule: { feeds: feeds.states() },
      configuration: { ...configuration, detectorFaults: counting.configurationFaults() },
    }),
    /** The configuration that runs. */
    config: () => config,
    /** Gyms as reports see them. */
    gyms,
    /** What stands behind the figures of configured gyms. */
    evidence: parts.evidence,
    /** Pictures of cameras for whoever looks. */
    looks: counting.looks,
    /** One camera as it is now: without a snapshot where it is off, with a crowd where it sees one that is too much for it. */
    camera: (id: string) => {
      const place = places.get(id);
      return {
        snapshot: fleet.get(id)?.snapshot() ?? null,
        lastSampleUtcMs: place === undefined ? null : placeOf(id, place).lastSampleUtcMs,
        crowd: crowdingOf(counting.get(id), reader),
      };
    },
  };
}

/** The parts, each knowing only what it asks of the others. */
function joinParts(
  { config, clock, log, history }: EngineOptions,
  signal: AbortSignal,
  placeOf: (cameraId: string) => PlacedCamera | undefined,
) {
  const { sampling, limits } = config;
  const counts = createCounts({ slots: MAX_CAMERAS });
  const pool = new Lanes({
    workers: workersOf(sampling.workers),
    taskTimeoutMs: sampling.taskTimeoutMs,
    heapBytes: sampling.workerMemoryBytes,
    memoryBytes: limits.memoryBytes,
    counts,
    log,
  });
  const world = { clock, timers: systemTimers, log };
  const readers = new ReaderThread();
  const fleet: Fleet<PostedFrame> = new Fleet({
    ...world,
    createSource: (source) => readers.createSource(source),
    deliver: (cameraId, frame) => counting.deliver(cameraId, frame),
    random: Math.random,
  });
  const gopMs = (cameraId: string) => fleet.get(cameraId)?.snapshot().gopMs ?? null;
  const isClassTime = (cameraId: string) => {
    const place = placeOf(cameraId);
    return place === undefined || gyms.isClassTime(place.gymId, place.roomId);
  };
  const emptyRooms = new EmptyRooms({
    store: history.emptyRooms,
    isClassTime,
    viewOf: (cameraId) => counting.get(cameraId)?.view ?? null,
    log,
  });
  const counting: Counting = new Counting({
    ...world,
    pool,
    counts,
    gopMs,
    isClassTime,
    falsePlaces: (cameraId) => emptyRooms.placesOf(cameraId),
    onSample: (cameraId, outcome) => {
      emptyRooms.note(cameraId, outcome);
      return fleet.get(cameraId)?.noteSample(outcome) ?? 0;
    },
    onFault: (cameraId, error) => {
      const code = isTurnoutError(error) ? error.code : 'internal_error';
      fleet.get(cameraId)?.noteFault({ code, detail: messageOf(error) });
    },
    onRelease: () => recorder.drain(),
  });
  const reader = openReader(counts);
  const owners = () => counting.owners();
  const recorder = recordCounts({ reader, history, owners, log, signal });
  const gyms: Gyms = createGyms({
    ...world,
    store: history.classes,
    // Classes are estimated on a thread of its own.
    estimator: estimatorThread(history.dir),
    traits: { counted: (cameraId) => counting.get(cameraId), gopMs },
    cameras: (cameraId): LiveCamera | null => {
      const camera = fleet.get(cameraId);
      const counted = counting.get(cameraId);
      if (camera === undefined || counted === undefined) return null;
      const { state } = camera.snapshot();
      const periodMs = counting.wantedPeriodMs(cameraId);
      return { state, sample: reader.latest(counted.place.slot), periodMs };
    },
  });
  const { classes } = history;
  const classesOf = (gymId: string) => gyms.classesOf(gymId);
  const evidence = countedEvidence({ classes, counts: history, clock, classesOf });
  const feeds = createFeedReader({ ...world, store: classes });
  return {
    pool,
    fleet,
    readers,
    counting,
    reader,
    recorder,
    gyms,
    evidence,
    feeds,
    emptyRooms,
  };
}

function configurationOf(config: Config, nowUtcMs: number): ConfigurationStatus {
  const gymIds = config.gyms.map(({ id }) => id);
  return { origin: config.origin, gymIds, loadedAtUtcMs: nowUtcMs, faults: [] };
}

/** What is settled at the start: where the server listens, what it allows, how much is logged, what the workers are given. */
function settledAtStart(config: Config): Readonly<Record<string, unknown>> {
  const { access, log, sampling, limits } = config;
  const { workers, workerMemoryBytes, taskTimeoutMs } = sampling;
  const { freeLookups, ...rates } = access;
  const { probeLocal, ...server } = config.server;
  const given = { workers, workerMemoryBytes, taskTimeoutMs };
  return { server, access: rates, log, limits, sampling: given };
}

/** The sections of `next` that hold from the next start only. */
function needsRestart(started: Config, next: Config): readonly string[] {
  const before = settledAtStart(started);
  return Object.entries(settledAtStart(next))
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([name]) => name);
}

function specOf(camera: CameraConfig, config: Config, counting: Counting): CameraSpec {
  return {
    id: camera.id,
    url: camera.url,
    transport: camera.transport,
    openTimeoutMs: config.sampling.openTimeoutMs,
    readTimeoutMs: config.sampling.readTimeoutMs,
    wantedPeriodMs: () => counting.wantedPeriodMs(camera.id),
    lookedPeriodMs: () => counting.looks.periodMs(camera.id),
    isCounted: () => counting.get(camera.id)?.frameSize !== null,
  };
}
