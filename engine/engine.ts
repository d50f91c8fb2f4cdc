/**
 * The engine: from configured cameras to counts that can be asked for. Joins the rooms of this folder; each of them
 * can be read alone.
 *
 * ```text
 *  fleet (one supervisor a camera) ─▶ counting (sampling, pool, detectors) ─▶ counts store ─▶ history
 * ```
 */

import { availableParallelism } from 'node:os';
import { isTurnoutError, messageOf } from '../errors.ts';
import { type CameraSpec, createSource, Fleet } from './cameras/index.ts';
import type { Clock } from './clock.ts';
import { type CameraConfig, type Config, MAX_CAMERAS, placedCameras } from './config/index.ts';
import { Counting, chooseDetector, type DetectorFolders } from './counting/index.ts';
import { createCounts, openReader } from './counts/index.ts';
import { type CountsRecorder, type History, recordCounts } from './history/index.ts';
import type { Log } from './log.ts';
import { createPool, type Pool, type SampleOutcome } from './pool/index.ts';
import type { ConfigurationStatus, EngineStatus } from './status.ts';
import { every, systemTimers } from './timers.ts';

export interface EngineOptions {
  readonly config: Config;
  readonly folders: DetectorFolders;
  /** Open, and closed by its owner after the engine has stopped. */
  readonly history: History;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Engine {
  /** Connects the cameras and begins to count. Resolves at once: cameras come when they come. */
  start(): Promise<void>;
  /** Stops everything within 4 s; what was counted is in the history then. */
  stop(): Promise<void>;
  status(): EngineStatus;
  /** Takes a new configuration; cameras that stay the same are not touched. */
  applyConfig(config: Config): Promise<void>;
  /** Remembers why the newest configuration could not be taken; the one before goes on. */
  noteConfigFaults(faults: readonly string[]): void;
}

/** How often old samples are deleted, ms. */
const PURGE_PERIOD_MS = 3_600_000;

/** Builds the engine; nothing is connected before `start`. */
export function createEngine(options: EngineOptions): Engine {
  const { clock, log, history, folders } = options;
  const startedAtUtcMs = clock.nowUtcMs();
  const startedMs = clock.monotonicMs();
  let config = options.config;
  let configuration = configurationOf(config, startedAtUtcMs);
  let applying: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const { pool, fleet, counting, recorder } = joinParts(options, stopping.signal);

  async function apply(): Promise<void> {
    const all = placedCameras(config).map(({ camera }) => camera);
    const cameras = all.filter(({ isEnabled }) => isEnabled);
    const { options: detectorOptions } = config.detectors;
    const specs = cameras.map(async (camera) => {
      const choice = await chooseDetector(camera.detector, detectorOptions, folders);
      return { config: camera, choice };
    });
    await counting.apply(await Promise.all(specs));
    await fleet.apply(cameras.map((camera) => specOf(camera, config, counting)));
  }

  return {
    start: () => {
      const onError = (error: unknown) => log.error('purge_failed', { detail: messageOf(error) });
      const purge = async () => void (await history.purge(config.retention));
      void every({ periodMs: PURGE_PERIOD_MS, signal: stopping.signal, onError }, purge);
      applying = apply();
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
      await fleet.stop();
      await counting.stop();
      stopping.abort();
      await recorder.finished;
      await pool.close();
    },
    status: () => ({
      startedAtUtcMs,
      uptimeMs: clock.monotonicMs() - startedMs,
      cameras: fleet.snapshots(),
      pipeline: { workers: pool.workers, ...counting.stats() },
      detectors: counting.detectors(),
      storage: history.status(),
      configuration,
    }),
  };
}

interface Parts {
  readonly pool: Pool;
  readonly fleet: Fleet;
  readonly counting: Counting;
  readonly recorder: CountsRecorder;
}

function joinParts(options: EngineOptions, stopping: AbortSignal): Parts {
  const { clock, log, history } = options;
  const { sampling } = options.config;
  const counts = createCounts({ slots: MAX_CAMERAS });
  const pool = createPool({
    workers: workersOf(sampling.workers),
    taskTimeoutMs: sampling.taskTimeoutMs,
    heapBytes: sampling.workerMemoryBytes,
    counts,
  });
  const around = { clock, timers: systemTimers, log };
  const fleet = new Fleet({
    ...around,
    createSource,
    deliver: (cameraId, frame) => counting.deliver(cameraId, frame),
    random: Math.random,
  });
  const counting = new Counting({
    ...around,
    pool,
    counts,
    gopMs: (cameraId) => fleet.get(cameraId)?.snapshot().gopMs ?? null,
    onSample: (cameraId, outcome) => noteSample(fleet, cameraId, outcome),
    onFault: (cameraId, error) => noteFault(fleet, cameraId, error),
    onRelease: () => recorder.drain(),
  });
  const recorder = recordCounts({
    reader: openReader(counts),
    history,
    owners: () => counting.owners(),
    log,
    signal: stopping,
  });
  return { pool, fleet, counting, recorder };
}

function configurationOf(config: Config, nowUtcMs: number): ConfigurationStatus {
  return { origin: config.origin, loadedAtUtcMs: nowUtcMs, faults: [] };
}

/** `auto` leaves one core to the readers and the API where there is more than one. */
function workersOf(workers: number | 'auto'): number {
  return workers === 'auto' ? Math.max(1, availableParallelism() - 1) : workers;
}

function specOf(camera: CameraConfig, config: Config, counting: Counting): CameraSpec {
  return {
    id: camera.id,
    url: camera.url,
    transport: camera.transport,
    openTimeoutMs: config.sampling.openTimeoutMs,
    readTimeoutMs: config.sampling.readTimeoutMs,
    wantedPeriodMs: () => counting.wantedPeriodMs(camera.id),
  };
}

function noteSample(fleet: Fleet, cameraId: string, outcome: SampleOutcome): number {
  const camera = fleet.get(cameraId);
  const { width, height } = outcome.frameSize;
  camera?.noteFrameSize(width, height);
  return camera?.noteSample(outcome.sample) ?? 0;
}

function noteFault(fleet: Fleet, cameraId: string, error: unknown): void {
  const code = isTurnoutError(error) ? error.code : 'internal_error';
  fleet.get(cameraId)?.noteFault({ code, detail: messageOf(error) });
}
