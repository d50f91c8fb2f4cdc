/** The engine's condition as one plain object: what `/health`, `/v1/status` and `/metrics` are made of. No addresses, people or counts. */

import type { CameraSnapshot } from '../engine/cameras/state.ts';
import type { DetectorStatus } from '../engine/counting/detector-in-use.ts';
import type { FeedStatus } from '../gym/schedule/entry.ts';
import type { ClockStep } from '../runtime/clock.ts';
import type { StorageStatus } from '../store/history/samples/sample-writer.ts';
import type { LineStatus } from './line/line.ts';
import type { OfficeStatus } from './office-status.ts';

export interface PipelineStatus {
  readonly workers: number;
  /** Samples taken since the start, and over the last minute, a second. */
  readonly samples: number;
  readonly samplesPerSecond: number;
  /** Samples lost because a task threw, timed out or ran out of memory. */
  readonly failed: number;
  /** Due samples skipped because all workers were busy. */
  readonly shed: number;
  /** Due samples skipped because no new keyframe had come. */
  readonly starved: number;
  /** Keyframes dropped because they were too old. */
  readonly stale: number;
  /** Keyframes replaced by a newer one before anybody wanted them: the normal fate of most. */
  readonly replaced: number;
  /** From a frame's hand-over to its count being readable, ms, over the last 512 samples; null before the first. */
  readonly latencyMs: { readonly p50: number; readonly p99: number } | null;
}

export interface ConfigurationStatus {
  /** `file` or `demo` (no configuration). */
  readonly origin: 'file' | 'demo';
  readonly gymIds: readonly string[];
  readonly loadedAtUtcMs: number;
  /** Faults of the newest file when it could not be taken; the one before it is still running. */
  readonly faults: readonly string[];
}

/** What is known of a camera next to its connection. */
export interface CameraPlace {
  readonly gymId: string;
  /** Instant of its newest sample since the start; null before the first. */
  readonly lastSampleUtcMs: number | null;
}

export interface BackupStatus {
  /** Of the newest that is there; null without one. */
  readonly newestUtcMs: number | null;
  /** Whether it is older than twice the time between two. */
  readonly isOverdue: boolean;
  /** How many could not be written since the start. */
  readonly failures: number;
}

/** The connection of a gym to the MQTT broker. */
export interface MqttStatus {
  readonly gymId: string;
  readonly state: 'connecting' | 'connected' | 'failing';
  /** When the state was entered. */
  readonly sinceUtcMs: number;
  /** One sentence: why it is failing. */
  readonly detail: string | null;
}

export interface EngineStatus {
  readonly startedAtUtcMs: number;
  readonly uptimeMs: number;
  readonly cameras: readonly CameraSnapshot[];
  /** By id; a camera that is being taken away has none. */
  readonly cameraPlaces: ReadonlyMap<string, CameraPlace>;
  readonly pipeline: PipelineStatus;
  readonly detectors: readonly DetectorStatus[];
  readonly storage: StorageStatus;
  /** The last step of the wall clock by more than a minute; null where there was none. */
  readonly clock: { readonly lastStep: ClockStep | null };
  /** Since when no file descriptor is free, so that no connection is taken; null while there are some. */
  readonly descriptors: { readonly shortSinceUtcMs: number | null };
  /** Null where the configuration asks for none. */
  readonly backup: BackupStatus | null;
  /** Lines of gyms that have joined a head office. */
  readonly lines: readonly LineStatus[];
  /** Where the configuration names a broker. */
  readonly mqtt?: readonly MqttStatus[];
  /** Of a head office alone. */
  readonly office?: OfficeStatus;
  readonly schedule: { readonly feeds: readonly FeedStatus[] };
  readonly configuration: ConfigurationStatus;
}
