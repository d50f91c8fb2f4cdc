/**
 * Piscina behind one function: a task in, an outcome or a coded error out.
 *
 * Workers run at lower priority than the API thread and take one task at a time. A task that throws, spins past its
 * limit or overflows its heap costs that one sample; the worker is replaced where it has to be. A native crash ends the
 * process that the pool is in: `lanes/` says whose that is.
 */

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type ErrorCode, messageOf, TurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import type { CountsBuffer } from '../counts/layout.ts';
import {
  type ChildNote,
  type DetectorChoice,
  type DetectorFacts,
  detectorName,
  type SampleOutcome,
  type SampleTask,
  type WorkerAnswer,
  type WorkerNote,
  type WorkerOrder,
  type WorkerSetup,
} from './messages.ts';
import { NativeCalls } from './native-calls.ts';

export interface PoolOptions {
  /** Number of workers, 1..; more than one a core gains nothing and is cut down to it. */
  readonly workers: number;
  /** Longest time for one sample, ms; then its worker is ended, after the native call it may be in, and replaced. */
  readonly taskTimeoutMs: number;
  /** JavaScript heap of one worker, bytes. Pictures and models live outside it; who needs more is leaking. */
  readonly heapBytes: number;
  /** The counts store that workers write to; null to only return samples. */
  readonly counts: CountsBuffer | null;
  /** Told what plugins print and leave behind; without it, that goes to stderr as it is. */
  readonly onNote?: (note: WorkerNote) => void;
  /** Told of each worker that ended without a task, most often because it could not start; it is started again. */
  readonly onLost?: (error: Error) => void;
  /** Longest wait for a native call before its worker is ended, ms; 10 s unless said. 0 where the process is given up. */
  readonly nativeWaitMs?: number;
  /** Added to the niceness of each worker; 10 unless said. */
  readonly niceIncrement?: number;
}

export interface Pool {
  readonly workers: number;
  /**
   * Looks at one frame. Rejects with a coded error: those of decoding, of the detector, `detector_timeout`,
   * `detector_out_of_memory`. Takes the bytes of the frame.
   */
  sample(task: SampleTask): Promise<SampleOutcome>;
  /** Builds a detector in one worker; the others build it for their first sample. Rejects with what kept it from starting. */
  prepare(choice: DetectorChoice): Promise<DetectorFacts>;
  /** Ends all workers, each after the native call it may be in; tasks under way are lost. */
  close(): Promise<void>;
}

/** Niceness added to each worker: the API thread wins every contest for a core, and idle cores are still used. */
const NICE_INCREMENT = 10;

/**
 * Longest time to build a detector, ms. Chosen here: loading a model from a slow disk takes seconds, and where there is
 * one worker, no one is counted while a detector hangs in it.
 */
const PREPARE_TIMEOUT_MS = 20_000;
/** Longest time for a worker to take a task, ms. Chosen here: to start one took 10 s where 30 others wanted two cores. */
const START_TIMEOUT_MS = 120_000;
/** How often it is looked whether all workers are up, ms. */
const LOOK_MS = 10;
/** Longest wait for workers that still start when the pool is closed, ms. */
const CLOSE_WAIT_MS = 3_000;
/** Time until a worker that could not start is started again, ms. Chosen here: what it lacks may be back by then. */
const RESTART_MS = 1_000;

export function createPool(options: PoolOptions): Pool {
  return new PiscinaPool(options);
}

class PiscinaPool implements Pool {
  readonly workers: number;
  readonly #options: PoolOptions;
  readonly #threads: ReturnType<typeof startPiscina>;
  readonly #underWay = new Set<NativeCalls>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.workers = Math.max(1, Math.min(options.workers, availableParallelism()));
    this.#threads = startPiscina(this.workers, options);
  }

  sample(task: SampleTask): Promise<SampleOutcome> {
    const { taskTimeoutMs } = this.#options;
    return this.#run('sample', task, task.detector, taskTimeoutMs, [task.frame.data.buffer]);
  }

  prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    return this.#run('prepare', choice, choice, PREPARE_TIMEOUT_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#underWay].map((calls) => calls.end()));
    await this.#threads.close();
  }

  async #run<T>(
    name: 'sample' | 'prepare',
    work: object,
    choice: DetectorChoice,
    timeoutMs: number,
    transferList: ArrayBuffer[] = [],
  ): Promise<T> {
    const where = `detector ${detectorName(choice)}`;
    if (this.#isClosed) throw failed(where, 'the pool is closed');
    const calls = new NativeCalls();
    const order: WorkerOrder<object> = { work, nativeCalls: calls.shared };
    const settled = new AbortController();
    const { nativeWaitMs } = this.#options;
    const expiry = expiryOf(calls, { timeoutMs, nativeWaitMs, settled: settled.signal });
    let answer: WorkerAnswer<T>;
    this.#underWay.add(calls);
    try {
      answer = await this.#threads.piscina.run(order, { name, signal: expiry, transferList });
    } catch (error) {
      throw this.#faultOf(error, where, expiry.aborted ? timeoutMs : null);
    } finally {
      settled.abort();
      this.#underWay.delete(calls);
    }
    if (answer.ok) return answer.value;
    throw new TurnoutError(answer.code, answer.parts);
  }

  /** @param expiredMs the time that was up; null where there was some left. */
  #faultOf(error: unknown, where: string, expiredMs: number | null): TurnoutError {
    const fault = (code: ErrorCode, expected: string, got: string) =>
      new TurnoutError(code, { where, expected, got }, { cause: error });
    // The process of a plugin ends with these two, and the next picture starts it again.
    const { nativeWaitMs, heapBytes } = this.#options;
    const ended = nativeWaitMs === 0 ? 'its process was ended' : 'its worker was replaced';
    if (expiredMs !== null) {
      return fault('detector_timeout', `an answer within ${expiredMs} ms`, `none; ${ended}`);
    }
    if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      const expected = `at most ${toMegabytes(heapBytes)} MB of heap`;
      return fault('detector_out_of_memory', expected, `more; ${ended}`);
    }
    if (messageOf(error).startsWith(THREAD_EXITED)) {
      return fault('detector_exited', 'a sample', 'the end of its thread; its worker was replaced');
    }
    return failed(where, messageOf(error), error);
  }
}

