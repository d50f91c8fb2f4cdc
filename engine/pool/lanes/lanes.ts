/**
 * Where each detector runs.
 *
 * ```text
 *  shipped, on the processor ─────────▶ the shared workers: threads of this process
 *  a plugin, or the driver of a GPU ──▶ a process of its own, with workers of its own
 * ```
 * So what a plugin or a driver does to its process, it does to itself.
 */

import { totalmem } from 'node:os';
import { detectorNames } from '../../../detectors/registry.ts';
import type { TurnoutError } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { every } from '../../../runtime/timers.ts';
import {
  type DetectorChoice,
  type DetectorFacts,
  pluginName,
  type SampleOutcome,
  type SampleTask,
  type WorkerNote,
} from '../messages.ts';
import { createPool, type Pool, type PoolOptions } from '../pool.ts';
import { about, ProcessLane } from './process-lane.ts';

export interface LanesOptions
  extends Pick<PoolOptions, 'workers' | 'taskTimeoutMs' | 'heapBytes' | 'counts'> {
  /** Most memory of the program with the processes of its plugins, bytes. */
  readonly memoryBytes: number;
  readonly log: Log;
}

/** Where a detector runs, and why there. */
export interface DetectorLane {
  /** Detectors of one lane share its workers. */
  readonly id: string;
  readonly kind: 'shared' | 'own_process';
  readonly reason: 'shipped' | 'plugin' | 'provider';
  /** Memory of its process, bytes; null where it shares that of the program. */
  readonly rssBytes: number | null;
}

/** Part of all memory that one plugin may take. Chosen here: the program itself must fit next to it. */
const PLUGIN_SHARE = 0.5;

/** A pool with a lane for each detector that needs its own. */
export class Lanes implements Pool {
  readonly workers: number;
  readonly #options: LanesOptions;
  readonly #shipped = new Set(detectorNames());
  readonly #processes = new Map<string, ProcessLane>();
  readonly #watch: { stop(): void };
  #shared: Pool;
  #onStray: (plugin: string, fault: TurnoutError) => void = () => undefined;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#shared = startShared(options);
    this.workers = this.#shared.workers;
    this.#watch = watchMemory({
      ...options,
      processes: () => this.#processes.values(),
      replaceShared: () => {
        const before = this.#shared;
        this.#shared = startShared(options);
        void before.close();
      },
    });
  }

  sample(task: SampleTask): Promise<SampleOutcome> {
    return this.#laneFor(task.detector).sample(task);
  }

  prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    return this.#laneFor(choice).prepare(choice);
  }

  laneOf(choice: DetectorChoice): DetectorLane {
    const reason = this.#reasonOf(choice);
    if (reason === 'shipped') return { id: 'shared', kind: 'shared', reason, rssBytes: null };
    const rssBytes = this.#processes.get(choice.plugin)?.rssBytes ?? 0;
    return { id: choice.plugin, kind: 'own_process', reason, rssBytes };
  }

  /** Ends the processes of all detectors but these. */
  retain(choices: readonly DetectorChoice[]): void {
    const wanted = new Set(choices.map(({ plugin }) => plugin));
    for (const [plugin, lane] of this.#processes) {
      if (wanted.has(plugin)) continue;
      this.#processes.delete(plugin);
      void lane.close();
    }
  }

  /** Calls `told` with faults that cost no sample, and the plugin whose they are. One listener. */
  onStray(told: (plugin: string, fault: TurnoutError) => void): void {
    this.#onStray = told;
  }

  async close(): Promise<void> {
    this.#watch.stop();
    const lanes = [...this.#processes.values()];
    await Promise.all([this.#shared.close(), ...lanes.map((lane) => lane.close())]);
  }

  #reasonOf({ plugin, onnx }: DetectorChoice): DetectorLane['reason'] {
    if (!this.#shipped.has(plugin)) return 'plugin';
    return (onnx?.provider ?? 'cpu') === 'cpu' ? 'shipped' : 'provider';
  }

  #laneFor(choice: DetectorChoice): Pick<Pool, 'sample' | 'prepare'> {
    if (this.#reasonOf(choice) === 'shipped') return this.#shared;
    const known = this.#processes.get(choice.plugin);
    if (known !== undefined) return known;
    const { taskTimeoutMs, heapBytes, counts, memoryBytes, log } = this.#options;
    const lane = new ProcessLane({
      setup: { workers: this.workers, taskTimeoutMs, heapBytes },
      plugin: pluginName(choice.plugin),
      ceilingBytes: memoryBytes * PLUGIN_SHARE,
      counts,
      log,
      onStray: (fault) => this.#onStray(choice.plugin, fault),
    });
    this.#processes.set(choice.plugin, lane);
    return lane;
  }
}

function startShared(options: LanesOptions): Pool {
  const onNote = (note: WorkerNote) => {
    const { kind, text } = note;
    if (kind !== 'logged') options.log.warn('detector_note', { lane: 'shared', kind, text });
    else
      options.log[note.level]('detector_logged', {
        detector: note.detector,
        text,
        ...about(note.fields),
      });
  };
  const onLost = (error: Error) =>
    options.log.warn('worker_lost', { detail: `it is started again; it ended: ${error.message}` });
  const { workers, taskTimeoutMs, heapBytes, counts } = options;
  return createPool({ workers, taskTimeoutMs, heapBytes, counts, onNote, onLost });
}

/**
 * The ceiling over the memory of the program and the processes of its plugins: what is over it costs workers, and never
 * the program.
 */

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
function watchMemory(options: MemoryCeilingOptions): { stop(): void } {
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
