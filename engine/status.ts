/** The engine's condition as one plain object: what `/health`, `/v1/status` and `/metrics` are made of. No addresses, people or counts. */

import type { CameraSnapshot } from './cameras/index.ts';
import type { ClockStep } from './clock-watch.ts';
import type { DetectorLane } from './pool/index.ts';
import type { FeedStatus } from './schedule/index.ts';

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
  /** Keyframes thrown away because they were too old to tell who is in the room. */
  readonly stale: number;
  /** Keyframes replaced by a newer one before anybody wanted them: the normal fate of most. */
  readonly replaced: number;
  /** From a frame's hand-over to its count being readable, ms, over the last 512 samples; null before the first. */
  readonly latencyMs: { readonly p50: number; readonly p99: number } | null;
}

export interface DetectorStatus {
  /** As it calls itself; as the configuration names it where it could not be built. */
  readonly name: string;
  /** Whether it was built. */
  readonly isLoaded: boolean;
  /** Empty where it could not be built. */
  readonly version: string;
  readonly model: string | null;
  /** Size of the picture it looks at, px; null while it could not be built. */
  readonly input: { readonly width: number; readonly height: number } | null;
  readonly isWeak: boolean;
  readonly isQuarantined: boolean;
  readonly failures: number;
  /** How many of them of each code. */
  readonly faults: Readonly<Record<string, number>>;
  /** Code and sentence of the last failure; null when there was none. */
  readonly lastFailure: { readonly code: string; readonly detail: string } | null;
  /** Where it runs and why there; see `engine/pool/lanes`. */
  readonly lane: Omit<DetectorLane, 'id'>;
}

export interface StorageStatus {
  readonly state: 'ok' | 'failing';
  /** Why it fails; null when it does not. */
  readonly detail: string | null;
  readonly sizeBytes: number;
  readonly samplesStored: number;
  readonly lastWriteUtcMs: number | null;
}

export interface ConfigurationStatus {
  /** `file` or `demo` (no configuration). */
  readonly origin: 'file' | 'demo';
  readonly gymIds: readonly string[];
  readonly loadedAtUtcMs: number;
  /** Faults of the newest file when it could not be taken; the one before it is still running. */
  readonly faults: readonly string[];
}

/** What is known of a camera beside its connection. */
export interface CameraPlace {
  readonly gymId: string;
  /** Instant of its newest sample since the start; null before the first. */
  readonly lastSampleUtcMs: number | null;
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
  readonly schedule: { readonly feeds: readonly FeedStatus[] };
  readonly configuration: ConfigurationStatus;
}
