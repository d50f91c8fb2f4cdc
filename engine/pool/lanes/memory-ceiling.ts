/**
 * The ceiling over the memory of the program and the processes of its plugins: what is over it costs workers, and never
 * the program.
 */

import { totalmem } from 'node:os';
import type { Log } from '../../../runtime/log/log.ts';
import { every } from '../../../runtime/timers.ts';
import type { ProcessLane } from './process-lane.ts';

export interface MemoryCeilingOptions {
  /** Most memory of all processes together, bytes. */
  readonly memoryBytes: number;
  readonly log: Log;
  readonly processes: () => Iterable<ProcessLane>;
  /** Starts the workers of this process again, without what they hold. */
  readonly replaceShared: () => void;
}

const LOOK_MS = 1_000;
/** Shortest time between two replacements, ms. Chosen here: where a new start does not help, more of them do not either. */
const REPLACE_PERIOD_MS = 10 * 60_000;

/** Least ceiling by default, bytes: some cameras and one plugin fit. Chosen here. */
const MIN_MEMORY_BYTES = 1e9;

/**
 * The ceiling by default, bytes: half of what this computer has, or the group of processes that it puts us in.
 *
 * @param constrainedBytes 0 and huge numbers stand for no limit.
 */
export function defaultMemoryBytes(
  constrainedBytes = process.constrainedMemory(),
  totalBytes = totalmem(),
): number {
  const isConstrained = constrainedBytes > 0 && constrainedBytes < totalBytes;
  return Math.max(MIN_MEMORY_BYTES, (isConstrained ? constrainedBytes : totalBytes) / 2);
}

/** @returns ends the watch. */
export function watchMemory(options: MemoryCeilingOptions): { stop(): void } {
  const { memoryBytes, log } = options;
  const stopping = new AbortController();
  let replacedMs = Number.NEGATIVE_INFINITY;

  const look = () => {
    const ownBytes = process.memoryUsage.rss();
    const lanes = [...options.processes()].toSorted((one, other) => other.rssBytes - one.rssBytes);
    const allBytes = lanes.reduce((sum, { rssBytes }) => sum + rssBytes, ownBytes);
    if (allBytes <= memoryBytes) return;
    const [largest] = lanes;
    if (largest !== undefined && largest.rssBytes > ownBytes) {
      largest.endForMemory(`${inMb(allBytes)} MB of ${inMb(memoryBytes)} MB for all`);
    } else if (performance.now() - replacedMs > REPLACE_PERIOD_MS) {
      replacedMs = performance.now();
      const [taken_mb, limit_mb] = [inMb(allBytes), inMb(memoryBytes)];
      log.error('memory_over_limit', { taken_mb, limit_mb, replaced: 'shared workers' });
      options.replaceShared();
    }
  };
  void every({ periodMs: LOOK_MS, signal: stopping.signal, onError: () => undefined }, look);
  return { stop: () => stopping.abort() };
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}
