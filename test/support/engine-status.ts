/** An engine's condition where all is well, to be changed by tests. */

import type { CameraSnapshot } from '../../engine/cameras/supervision/supervisor.ts';
import type { FeedStatus } from '../../service/feeds/followed.ts';
import type { EngineStatus } from '../../service/status.ts';

const STARTED_UTC_MS = Date.UTC(2026, 10, 21, 10);

export function camera(change: Partial<CameraSnapshot> = {}): CameraSnapshot {
  return {
    id: 'hall',
    state: 'streaming',
    reasons: [],
    detail: null,
    sinceUtcMs: STARTED_UTC_MS + 1_000,
    retryAtUtcMs: null,
    wantedPeriodMs: 5_000,
    codec: 'h264',
    width: 1920,
    height: 1080,
    fps: 25,
    gopMs: 2_000,
    reconnects: 0,
    keyframes: 30,
    bytes: 4_000_000,
    lastKeyframeUtcMs: STARTED_UTC_MS + 61_000,
    ...change,
  };
}

export function feedStatus(change: Partial<FeedStatus> = {}): FeedStatus {
  return {
    gymId: 'north',
    sourceId: 'site',
    lastReadUtcMs: STARTED_UTC_MS + 60_000,
    lastSuccessUtcMs: STARTED_UTC_MS + 60_000,
    entries: 212,
    faultCount: 0,
    fault: null,
    ...change,
  };
}

/** To a head office that cannot be reached, by a clock that is behind. */
export function lineStatus(gymId: string, hqHost = 'hq.example'): EngineStatus['lines'][number] {
  return {
    gymId,
    hqHost,
    state: 'offline',
    sinceUtcMs: STARTED_UTC_MS,
    detail: 'The line to the head office is down.',
    pending: 12,
    held: 1,
    unequal: null,
    skewMs: -45_040,
    lastReceiptUtcMs: null,
  };
}

/** Of a broker that does not answer. */
export function brokerStatus(gymId: string): NonNullable<EngineStatus['mqtt']>[number] {
  return { gymId, state: 'failing', sinceUtcMs: STARTED_UTC_MS, detail: 'It is down.' };
}

export function engineStatus(): EngineStatus {
  return {
    startedAtUtcMs: STARTED_UTC_MS,
    uptimeMs: 61_500,
    cameras: [camera()],
    cameraPlaces: new Map([['hall', { gymId: 'gym', lastSampleUtcMs: STARTED_UTC_MS + 60_000 }]]),
    pipeline: {
      workers: 1,
      samples: 12,
      samplesPerSecond: 0.2,
      failed: 0,
      shed: 0,
      starved: 0,
      stale: 0,
      replaced: 3,
      latencyMs: { p50: 20, p99: 40 },
    },
    detectors: [
      {
        name: 'motion',
        isLoaded: true,
        version: '1.0.0',
        model: null,
        provider: null,
        input: { width: 320, height: 180 },
        isWeak: true,
        isQuarantined: false,
        failures: 0,
        faults: {},
        lastFailure: null,
        lane: { kind: 'shared', reason: 'shipped', rssBytes: null },
      },
    ],
    clock: { lastStep: null },
    descriptors: { shortSinceUtcMs: null },
    storage: {
      state: 'ok',
      detail: null,
      sizeBytes: 4_096,
      samplesStored: 12,
      lastWriteUtcMs: STARTED_UTC_MS + 61_000,
    },
    lines: [],
    schedule: { feeds: [] },
    backup: null,
    configuration: { origin: 'demo', gymIds: ['gym'], loadedAtUtcMs: STARTED_UTC_MS, faults: [] },
  };
}
