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

import { MAX_CAMERAS } from '../config/check/rules.ts';
import {
  type CameraConfig,
  type Config,
  type PlacedCamera,
  placedCameras,
} from '../config/config.ts';
import type { CameraSpec } from '../engine/cameras/supervision/camera-spec.ts';
import { Fleet } from '../engine/cameras/supervision/fleet.ts';
import { ReaderThread } from '../engine/cameras/thread/reader-thread.ts';
import type { DetectorFolders } from '../engine/counting/choose-detector.ts';
import { countedSpec, noteStrayOptions } from '../engine/counting/configured-detectors.ts';
import { Counting } from '../engine/counting/counting.ts';
import { createCounts } from '../engine/counts/layout.ts';
import { type CountsReader, openReader } from '../engine/counts/reader.ts';
import { EmptyRooms } from '../engine/empty-room/empty-rooms.ts';
import type { Looks } from '../engine/looks/looks.ts';
import { Lanes } from '../engine/pool/lanes/lanes.ts';
import { defaultMemoryBytes } from '../engine/pool/lanes/memory-ceiling.ts';
import type { SampleOutcome } from '../engine/pool/messages.ts';
import { workersOf } from '../engine/sizing/workers.ts';
import { isTurnoutError, messageOf } from '../errors.ts';
import type { CalendarDate } from '../gym/calendar/zone.ts';
import type { SessionTable } from '../gym/figures/table/session-table.ts';
import type { DateRange } from '../gym/reports/period.ts';
import type { GymView } from '../gym/sessions/view.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { delay, systemTimers } from '../runtime/timers.ts';
import { Crashes } from '../store/crashes.ts';
import type { History } from '../store/history/history.ts';
import { Backups } from './backups.ts';
import { type CameraFleet, joinGyms } from './counted-gyms.ts';
import { type Crowding, crowdingOf } from './crowding.ts';
import type { GymEvidence } from './evidence/evidence.ts';
import { createFeedReader, type FeedReader } from './feeds/reader.ts';
import type { Gyms } from './gyms/gyms.ts';
import { type CountsRecorder, recordCounts } from './record-counts.ts';
import { beginRounds, makeWatches } from './rounds.ts';
import type { CameraPlace, ConfigurationStatus, EngineStatus } from './status.ts';

export interface EngineOptions {
  readonly config: Config;
  readonly folders: DetectorFolders;
  /** Open, and closed by its owner after the engine has stopped. */
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
  /** How the lines to head offices are; none without it. */
  readonly lines?: { status(): EngineStatus['lines'] };
}

export interface Engine {
  /** Connects the cameras and begins to count. Resolves at once: cameras come when they come. */
  start(): Promise<void>;
  /** Stops everything within 4 s; what was counted is in the history then. */
  stop(): Promise<void>;
  status(): EngineStatus;
  /** The configuration that runs. */
  config(): Config;
  /** A gym as reports see it: the same object until something in it changes. Null for one that is not configured. */
  gym(id: string): GymView | null;
  /**
   * A gym at the end of a date gone by (`YYYY-MM-DD`), from the history: the 42 days up to it, rooms unknown. "Now" is the
   * end of that date's last class, which can be after midnight. Null for a gym that is not configured; as it is now for
   * today and later. Rejects where the history cannot be read.
   */
  gymAsOf(id: string, date: CalendarDate): Promise<GymView | null>;
  /** The classes of a gym's view and of the history, see `ClassesSource`. */
  classesIn(view: GymView, range: DateRange): Promise<SessionTable>;
  /** Pictures of cameras for whoever looks. */
  readonly looks: Looks;
  /** What a camera sees that is too much for it; null for nothing. */
  crowding(cameraId: string): Crowding | null;
  /** What stands behind the figures of configured gyms. */
  readonly evidence: GymEvidence;
  /** Takes a new configuration; cameras that stay the same are not touched. */
  applyConfig(config: Config): Promise<void>;
  /** Remembers why the newest configuration could not be taken; the one before goes on. */
  noteConfigFaults(faults: readonly string[]): void;
}

/** How long samples under way have when the engine stops, ms. Chosen here: the longest of shipped detectors take a tenth. */
const FLIGHT_GRACE_MS = 1_000;

