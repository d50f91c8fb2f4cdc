/**
 * Piscina behind one function: a task in, an outcome or a coded error out.
 *
 * Workers run at lower priority than the API thread and take one task at a time. A task that throws, spins past its
 * limit or overflows its heap costs that one sample; the worker is replaced where it has to be. A native crash ends the
 * process that the pool is in: `lanes/` says whose that is.
 */

import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { TurnoutError } from '../../errors.ts';
import { delay } from '../../runtime/timers.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import type { CountsBuffer } from '../counts/layout.ts';
import { Batches, type Waiting } from './batches.ts';
import { WorkerChildren } from './children.ts';
import { expiryOf, PREPARE_TIMEOUT_MS, type RunLimit } from './limits/expiry.ts';
import { toFault } from './limits/fault.ts';
import type {
  ChildNote,
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
import { detectorName } from './plugin-name.ts';
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
  readonly #turns: Turns;
  readonly #underWay = new Set<NativeCalls>();
  /** What detectors take that take more than one frame. */
  readonly #takers = new Map<string, Pick<DetectorFacts, 'maxAtOnce' | 'maxBatch'>>();
  readonly #batches: Batches;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.workers = Math.max(1, Math.min(options.workers, availableParallelism()));
    this.#threads = startPiscina(this.workers, options);
    this.#turns = new Turns(this.workers * PARTS);
    this.#batches = new Batches(
      (work) => this.#turns.with(PARTS, work),
      (batch) => this.#lookAtBatch(batch),
    );
  }

  sample(task: SampleTask): Promise<SampleOutcome> {
    const taker = this.#takers.size === 0 ? undefined : this.#takers.get(keyOf(task.detector));
    if (taker === undefined) return this.#turns.with(PARTS, () => this.#look(task, false));
    const { maxAtOnce, maxBatch } = taker;
    // A picture is made of one frame at a time.
    if (maxBatch > 1 && task.pictureWidth === null) {
      return this.#batches.add(keyOf(task.detector), maxBatch, task);
    }
    return this.#turns.with(Math.ceil(PARTS / maxAtOnce), () => this.#look(task, maxAtOnce > 1));
  }

  async prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    const limit = { ...this.#limitFor(choice), timeoutMs: PREPARE_TIMEOUT_MS };
    const build = () => this.#run<DetectorFacts>('prepare', choice, limit);
    const all = this.workers * PARTS;
    // In one worker first: the others go on counting while it shows whether it can be built at all. Where workers have
    // several looks under way, none of them is ever idle by itself.
    const isShared = [...this.#takers.values()].some(({ maxAtOnce }) => maxAtOnce > 1);
    const facts = await this.#turns.with(isShared ? all : PARTS, build);
    // One task a worker, all at once: each worker takes exactly one.
    if (this.workers > 1) {
      await this.#turns.with(all, () => Promise.all(Array.from({ length: this.workers }, build)));
    }
    if (facts.maxAtOnce > 1 || facts.maxBatch > 1) this.#takers.set(keyOf(choice), facts);
    return facts;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#underWay].map((calls) => calls.end()));
    await this.#threads.close();
  }

  #look(task: SampleTask, isShared: boolean): Promise<SampleOutcome> {
    const limit = this.#limitFor(task.detector, [task.frame.data.buffer]);
    return this.#run<SampleOutcome>('sample', task, { ...limit, isShared });
  }

  async #lookAtBatch(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    try {
      if (batch.length === 1) {
        first.resolve(await this.#look(first.task, false));
        return;
      }
      const tasks = batch.map(({ task }) => task);
      const bytes = tasks.map(({ frame }) => frame.data.buffer);
      const limit = this.#limitFor(first.task.detector, bytes);
      const answers = await this.#run<readonly WorkerAnswer<SampleOutcome>[]>(
        'samples',
        tasks,
        limit,
      );
      for (const [at, answer] of answers.entries()) {
        if (answer.ok) batch[at]?.resolve(answer.value);
        else batch[at]?.reject(new TurnoutError(answer.code, answer.parts));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #limitFor(choice: DetectorChoice, transfer: ArrayBuffer[] = []): RunLimit {
    const { taskTimeoutMs: timeoutMs, nativeWaitMs, heapBytes } = this.#options;
    const heapMegabytes = toMegabytes(heapBytes);
    const detector = detectorName(choice);
    return { timeoutMs, nativeWaitMs, transfer, detector, heapMegabytes, isShared: false };
  }

  async #run<T>(name: string, work: object, limit: RunLimit): Promise<T> {
    if (this.#isClosed) throw toFault(new Error('the pool is closed'), false, limit);
    const { piscina } = this.#threads;
    const calls = new NativeCalls();
    const order: WorkerOrder<object> = { work, nativeCalls: calls.shared };
    const settled = new AbortController();
    const expiry = expiryOf(calls, limit, settled.signal);
    const { transfer: transferList, isShared } = limit;
    let answer: WorkerAnswer<T>;
    this.#underWay.add(calls);
    try {
      // Piscina gives a worker that has a task with a signal no other one.
      answer = isShared
        ? await Promise.race([piscina.run(order, { name, transferList }), aborted(expiry)])
        : await piscina.run(order, { name, signal: expiry, transferList });
    } catch (error) {
      throw toFault(error, expiry.aborted, limit);
    } finally {
      settled.abort();
      this.#underWay.delete(calls);
    }
    if (answer.ok) return answer.value;
    throw new TurnoutError(answer.code, answer.parts);
  }
}

/** A turn in parts, of which a look that mostly waits takes few. */
const PARTS = 64;

function keyOf({ plugin, options, fromDir, modelsDir, onnx }: DetectorChoice): string {
  return JSON.stringify([plugin, options, fromDir, modelsDir, onnx]);
}

/** Rejects when `signal` aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('its time is up')), { once: true });
  });
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
    concurrentTasksPerWorker: PARTS,
    idleTimeout: Number.POSITIVE_INFINITY,
    niceIncrement: options.niceIncrement ?? NICE_INCREMENT,
    resourceLimits: { maxOldGenerationSizeMb: toMegabytes(options.heapBytes) },
  });
  const children = new WorkerChildren();
  piscina.on('message', (note: WorkerNote | ChildNote) => {
    if (note.kind === 'child') children.note(note);
    else onNote?.(note);
  });
  /** With the ids of their threads, which those that have ended do not know any more. */
  const up = new Map<object, number>();
  piscina.on('workerCreate', (worker: { readonly id: number }) => up.set(worker, worker.id));
  piscina.on('workerDestroy', (worker: object) => {
    children.end(up.get(worker) ?? -1);
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
    children.endAll();
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