/** What Piscina 5.3 says of a worker that ended during a task. */
const THREAD_EXITED = 'worker exited with code';

function failed(where: string, got: string, cause?: unknown): TurnoutError {
  return new TurnoutError('detector_failed', { where, expected: 'a sample', got }, { cause });
}

interface Limit {
  readonly timeoutMs: number;
  readonly nativeWaitMs: number | undefined;
  /** Aborts when the task is done. */
  readonly settled: AbortSignal;
}

/**
 * Aborts, and with it Piscina ends the worker, once the time is up and no native call of the task is in the way. The time
 * of a sample begins when the look at its picture does, that of building when the worker takes the task: neither the wait
 * for a worker nor the start of a fresh one is charged to a detector.
 */
function expiryOf(calls: NativeCalls, { timeoutMs, nativeWaitMs, settled }: Limit): AbortSignal {
  const expiry = new AbortController();
  const orderedMs = performance.now();
  const leftMs = () => {
    const lookingMs = calls.sinceMs('begun');
    if (lookingMs !== null) return timeoutMs - lookingMs;
    const buildingMs = calls.sinceMs('taken');
    const restMs =
      buildingMs === null
        ? START_TIMEOUT_MS - (performance.now() - orderedMs)
        : PREPARE_TIMEOUT_MS - buildingMs;
    // Looked at again while there is time: it can have come further meanwhile.
    return Math.min(timeoutMs, restMs);
  };
  const watch = async () => {
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) {
      if (!(await delay(waitMs, settled))) return;
    }
    await calls.end(nativeWaitMs);
    expiry.abort();
  };
  void watch();
  return expiry.signal;
}

/**
 * The threads, and their end once all of them are up: Node 20.20 aborts the whole process where a thread is ended while it
 * still loads its modules (`v8::Module::IsGraphAsync`).
 */
function startPiscina(workers: number, options: PoolOptions) {
  const { counts, onNote } = options;
  const { taskTimeoutMs } = options;
  const setup: WorkerSetup = { counts, sendsNotes: onNote !== undefined, taskTimeoutMs };
  const { url, execArgv } = workerModule('engine/pool/worker');
  const piscina = new Piscina({
    filename: url.href,
    execArgv,
    workerData: setup,
    minThreads: workers,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement: options.niceIncrement ?? NICE_INCREMENT,
    resourceLimits: { maxOldGenerationSizeMb: toMegabytes(options.heapBytes) },
  });
  /** The programs that detectors have started, by thread: they end with the worker that they belong to. */
  const children = new Map<number, Set<number>>();
  piscina.on('message', (note: WorkerNote | ChildNote) => {
    if (note.kind !== 'child') {
      onNote?.(note);
      return;
    }
    const pids = children.get(note.threadId) ?? new Set();
    children.set(note.threadId, pids);
    if (note.isAlive) pids.add(note.pid);
    else pids.delete(note.pid);
  });
  const endChildren = (threadId: number) => {
    for (const pid of children.get(threadId) ?? []) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    children.delete(threadId);
  };
  /** With the ids of their threads, which those that have ended do not know any more. */
  const up = new Map<object, number>();
  piscina.on('workerCreate', (worker: { readonly id: number }) => up.set(worker, worker.id));
  piscina.on('workerDestroy', (worker: object) => {
    endChildren(up.get(worker) ?? -1);
    up.delete(worker);
  });
  const closed = new AbortController();
  let isRestarting = false;
  // Without a listener the error would end the process: anyone who holds all descriptors for a moment could do that.
  piscina.on('error', async (error: Error) => {
    options.onLost?.(error);
    if (isRestarting) return;
    isRestarting = true;
    if (await delay(RESTART_MS, closed.signal)) startMissing(piscina, workers);
    isRestarting = false;
  });
  const close = async () => {
    closed.abort();
    const lookUntil = performance.now() + CLOSE_WAIT_MS;
    while (up.size < Math.min(workers, piscina.threads.length) && performance.now() < lookUntil) {
      await delay(LOOK_MS);
    }
    await piscina.destroy();
    for (const threadId of [...children.keys()]) endChildren(threadId);
  };
  return { piscina, close };
}

/** Piscina starts none again after one that could not start, until there is a task: one that is withdrawn at once will do. */
function startMissing(piscina: Piscina, workers: number): void {
  for (let missing = workers - piscina.threads.length; missing > 0; missing -= 1) {
    const withdrawn = new AbortController();
    piscina.run(null, { signal: withdrawn.signal }).catch(() => undefined);
    withdrawn.abort();
  }
}

function toMegabytes(bytes: number): number {
  return Math.max(16, Math.round(bytes / 2 ** 20));
}