/** Builds the engine; nothing is connected before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { clock, log, history, folders } = options;
  const [startedAtUtcMs, startedMs] = [clock.nowUtcMs(), clock.monotonicMs()];
  const watches = makeWatches(clock, log);
  const backups = new Backups({ dir: history.dir, modelsDir: folders.modelsDir, clock, log });
  let config = options.config;
  let configuration = configurationOf(config, startedAtUtcMs);
  let applying: Promise<void> = Promise.resolve();
  let places: ReadonlyMap<string, PlacedCamera> = new Map();
  const stopping = new AbortController();
  const parts = joinParts(options, stopping.signal, (id) => places.get(id) ?? null);
  const { pool, fleet, counting, reader, gyms, feeds, emptyRooms } = parts;

  async function apply(): Promise<void> {
    const placed = placedCameras(config);
    places = new Map(placed.map((place) => [place.camera.id, place]));
    // Classes first: they say how often the cameras are to be looked at.
    await gyms.apply(config.gyms, config.retention.samplesMs);
    const enabled = placed.filter(({ camera }) => camera.isEnabled);
    const specs = enabled.map((place) => countedSpec(place, config, folders));
    noteStrayOptions(config, log);
    await counting.apply(await Promise.all(specs));
    await fleet.apply(enabled.map(({ camera }) => specOf(camera, config, counting)));
    await feeds.applyConfig(config.gyms);
  }

  return {
    start: () => {
      beginRounds({ history, log, config: () => config, watches, backups }, stopping.signal);
      applying = emptyRooms.load().then(apply);
      return applying;
    },
    applyConfig: (next) => {
      config = next;
      configuration = configurationOf(next, clock.nowUtcMs());
      // One change after the other: the second must find the cameras of the first, or what a failed first one left.
      applying = applying.catch(() => undefined).then(apply);
      return applying;
    },
    noteConfigFaults: (faults) => {
      configuration = { ...configuration, faults };
    },
    stop: async () => {
      // Who asked for a change was told how it went; what it built is stopped either way.
      await applying.catch(() => undefined);
      await stopCounting(parts);
      await feeds.stop();
      await parts.stopGyms();
      await emptyRooms.stop();
      stopping.abort();
      await Promise.all([backups.settled(), parts.recorder.finished]);
    },
    status: () => ({
      startedAtUtcMs,
      uptimeMs: clock.monotonicMs() - startedMs,
      ...cameraStatus(places, { fleet, counting, reader }),
      pipeline: { workers: pool.workers, ...counting.stats() },
      detectors: counting.detectors(),
      storage: history.status(),
      ...watches.status(),
      backup: backups.status(config.backup),
      lines: options.lines?.status() ?? [],
      schedule: { feeds: feeds.states() },
      configuration: withFaults(configuration, counting),
    }),
    config: () => config,
    gym: (id) => gyms.view(id),
    gymAsOf: (id, date) => gyms.asOf(id, date),
    classesIn: (view, range) => gyms.classesIn(view, range),
    evidence: parts.evidence,
    looks: counting.looks,
    crowding: (id) => crowdingOf(id, counting, reader),
  };
}

/** What is under way may end by itself; a plugin that hangs is ended. */
async function stopCounting({ stopReading, counting, pool }: Parts): Promise<void> {
  await stopReading();
  await Promise.race([counting.stop(), delay(FLIGHT_GRACE_MS)]);
  await pool.close();
  await counting.stop();
}

type PlaceOf = (cameraId: string) => PlacedCamera | null;

interface Parts {
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

function joinParts(options: EngineOptions, stopping: AbortSignal, placeOf: PlaceOf): Parts {
  const { clock, log, history } = options;
  const { sampling, limits } = options.config;
  const counts = createCounts({ slots: MAX_CAMERAS });
  const pool = new Lanes({
    workers: workersOf(sampling.workers),
    taskTimeoutMs: sampling.taskTimeoutMs,
    heapBytes: sampling.workerMemoryBytes,
    memoryBytes: limits.memoryBytes ?? defaultMemoryBytes(),
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
    viewOf: (cameraId) => counting.viewOf(cameraId),
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
      return noteSample(fleet, cameraId, outcome);
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

function cameraStatus(
  places: ReadonlyMap<string, PlacedCamera>,
  { fleet, counting, reader }: Pick<Parts, 'fleet' | 'counting' | 'reader'>,
): Pick<EngineStatus, 'cameras' | 'cameraPlaces'> {
  const entries = [...places].map(([id, { gymId }]): [string, CameraPlace] => {
    const slot = counting.slotOf(id);
    const sample = slot === null ? null : reader.latest(slot);
    return [id, { gymId, lastSampleUtcMs: sample?.atUtcMs ?? null }];
  });
  return { cameras: fleet.snapshots(), cameraPlaces: new Map(entries) };
}

function configurationOf(config: Config, nowUtcMs: number): ConfigurationStatus {
  const gymIds = config.gyms.map(({ id }) => id);
  return { origin: config.origin, gymIds, loadedAtUtcMs: nowUtcMs, faults: [] };
}

/** With what only shows when a detector is built. */
function withFaults(status: ConfigurationStatus, counting: Counting): ConfigurationStatus {
  return { ...status, faults: [...status.faults, ...counting.configurationFaults()] };
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
    mayRest: camera.sampling.mayRest,
  };
}

function noteSample(fleet: CameraFleet, cameraId: string, outcome: SampleOutcome): number {
  const camera = fleet.get(cameraId);
  const { width, height } = outcome.frameSize;
  camera?.noteFrameSize(width, height);
  return camera?.noteSample(outcome.sample) ?? 0;
}

function noteFault(fleet: CameraFleet, cameraId: string, error: unknown): void {
  const code = isTurnoutError(error) ? error.code : 'internal_error';
  fleet.get(cameraId)?.noteFault({ code, detail: messageOf(error) });
}
