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
import type {
  DetectorChoice,
  DetectorFacts,
  SampleOutcome,
  SampleTask,
  WorkerAnswer,
  WorkerNote,
  WorkerOrder,
  WorkerSetup,
} from './messages.ts';
import { NativeCalls } from './native-calls.ts';
import { pluginName } from './plugin-name.ts';
import { Turns } from './turns.ts';

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
  /** Builds a detector in every worker, so that no sample has to wait for it. Rejects with what kept it from starting. */
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
/** Longest time for a worker to start and take its task, ms. Chosen here: 10 s were seen where 30 others want two cores. */
const START_TIMEOUT_MS = 120_000;
/** How often it is looked whether all workers are up, ms. */
const LOOK_MS = 10;
/** Longest wait for workers that still start when the pool is closed, ms. */
const CLOSE_WAIT_MS = 3_000;
/** Time until a worker that could not start is started again, ms. Chosen here: what it lacks may be back by then. */
const RESTART_MS = 1_000;

export function createPool(options: PoolOptions): Pool {
  const workers = Math.max(1, Math.min(options.workers, availableParallelism()));
  const heapMegabytes = toMegabytes(options.heapBytes);
  const { piscina, close: closePiscina } = startPiscina(workers, options);
  const turns = new Turns(workers);
  const underWay = new Set<NativeCalls>();
  let isClosed = false;

  async function run<T>(name: string, work: object, limit: RunLimit): Promise<T> {
    if (isClosed) throw toFault(new Error('the pool is closed'), false, limit);
    const calls = new NativeCalls();
    const order: WorkerOrder<object> = { work, nativeCalls: calls.shared };
    const settled = new AbortController();
    const expiry = expiryOf(calls, limit, settled.signal);
    let answer: WorkerAnswer<T>;
    underWay.add(calls);
    try {
      answer = await piscina.run(order, { name, signal: expiry, transferList: limit.transfer });
    } catch (error) {
      throw toFault(error, expiry.aborted, limit);
    } finally {
      settled.abort();
      underWay.delete(calls);
    }
    if (answer.ok) return answer.value;
    throw new TurnoutError(answer.code, answer.parts);
  }

  return {
    workers,
    sample: (task) =>
      turns.with(1, () =>
        run<SampleOutcome>('sample', task, {
          timeoutMs: options.taskTimeoutMs,
          nativeWaitMs: options.nativeWaitMs,
          transfer: [task.frame.data.buffer],
          detector: pluginName(task.detector.plugin),
          heapMegabytes,
        }),
      ),
    prepare: async (choice) => {
      const limit = {
        timeoutMs: PREPARE_TIMEOUT_MS,
        nativeWaitMs: options.nativeWaitMs,
        transfer: [],
        detector: pluginName(choice.plugin),
        heapMegabytes,
      };
      const build = () => run<DetectorFacts>('prepare', choice, limit);
      // In one worker first: the others go on counting while it shows whether it can be built at all.
      const facts = await turns.with(1, build);
      // One task a worker, all at once: each worker takes exactly one.
      if (workers > 1) {
        await turns.with(workers, () => Promise.all(Array.from({ length: workers }, build)));
      }
      return facts;
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...underWay].map((calls) => calls.end()));
      await closePiscina();
    },
  };
}

/**
 * Aborts, and with it Piscina ends the worker, once the time is up and no native call of the task is in the way. The time
 * of a sample begins when the look at its picture does, that of building when the worker takes the task: the start of a
 * fresh worker is not charged to the first that it serves.
 */
function expiryOf(calls: NativeCalls, limit: RunLimit, settled: AbortSignal): AbortSignal {
  const expiry = new AbortController();
  const orderedMs = performance.now();
  const leftMs = () => {
    const lookingMs = calls.sinceMs('begun');
    if (lookingMs !== null) return limit.timeoutMs - lookingMs;
    const buildingMs = calls.sinceMs('taken');
    const restMs =
      buildingMs === null
        ? START_TIMEOUT_MS - (performance.now() - orderedMs)
        : PREPARE_TIMEOUT_MS - buildingMs;
    // Looked at again while there is time: it can have come further meanwhile.
    return Math.min(limit.timeoutMs, restMs);
  };
  const watch = async () => {
    for (let waitMs = leftMs(); waitMs > 0; waitMs = leftMs()) {
      if (!(await delay(waitMs, settled))) return;
    }
    await calls.end(limit.nativeWaitMs);
    expiry.abort();
  };
  void watch();
  return expiry.signal;
}

interface RunLimit {
  readonly timeoutMs: number;
  readonly nativeWaitMs: number | undefined;
  readonly transfer: ArrayBuffer[];
  /** Its name for people. */
  readonly detector: string;
  readonly heapMegabytes: number;
}

/**
 * The threads, and their end once all of them are up: Node 20.20 aborts the whole process where a thread is ended while it
 * still loads its modules (`v8::Module::IsGraphAsync`).
 */
function startPiscina(workers: number, options: PoolOptions) {
  const { counts, onNote } = options;
  const setup: WorkerSetup = { counts, sendsNotes: onNote !== undefined };
  const { url, execArgv } = workerModule('engine/pool/worker');
  const piscina = new Piscina({
    filename: url.href,
    execArgv,
    workerData: setup,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement: options.niceIncrement ?? NICE_INCREMENT,
    resourceLimits: { maxOldGenerationSizeMb: toMegabytes(options.heapBytes) },
  });
  if (onNote !== undefined) piscina.on('message', (note: WorkerNote) => onNote(note));
  const up = new Set<unknown>();
  piscina.on('workerCreate', (worker) => up.add(worker));
  piscina.on('workerDestroy', (worker) => up.delete(worker));
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

/** What Piscina 5.3 says of a worker that ended during a task. */
const THREAD_EXITED = 'worker exited with code';

function toFault(error: unknown, hasExpired: boolean, limit: RunLimit): TurnoutError {
  const where = `detector ${limit.detector}`;
  const fault = (code: ErrorCode, expected: string, got: string) =>
    new TurnoutError(code, { where, expected, got }, { cause: error });
  if (hasExpired) {
    const expected = `an answer within ${limit.timeoutMs} ms`;
    return fault('detector_timeout', expected, 'none; its worker was replaced');
  }
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const expected = `at most ${limit.heapMegabytes} MB of heap`;
    return fault('detector_out_of_memory', expected, 'more; its worker was replaced');
  }
  if (messageOf(error).startsWith(THREAD_EXITED)) {
    return fault('detector_exited', 'a sample', 'the end of its thread; its worker was replaced');
  }
  return fault('detector_failed', 'a sample', messageOf(error));
}
