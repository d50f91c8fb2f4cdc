/** `GET /v1/status`: the engine's condition in wire form. Sentences pass the redaction once more on their way out. */

import {
  type CameraSnapshot,
  type DetectorStatus,
  type EngineStatus,
  redactText,
  type StorageStatus,
} from '../../engine/index.ts';
import { STATUS, type Status } from '../schemas/status.ts';
import { defineRoute, NO_PARAMETERS, type Route } from './route.ts';

/** The route; `status` may be some moments old. */
export function statusRoute(status: () => EngineStatus, version: string): Route {
  const told = new WeakMap<EngineStatus, Status>();
  return defineRoute({
    method: 'GET',
    path: '/v1/status',
    operationId: 'get_status',
    summary:
      'How the program is: cameras, pipeline, detectors, storage, feeds of the schedule, configuration.',
    description:
      'Cameras by state, rates, drops and latency of the pipeline, detectors, storage, the feeds of the schedule, faults of the configuration. No addresses, no names of people, no counts.',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    response: STATUS,
    answer: () => {
      const now = status();
      const value = told.get(now) ?? statusOf(now, version);
      told.set(now, value);
      return { status: 200, value };
    },
  });
}

function statusOf(status: EngineStatus, version: string): Status {
  const { cameras, configuration } = status;
  return {
    service: 'turnout',
    version,
    started_at: instant(status.startedAtUtcMs),
    uptime_s: Math.round(status.uptimeMs / 100) / 10,
    cameras: { total: cameras.length, by_state: countStates(cameras), list: cameras.map(cameraOf) },
    pipeline: pipelineOf(status),
    detectors: status.detectors.map(detectorOf),
    storage: storageOf(status.storage),
    schedule: { feeds: status.schedule.feeds.map(feedOf) },
    configuration: {
      origin: configuration.origin,
      loaded_at: instant(configuration.loadedAtUtcMs),
      faults: configuration.faults.map(redactText),
    },
  };
}

function countStates(cameras: readonly CameraSnapshot[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of cameras) {
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

function cameraOf(camera: CameraSnapshot): Status['cameras']['list'][number] {
  return {
    id: camera.id,
    state: camera.state,
    reasons: [...camera.reasons],
    detail: sentence(camera.detail),
    since: instant(camera.sinceUtcMs),
    retry_at: instantOrNull(camera.retryAtUtcMs),
    sample_period_ms: Number.isFinite(camera.wantedPeriodMs) ? camera.wantedPeriodMs : null,
    codec: camera.codec,
    width: camera.width,
    height: camera.height,
    fps: camera.fps,
    gop_ms: camera.gopMs,
    reconnects: camera.reconnects,
    keyframes: camera.keyframes,
    received_bytes: camera.bytes,
    last_keyframe_at: instantOrNull(camera.lastKeyframeUtcMs),
  };
}

function pipelineOf({ pipeline }: EngineStatus): Status['pipeline'] {
  const { latencyMs } = pipeline;
  return {
    workers: pipeline.workers,
    samples: pipeline.samples,
    samples_per_second: rounded(pipeline.samplesPerSecond),
    failed: pipeline.failed,
    shed: pipeline.shed,
    starved: pipeline.starved,
    stale: pipeline.stale,
    replaced: pipeline.replaced,
    latency_ms: latencyMs && { p50: rounded(latencyMs.p50), p99: rounded(latencyMs.p99) },
  };
}

function detectorOf(detector: DetectorStatus): Status['detectors'][number] {
  const { lastFailure } = detector;
  return {
    name: detector.name,
    version: detector.version,
    model: detector.model,
    weak: detector.isWeak,
    quarantined: detector.isQuarantined,
    failures: detector.failures,
    last_failure:
      lastFailure === null
        ? null
        : { code: lastFailure.code, detail: redactText(lastFailure.detail) },
  };
}

function storageOf(storage: StorageStatus): Status['storage'] {
  return {
    state: storage.state,
    detail: sentence(storage.detail),
    size_bytes: storage.sizeBytes,
    samples_stored: storage.samplesStored,
    last_write_at: instantOrNull(storage.lastWriteUtcMs),
  };
}

type Feed = Status['schedule']['feeds'][number];

function feedOf(feed: EngineStatus['schedule']['feeds'][number]): Feed {
  const { fault } = feed;
  return {
    gym_id: feed.gymId,
    source_id: feed.sourceId,
    last_read_at: instantOrNull(feed.lastReadUtcMs),
    last_success_at: instantOrNull(feed.lastSuccessUtcMs),
    classes: feed.entries,
    faults: feed.faultCount,
    fault: fault && { code: fault.code, detail: redactText(fault.detail) },
  };
}

/** Two places are all that means anything. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** RFC 3339, UTC: the program as a whole is in no gym's zone. */
function instant(atUtcMs: number): string {
  return new Date(atUtcMs).toISOString();
}

function instantOrNull(atUtcMs: number | null): string | null {
  return atUtcMs === null ? null : instant(atUtcMs);
}

function sentence(text: string | null): string | null {
  return text === null ? null : redactText(text);
}
