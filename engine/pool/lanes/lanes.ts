/**
 * Where each detector runs.
 *
 * ```text
 *  shipped ──────────────▶ the shared workers: threads of this process
 *     │ hangs, or takes too much memory, or is computed by a driver
 *     ▼
 *  caught, and every plugin ─▶ a process of its own, with workers of its own
 * ```
 * So what a plugin or the driver of a graphics processor does to its process, it does to itself. A shipped detector is caught where its model hangs or does not
 * fit; it stays in a process of its own until the next start.
 */

import { detectorNames } from '../../../detectors/registry.ts';
import { type ErrorCode, isTurnoutError, type TurnoutError } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type {
  DetectorChoice,
  DetectorFacts,
  SampleOutcome,
  SampleTask,
  WorkerNote,
} from '../messages.ts';
import { pluginName } from '../plugin-name.ts';
import { createPool, type Pool, type PoolOptions } from '../pool.ts';
import { watchMemory } from './memory-ceiling.ts';
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
  readonly reason: 'shipped' | 'plugin' | 'caught' | 'provider';
  /** Memory of its process, bytes; null where it shares that of the program. */
  readonly rssBytes: number | null;
}

/** What a shipped detector is taken out of the shared workers for. */
const CAUGHT_FOR: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'detector_timeout',
  'detector_out_of_memory',
  'detector_exited',
]);

/** Part of all memory that one plugin may take. Chosen here: the program itself must fit next to it. */
const PLUGIN_SHARE = 0.5;

/** A pool with a lane for each detector that needs its own. */
export class Lanes implements Pool {
  readonly workers: number;
  readonly #options: LanesOptions;
  readonly #shipped = new Set(detectorNames());
  readonly #caught = new Set<string>();
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
    return this.#run(task.detector, (lane) => lane.sample(task));
  }

  prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    return this.#run(choice, (lane) => lane.prepare(choice));
  }

  laneOf(choice: DetectorChoice): DetectorLane {
    const key = this.#processKey(choice);
    if (key === null) return { id: 'shared', kind: 'shared', reason: 'shipped', rssBytes: null };
    const reason = this.#reasonOf(choice);
    const rssBytes = this.#processes.get(key)?.rssBytes ?? 0;
    return { id: key, kind: 'own_process', reason, rssBytes };
  }

  /** Ends the processes of all detectors but these. */
  retain(choices: readonly DetectorChoice[]): void {
    const wanted = new Set(choices.map((choice) => this.#processKey(choice)));
    // One that is being built does not know yet what computes it: its process may be any of those.
    const isBuilding = choices.some(
      ({ onnx }) => onnx !== undefined && onnx.provider === undefined,
    );
    for (const [key, lane] of this.#processes) {
      if (wanted.has(key) || (isBuilding && key.startsWith('['))) continue;
      this.#processes.delete(key);
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

  /** Null for one that runs in the shared workers. */
  #processKey(choice: DetectorChoice): string | null {
    if (!this.#shipped.has(choice.plugin)) return choice.plugin;
    const isOwn = this.#caught.has(keyOf(choice)) || isByDriver(choice);
    return isOwn ? keyOf(choice) : null;
  }

  #reasonOf(choice: DetectorChoice): DetectorLane['reason'] {
    if (!this.#shipped.has(choice.plugin)) return 'plugin';
    return this.#caught.has(keyOf(choice)) ? 'caught' : 'provider';
  }

  async #run<T>(
    choice: DetectorChoice,
    work: (lane: Pick<Pool, 'sample' | 'prepare'>) => Promise<T>,
  ): Promise<T> {
    const key = this.#processKey(choice);
    if (key !== null) return work(this.#processOf(key, choice));
    try {
      return await work(this.#shared);
    } catch (error) {
      if (isTurnoutError(error) && CAUGHT_FOR.has(error.code)) {
        this.#caught.add(keyOf(choice));
        this.#options.log.warn('detector_caught', { detector: choice.plugin, code: error.code });
      }
      throw error;
    }
  }

  #processOf(key: string, choice: DetectorChoice): ProcessLane {
    const known = this.#processes.get(key);
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
    this.#processes.set(key, lane);
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

/** Whether more than the processor computes it: a driver that crashes ends its process. */
function isByDriver({ onnx }: DetectorChoice): boolean {
  return (onnx?.provider ?? 'cpu') !== 'cpu';
}

/** Begins with a bracket, which no name of a plugin does. */
function keyOf({ plugin, options, onnx }: DetectorChoice): string {
  return JSON.stringify([plugin, options, onnx?.provider ?? 'cpu']);
}
