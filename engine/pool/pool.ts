/**
 * The shipped detectors, in threads of the program: Piscina behind one function, a task in, an outcome or a coded error out.
 *
 * Workers run at lower priority than the API thread and take one task at a time. A task that takes too long or overflows
 * its heap costs that one sample; the worker is replaced where it has to be.
 *
 * A worker is ended between two tasks, for nothing cuts a native call short, and one that comes back to a thread whose
 * JavaScript was ended has nowhere to throw: its binding aborts the whole process (onnxruntime-node 1.30 after a run and
 * after loading, node-av 6.1 after decoding and while it is loaded).
 */

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { detectorName } from '../../detectors/registry.ts';
import { type ErrorCode, messageOf, TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { toError, YOUNG_MIB } from '../../runtime/threads.ts';
import { delay } from '../../runtime/timers.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import type { CountsBuffer } from '../counts/layout.ts';
import type {
  DetectorChoice,
  LoggedLine,
  SampleOutcome,
  SampleTask,
  WorkerAnswer,
  WorkerNews,
  WorkerOrder,
} from './messages.ts';
import type { DetectorFacts } from './sampler.ts';

export interface PoolOptions {
  /** Number of workers, 1..; more than one a core gains nothing and is cut down to it. */
  readonly workers: number;
  /** Longest time for one sample, ms. */
  readonly taskTimeoutMs: number;
  /** JavaScript heap of one worker, bytes. Pictures and models live outside it; who needs more is leaking. */
  readonly heapBytes: number;
  /** The counts store that workers write to; null to only return samples. */
  readonly counts: CountsBuffer | null;
  readonly log: Log;
}

/** The same for all detectors, or for some of them: see `lanes.ts`. */
export type Pool = Pick<ThreadPool, 'workers' | 'sample' | 'prepare' | 'close'>;

/** What every worker is started with. */
export type WorkerSetup = Pick<PoolOptions, 'counts' | 'taskTimeoutMs'>;

/** Niceness added to each worker: the API thread wins every contest for a core, and idle cores are still used. */
const NICE_INCREMENT = 10;

/**
 * Longest time to build a detector, ms. Chosen here: loading a model from a slow disk takes seconds, and where there is
 * one worker, no one is counted while a detector hangs in it.
 */
export const PREPARE_TIMEOUT_MS = 20_000;
/** Longest time for a process to start, ms. Chosen here: to start one took 10 s where 30 others wanted two cores. */
export const START_TIMEOUT_MS = 120_000;
/**
 * Time beyond all limits after which a worker hangs for ever and is replaced, ms. Chosen here: it is in a model on a network
 * disk that is gone, and needed by the others.
 */
const HANGS_MS = 10_000;
/** How often it is looked whether all workers are up, ms. */
const LOOK_MS = 10;
/** Time until a worker that could not start is started again, ms. Chosen here: what it lacks may be back by then. */
const RESTART_MS = 1_000;

/** Steps in which the time of a task is counted, ms. */
const STEP_MS = 1_000;

/** What waits for a worker, or is under way in one: what ends it, and tells that it has ended. */
type Flight = Record<'over' | 'landed', AbortController>;

export class ThreadPool {
  readonly workers: number;
  readonly #options: PoolOptions;
  readonly #piscina: Piscina;
  readonly #up = new Set<object>();
  readonly #flights = new Map<number, Flight>();
  readonly #closed = new AbortController();
  #lastId = 0;
  #isRestarting = false;
  #landed: () => void = () => undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.workers = Math.max(1, Math.min(options.workers, availableParallelism()));
    const { counts, taskTimeoutMs, heapBytes } = options;
    const { url, execArgv } = workerModule('engine/pool/worker');
    const piscina = new Piscina({
      filename: url.href,
      execArgv,
      workerData: { counts, taskTimeoutMs } satisfies WorkerSetup,
      minThreads: this.workers,
      maxThreads: this.workers,
      idleTimeout: Number.POSITIVE_INFINITY,
      niceIncrement: NICE_INCREMENT,
      resourceLimits: {
        maxOldGenerationSizeMb: toMegabytes(heapBytes),
        maxYoungGenerationSizeMb: YOUNG_MIB,
      },
    });
    this.#piscina = piscina;
    piscina.on('message', (news: WorkerNews) => this.#hear(news));
    piscina.on('workerCreate', (worker: object) => this.#up.add(worker));
    piscina.on('workerDestroy', (worker: object) => this.#up.delete(worker));
    // Without a listener the error would end the process: anyone who holds all descriptors for a moment could do that.
    piscina.on('error', (error: Error) => this.#lost(error));
  }

  /**
   * Looks at one frame. Rejects with a coded error: those of decoding, of the detector, `detector_timeout`,
   * `detector_out_of_memory`. Takes the bytes of the frame.
   */
  sample(task: SampleTask): Promise<SampleOutcome> {
    return this.#run('sample', task, task.detector, [task.frame.data.buffer]);
  }

  /** Builds a detector in one worker; the others build it for their first sample. Rejects with what kept it from starting. */
  prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    return this.#run('prepare', choice, choice, []);
  }

  /** Ends all workers, each after its task; what waits for one is lost. */
  async close(): Promise<void> {
    this.#closed.abort();
    // Workers take tasks in their order: no more than the first of them can be under way.
    for (const { over } of [...this.#flights.values()].slice(this.workers)) over.abort();
    const landed = new Promise<void>((resolve) => {
      this.#landed = resolve;
      if (this.#flights.size === 0) resolve();
    });
    // A thread that is ended within a call of onnxruntime takes the process along: what hangs is ended by its own limit.
    const ended = landed.then(() => this.#end());
    const waited = new AbortController();
    await Promise.race([ended, delay(HANGS_MS, waited.signal)]);
    waited.abort();
  }

  async #end(): Promise<void> {
    // Node 20.20 aborts the whole process where a thread is ended while it still loads its modules (`v8::Module::IsGraphAsync`).
    const until = performance.now() + HANGS_MS;
    const isStarting = () => this.#up.size < Math.min(this.workers, this.#piscina.threads.length);
    while (isStarting() && performance.now() < until) await delay(LOOK_MS);
    await this.#piscina.destroy();
  }

  async #run<T>(
    name: 'sample' | 'prepare',
    work: object,
    choice: DetectorChoice,
    transferList: ArrayBuffer[],
  ): Promise<T> {
    const where = `detector ${detectorName(choice)}`;
    if (this.#closed.signal.aborted) throw failed(where, 'the pool is closed');
    this.#lastId += 1;
    const order: WorkerOrder<object> = { id: this.#lastId, work };
    const flight: Flight = { over: new AbortController(), landed: new AbortController() };
    this.#flights.set(order.id, flight);
    let answer: WorkerAnswer<T>;
    try {
      const { signal } = flight.over;
      answer = await this.#piscina.run(order, { name, signal, transferList });
    } catch (error) {
      throw this.#faultOf(error, where, flight.over.signal.aborted);
    } finally {
      flight.landed.abort();
      this.#flights.delete(order.id);
      if (this.#flights.size === 0) this.#landed();
    }
    if ('fault' in answer) throw toError(answer.fault);
    return answer.value;
  }

  #hear(news: WorkerNews): void {
    if (news.kind === 'taken') {
      const flight = this.#flights.get(news.id);
      if (flight === undefined) return;
      // Neither the wait for a worker nor the start of a fresh one is charged to a detector.
      const limitMs = PREPARE_TIMEOUT_MS + this.#options.taskTimeoutMs + HANGS_MS;
      void endAfter(limitMs, flight);
      return;
    }
    logLine(this.#options.log, news.line);
  }

  #faultOf(cause: unknown, where: string, isAborted: boolean): TurnoutError {
    const replaced = (code: ErrorCode, expected: string, what: string) => {
      const got = `${what}; its worker was replaced`;
      return new TurnoutError(code, { where, expected, got }, { cause });
    };
    if (this.#closed.signal.aborted) return failed(where, 'the pool is closed', cause);
    if (isAborted) return replaced('detector_timeout', 'an answer', 'none');
    if ((cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const most = `at most ${toMegabytes(this.#options.heapBytes)} MB of heap`;
      return replaced('detector_out_of_memory', most, 'more');
    }
    return failed(where, messageOf(cause), cause);
  }

  async #lost(error: Error): Promise<void> {
    const detail = `it is started again; it ended: ${error.message}`;
    this.#options.log.warn('worker_lost', { detail });
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    if (await delay(RESTART_MS, this.#closed.signal)) this.#startMissing();
    this.#isRestarting = false;
  }

  /** Piscina starts none again after one that could not start, until there is a task: one that is withdrawn at once will do. */
  #startMissing(): void {
    const piscina = this.#piscina;
    for (let missing = this.workers - piscina.threads.length; missing > 0; missing -= 1) {
      const withdrawn = new AbortController();
      piscina.run(null, { signal: withdrawn.signal }).catch(() => undefined);
      withdrawn.abort();
    }
  }
}

/**
 * Ends a task that is under way for so long. In steps, so that a computer that was stopped for a minute reads what has come
 * meanwhile first: its workers do not hang, and ending one within a native call could end the process.
 */
export async function endAfter(limitMs: number, { over, landed }: Flight): Promise<void> {
  for (let leftMs = limitMs; leftMs > 0; leftMs -= STEP_MS) {
    if (!(await delay(STEP_MS, landed.signal))) return;
  }
  over.abort();
}

export function logLine(log: Log, { detector, level, text, fields }: LoggedLine): void {
  log[level]('detector_logged', { detector, text, ...(fields && { about: fields }) });
}

function failed(where: string, got: string, cause?: unknown): TurnoutError {
  return new TurnoutError('detector_failed', { where, expected: 'a sample', got }, { cause });
}

export function toMegabytes(bytes: number): number {
  return Math.max(16, Math.round(bytes / 2 ** 20));
}
