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
import type { CameraSpec } from '../engine/cameras/supervision/supervisor.ts';
import {
  countedSpec,
  type DetectorFolders,
  noteStrayOptions,
} from '../engine/counting/configured-detectors.ts';
import type { Counting } from '../engine/counting/counting.ts';
import type { Looks } from '../engine/looks.ts';
import type { CalendarDate } from '../gym/calendar/zone.ts';
import type { ClassTable } from '../gym/figures/class-table.ts';
import type { DateRange } from '../gym/reports/period.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { Backups } from './backups.ts';
import { joinParts, type Parts, type PartsOptions, stopCounting } from './engine-parts.ts';
import type { GymEvidence } from './evidence/evidence.ts';
import { beginRounds, makeWatches } from './rounds.ts';
import {
  type CameraPlace,
  type ConfigurationStatus,
  type Crowding,
  crowdingOf,
  type EngineStatus,
} from './status.ts';

export interface EngineOptions extends PartsOptions {
  readonly folders: DetectorFolders;
  /** How the lines to head offices are; none without it. */
  readonly lines?: { status(): EngineStatus['lines'] };
  /** How the connections to the MQTT broker are. */
  readonly mqtt?: { status(): NonNullable<EngineStatus['mqtt']> };
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
  classesIn(view: GymView, range: DateRange): Promise<ClassTable>;
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
    const enabled = placed.filter(({ camera }) => camera.enabled);
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
      mqtt: options.mqtt?.status() ?? [],
      schedule: { feeds: feeds.states() },
      configuration: withFaults(configuration, counting),
    }),
    config: () => config,
    gym: gyms.view.bind(gyms),
    gymAsOf: (id, date) => gyms.asOf(id, date),
    classesIn: (view, range) => gyms.classesIn(view, range),
    evidence: parts.evidence,
    looks: counting.looks,
    crowding: (id) => crowdingOf(counting.get(id), reader),
  };
}

function cameraStatus(
  places: ReadonlyMap<string, PlacedCamera>,
  { fleet, counting, reader }: Pick<Parts, 'fleet' | 'counting' | 'reader'>,
): Pick<EngineStatus, 'cameras' | 'cameraPlaces'> {
  const entries = [...places].map(([id, { gymId }]): [string, CameraPlace] => {
    const counted = counting.get(id);
    const sample = counted === undefined ? null : reader.latest(counted.place.slot);
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
    isCounted: () => counting.get(camera.id)?.frameSize !== null,
  };
}
