/** The engine's condition as one plain object: what `/health`, `/v1/status` and `/metrics` are made of. No addresses, people or counts. */

import type { CameraSnapshot } from '../engine/cameras/supervision/supervisor.ts';
import type { CountedCamera } from '../engine/counting/counted-camera.ts';
import type { Counting } from '../engine/counting/counting.ts';
import type { DetectorStatus } from '../engine/counting/detector-in-use.ts';
import type { CountsReader } from '../engine/counts/reader.ts';
import { crowdReasons, smallestInput } from '../gym/attendance/estimate/interval.ts';
import type { ClockStep } from '../runtime/clock.ts';
import type { StorageStatus } from '../store/history/samples/sample-writer.ts';
import type { Backups } from './backups.ts';
import type { FeedStatus } from './feeds/followed.ts';
import type { LineStatus } from './line/line.ts';

export interface ConfigurationStatus {
  /** `file` or `demo` (no configuration). */
  readonly origin: 'file' | 'demo';
  readonly gymIds: readonly string[];
  readonly loadedAtUtcMs: number;
  /** Sections that differ from those of the start, and hold from the next start only. */
  readonly needsRestart?: readonly string[];
  /** Faults of the newest file when it could not be taken; the one before it is still running. */
  readonly faults: readonly string[];
  /** Of the file that runs: what only shows when a detector is built. A head office builds none. */
  readonly detectorFaults?: readonly string[];
}

/** What is known of a camera next to its connection. */
export interface CameraPlace {
  readonly gymId: string;
  /** Instant of its newest sample since the start; null before the first. */
  readonly lastSampleUtcMs: number | null;
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
  readonly pipeline: { readonly workers: number } & Omit<
    ReturnType<Counting['stats']>,
    'inFlight' | 'cameras'
  >;
  readonly detectors: readonly DetectorStatus[];
  readonly storage: StorageStatus;
  /** The last step of the wall clock by more than a minute; null where there was none. */
  readonly clock: { readonly lastStep: ClockStep | null };
  /** Since when no file descriptor is free, so that no connection is taken; null while there are some. */
  readonly descriptors: { readonly shortSinceUtcMs: number | null };
  /** Null where the configuration asks for none. */
  readonly backup: ReturnType<Backups['status']>;
  /** Lines of gyms that have joined a head office. */
  readonly lines: readonly LineStatus[];
  /** Where the configuration names a broker. */
  readonly mqtt?: readonly MqttStatus[];
  /** Of a head office alone. */
  readonly office?: OfficeStatus;
  readonly schedule: { readonly feeds: readonly FeedStatus[] };
  readonly configuration: ConfigurationStatus;
}

export interface OfficeStatus {
  readonly isDatabaseUp: boolean;
  /** Null while the database cannot be asked. */
  readonly chain: ChainCounts | null;
  /** Since the start of this node. */
  readonly sync: Readonly<Record<'batches' | 'changes', number>>;
  /** Connections of this node, and how often a statement had to wait for one since the start. */
  readonly connections: Readonly<Record<'busy' | 'idle' | 'waiting' | 'waits', number>>;
  /** Gyms in memory, how large they are about, and how often one was there or had to be read since the start. */
  readonly views: Readonly<Record<'gyms' | 'bytes' | 'hits' | 'reads', number>>;
}

export interface ChainCounts {
  /** `silent`: nothing came for 15 minutes. `never`: nothing ever came. `shut_out`: its box was revoked, and none is there. */
  readonly gyms: Readonly<Record<(typeof GYM_STATES)[number], number>>;
  /** Of the gyms that have a box: when the one that was silent for longest last got a receipt; null where none has. */
  readonly oldestReceiptUtcMs: number | null;
  /** When the newest batch of any of them came. */
  readonly newestReceiptUtcMs: number | null;
}

export const GYM_STATES = ['sending', 'silent', 'never', 'shut_out'] as const;

export type Crowding = NonNullable<ReturnType<typeof crowdingOf>>;

/**
 * Null for a camera that is not counted, has counted nothing, or sees no crowd. `counted`: the most people of one sample, of
 * those that are still in memory. There is always a reason.
 */
export function crowdingOf(
  camera: Pick<CountedCamera, 'place' | 'isWeak' | 'isDensity' | 'inputPixels'> | undefined,
  reader: Pick<CountsReader, 'since'>,
) {
  if (camera === undefined) return null;
  const { place, isWeak: isWeakDetector, isDensity, inputPixels } = camera;
  const { samples } = reader.since(place.slot, null);
  // A dark or frozen picture counts nothing that could be believed.
  const good = samples.filter(({ flags }) => flags === 0);
  const counted = Math.max(0, ...good.map(({ count }) => count ?? 0));
  const smallest = smallestInput([{ isWeakDetector, isDensity, inputPixels }]);
  const reasons = crowdReasons(counted, smallest);
  return reasons.length === 0 ? null : { counted, reasons, isWeakDetector };
}
