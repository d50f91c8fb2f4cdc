/**
 * Piscina behind one function: a task in, an outcome or a coded error out.
 *
 * Workers run at lower priority than the API thread and take one task at a time. A task that throws, spins past its
 * limit or overflows its heap costs that one sample; the worker is replaced where it has to be. Plugins are trusted
 * code: a native crash inside one ends the process, and the service manager starts it again.
 */

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type ErrorCode, messageOf, TurnoutError } from '../../errors.ts';
import type { CountsBuffer } from '../counts/index.ts';
import { delay } from '../timers.ts';
import { workerModule } from '../worker-module.ts';
import type {
  DetectorChoice,
  DetectorFacts,
  SampleOutcome,
  SampleTask,
  WorkerAnswer,
  WorkerOrder,
  WorkerSetup,
} from './messages.ts';
import { NativeCalls } from './native-calls.ts';
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
 * one worker, nobody is counted while a detector hangs in it.
 */
const PREPARE_TIMEOUT_MS = 20_000;

export function createPool(options: PoolOptions): Pool {
  const workers = Math.max(1, Math.min(options.workers, availableParallelism()));
  const heapMegabytes = toMegabytes(options.heapBytes);
  const piscina = startPiscina(workers, options);
  const turns = new Turns(workers);
  const underWay = new Set<NativeCalls>();
  let isClosed = false;

  async function run<T>(name: string, work: object, limit: RunLimit): Promise<T> {
    if (isClosed) throw toFault(new Error('the pool is closed'), false, limit);
    const calls = new NativeCalls();
    const order: WorkerOrder<object> = { work, nativeCalls: calls.shared };
    const settled = new AbortController();
    const expiry = expiryOf(calls, limit.timeoutMs, settled.signal);
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
          transfer: [task.frame.data.buffer],
          detector: task.detector.plugin,
          heapMegabytes,
        }),
      ),
    prepare: async (choice) => {
      const limit = {
        timeoutMs: PREPARE_TIMEOUT_MS,
        transfer: [],
        detector: choice.plugin,
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
      await piscina.destroy();
    },
  };
}

/** Aborts, and with it Piscina ends the worker, once the time is up and no native call of the task is in the way. */
function expiryOf(calls: NativeCalls, timeoutMs: number, settled: AbortSignal): AbortSignal {
  const expiry = new AbortController();
  void delay(timeoutMs, settled).then(async (isLate) => {
    if (!isLate) return;
    await calls.end();
    expiry.abort();
  });
  return expiry.signal;
}

interface RunLimit {
  readonly timeoutMs: number;
  readonly transfer: ArrayBuffer[];
  readonly detector: string;
  readonly heapMegabytes: number;
}

function startPiscina(workers: number, options: PoolOptions): Piscina {
  const setup: WorkerSetup = { counts: options.counts };
  const { url, execArgv } = workerModule('./worker', import.meta.url);
  return new Piscina({
    filename: url.href,
    execArgv,
    workerData: setup,
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement: NICE_INCREMENT,
    resourceLimits: { maxOldGenerationSizeMb: toMegabytes(options.heapBytes) },
  });
}

function toMegabytes(bytes: number): number {
  return Math.max(16, Math.round(bytes / 2 ** 20));
}

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
  return fault('detector_failed', 'a sample', messageOf(error));
}
