/**
 * Where each detector runs.
 *
 * ```text
 *  shipped, on the processor ─────────▶ the shared workers: threads of this process
 *  a plugin, or the driver of a GPU ──▶ processes of its own
 * ```
 * So what a plugin or a driver does to its process, it does to itself.
 */

import { totalmem } from 'node:os';
import { detectorNames, pluginName } from '../../detectors/registry.ts';
import type { TurnoutError } from '../../errors.ts';
import { every } from '../../runtime/timers.ts';
import type { DetectorChoice, SampleOutcome, SampleTask } from './messages.ts';
import { PluginLane } from './plugin-lane.ts';
import { type Pool, type PoolOptions, ThreadPool } from './pool.ts';
import type { DetectorFacts } from './sampler.ts';

export interface LanesOptions extends PoolOptions {
  /** Most memory of the program with the processes of its plugins, bytes; null for the part of this computer's. */
  readonly memoryBytes: number | null;
}

/** Part of all memory that one plugin may take. Chosen here: the program itself must fit next to it. */
const PLUGIN_SHARE = 0.5;

/** A pool with a lane for each detector that needs its own. */
export class Lanes implements Pool {
  readonly workers: number;
  readonly #options: PoolOptions;
  readonly #memoryBytes: number;
  readonly #shipped = new Set(detectorNames());
  readonly #processes = new Map<string, PluginLane>();
  readonly #closing = new AbortController();
  #replacedMs = Number.NEGATIVE_INFINITY;
  #shared: Pool;
  #onStray: (plugin: string, fault: TurnoutError) => void = () => undefined;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#memoryBytes = options.memoryBytes ?? defaultMemoryBytes();
    this.#shared = new ThreadPool(options);
    this.workers = this.#shared.workers;
    const watching = { periodMs: LOOK_MS, signal: this.#closing.signal, onError: () => undefined };
    void every(watching, () => this.#lookAtMemory());
  }

  sample(task: SampleTask): Promise<SampleOutcome> {
    return this.#laneFor(task.detector).sample(task);
  }

  prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    return this.#laneFor(choice).prepare(choice);
  }

  /** Where a detector runs, and why there. Detectors of one `id` share its workers. */
  laneOf(choice: DetectorChoice) {
    const reason = this.#reasonOf(choice);
    if (reason === 'shipped') {
      return { id: 'shared', kind: 'shared' as const, reason, rssBytes: null };
    }
    // Memory of its process.
    const rssBytes = this.#processes.get(choice.plugin)?.rssBytes ?? 0;
    return { id: choice.plugin, kind: 'own_process' as const, reason, rssBytes };
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

  /** Calls `listener` with faults that cost no sample, and the plugin whose they are. One listener. */
  onStray(listener: (plugin: string, fault: TurnoutError) => void): void {
    this.#onStray = listener;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const lanes = [...this.#processes.values()];
    await Promise.all([this.#shared.close(), ...lanes.map((lane) => lane.close())]);
  }

  /** What is over the ceiling of all processes together costs workers, and never the program. */
  #lookAtMemory(): void {
    const mostBytes = this.#memoryBytes;
    const ownBytes = process.memoryUsage.rss();
    const lanes = [...this.#processes.values()].toSorted((a, b) => b.rssBytes - a.rssBytes);
    const allBytes = lanes.reduce((sum, { rssBytes }) => sum + rssBytes, ownBytes);
    if (allBytes <= mostBytes) return;
    const [largest] = lanes;
    if (largest !== undefined && largest.rssBytes > ownBytes) {
      largest.endForMemory(`${inMb(allBytes)} MB of ${inMb(mostBytes)} MB for all`);
    } else if (performance.now() - this.#replacedMs > REPLACE_PERIOD_MS) {
      this.#replacedMs = performance.now();
      const [taken_mb, limit_mb] = [inMb(allBytes), inMb(mostBytes)];
      const replaced = 'shared workers';
      this.#options.log.error('memory_over_limit', { taken_mb, limit_mb, replaced });
      void this.#shared.close();
      this.#shared = new ThreadPool(this.#options);
    }
  }

  #reasonOf({ plugin, onnx }: DetectorChoice): 'shipped' | 'plugin' | 'provider' {
    if (!this.#shipped.has(plugin)) return 'plugin';
    return (onnx?.provider ?? 'cpu') === 'cpu' ? 'shipped' : 'provider';
  }

  #laneFor(choice: DetectorChoice): Pick<Pool, 'sample' | 'prepare'> {
    if (this.#reasonOf(choice) === 'shipped') return this.#shared;
    const known = this.#processes.get(choice.plugin);
    if (known !== undefined) return known;
    const lane = new PluginLane({
      ...this.#options,
      workers: this.workers,
      plugin: pluginName(choice.plugin),
      ceilingBytes: this.#memoryBytes * PLUGIN_SHARE,
      onStray: (fault) => this.#onStray(choice.plugin, fault),
    });
    this.#processes.set(choice.plugin, lane);
    return lane;
  }
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

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}
