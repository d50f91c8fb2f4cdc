/**
 * All cameras are read on one thread beside the one that answers requests. What they send, some megabytes a second with
 * many MJPEG cameras, is garbage a moment later, and collecting it would hold up every answer meanwhile.
 *
 * The thread starts with the first source that runs. Where it breaks, its sources fail as if their cameras were lost,
 * and the next one that runs starts it again. It is never terminated from outside: a thread that goes while a
 * call into libav runs in it, or while libav is being loaded, ends the whole process (node-av 6.1 has nowhere to throw).
 */

import { Worker } from 'node:worker_threads';
import { type ThreadFault, toError } from '../../../runtime/threads.ts';
import { delay, every } from '../../../runtime/timers.ts';
import { type WorkerModule, workerModule } from '../../../runtime/worker-module.ts';
import type { PostedFrame } from '../../frames/decoder.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamInfo,
  type StreamOpened,
} from '../source.ts';

/** How soon the thread hears that frames are wanted more or less often, ms. Chosen here: sources look twice a second. */
const WISH_MS = 500;
/** Longest wait for the thread to end, ms: a read that hangs in the network holds it. Then it is left to the process. */
const END_MS = 1_000;

export class ReaderThread {
  readonly #sources = new Map<number, RemoteSource>();
  readonly #ending = new AbortController();
  readonly #entry: WorkerModule;
  #worker: Worker | null = null;
  #lastNumber = 0;

  /** @param entry for tests: what runs on the thread. */
  constructor(entry = workerModule('engine/cameras/thread/worker')) {
    this.#entry = entry;
    const onError = () => undefined;
    void every({ periodMs: WISH_MS, signal: this.#ending.signal, onError }, () => {
      for (const source of this.#sources.values()) source.tellWish();
    });
  }

  /** A source on the thread, see {@link RemoteSource}. Its clock is the computer's. */
  createSource(options: SourceOptions): FrameSource<PostedFrame> {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const source = new RemoteSource(options, (order) => {
      if (order.kind === 'run') this.#sources.set(number, source);
      tell(this.#running(), { source: number, ...order } as ReaderOrder);
    });
    return source;
  }

  /** Ends the thread; sources that run then are lost. Resolves within a second. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const worker = this.#worker;
    this.#lost(worker, 'it was stopped');
    if (worker === null) return;
    const ended = new AbortController();
    worker.on('exit', () => ended.abort());
    tell(worker, { kind: 'end' });
    await delay(END_MS, ended.signal);
    worker.unref();
  }

  #running(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const { url, execArgv } = this.#entry;
    const worker = new Worker(url, { execArgv, name: 'camera readers' });
    worker.on('message', (news: ReaderNews) => this.#hear(news));
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'it has ended'));
    return worker;
  }

  #hear(news: ReaderNews): void {
    const source = this.#sources.get(news.source);
    if (news.kind === 'over') this.#sources.delete(news.source);
    source?.hear(news);
  }

  #lost(worker: Worker | null, why: string): void {
    if (worker === null || this.#worker !== worker) return;
    this.#worker = null;
    const sources = [...this.#sources.values()];
    this.#sources.clear();
    for (const source of sources) source.lose(new Error(`the thread of the cameras: ${why}`));
  }
}

function tell(worker: Worker, order: ThreadOrder): void {
  worker.postMessage(order);
}

/**
 * A frame source on the readers' thread, as the main thread sees it: the same contract, but that it delivers only the
 * keyframes that are due.
 */

type Told<Order> = Order extends unknown ? Omit<Order, 'source'> : never;

/** Sends an order for this source to the thread. */
export type SendOrder = (order: Told<ReaderOrder>) => void;

export class RemoteSource implements FrameSource<PostedFrame> {
  readonly #options: SourceOptions;
  readonly #send: SendOrder;
  #deliver: DeliverFrame<PostedFrame> | null = null;
  #opened: StreamOpened | null = null;
  #isRunning = false;
  #end: (fault: Error | null) => void = () => undefined;
  #wish: Wish;
  #totals: SourceTotals = NOTHING_READ;

  constructor(options: SourceOptions, send: SendOrder) {
    this.#options = options;
    this.#send = send;
    this.#wish = wishOf(options);
  }

  async run(
    signal: AbortSignal,
    deliver: DeliverFrame<PostedFrame>,
    opened?: StreamOpened,
  ): Promise<void> {
    const { wantedPeriodMs: _, lookedPeriodMs: __, clock: ___, ...options } = this.#options;
    this.#deliver = deliver;
    this.#opened = opened ?? null;
    const read = () =>
      new Promise<void>((resolve, reject) => {
        this.#end = (fault) => (fault === null ? resolve() : reject(fault));
        this.#isRunning = true;
        this.#wish = wishOf(this.#options);
        this.#send({ kind: 'run', options, wish: this.#wish });
      });
    await readUntil(signal, read, () => {
      if (this.#isRunning) this.#send({ kind: 'stop' });
      this.#isRunning = false;
    });
  }

  totals(): SourceTotals {
    return this.#totals;
  }

  /** Tells the thread where frames are wanted more or less often than it knows. */
  tellWish(): void {
    const wish = wishOf(this.#options);
    const { periodMs, lookedPeriodMs } = this.#wish;
    const isSame = wish.periodMs === periodMs && wish.lookedPeriodMs === lookedPeriodMs;
    if (!this.#isRunning || isSame) return;
    this.#wish = wish;
    this.#send({ kind: 'want', wish });
  }

  /** Takes what the thread says of this source. Once it is stopped nothing more is heard of it but its end. */
  hear(news: ReaderNews): void {
    if (news.kind === 'opened') {
      if (this.#isRunning) this.#opened?.(news.info);
      return;
    }
    this.#totals = news.totals;
    if (news.kind === 'frame' && this.#isRunning) void this.#deliver?.(news.frame);
    if (news.kind === 'over') this.lose(news.fault === null ? null : toError(news.fault));
  }

  /** The source has ended; with a fault where the thread has, too. */
  lose(why: Error | null): void {
    this.#isRunning = false;
    this.#end(why);
  }
}

function wishOf({ wantedPeriodMs, lookedPeriodMs }: SourceOptions): Wish {
  const never = Number.POSITIVE_INFINITY;
  return { periodMs: wantedPeriodMs(), lookedPeriodMs: lookedPeriodMs?.() ?? never };
}

/** Exactly what crosses the border between the main thread and the one that reads the cameras. Plain data both ways. */

/** How often a frame is wanted for a sample, and for someone who looks, ms; Infinity for never. */
export interface Wish {
  readonly periodMs: number;
  readonly lookedPeriodMs: number;
}

/** {@link SourceOptions} without what cannot cross: clocks are each thread's own, and the wish is told anew. */
export type RemoteOptions = Omit<
  SourceOptions,
  'clock' | 'wantedPeriodMs' | 'lookedPeriodMs' | 'reach'
>;

/** What a source is told to do. `source` is its number, never used twice. */
export type ReaderOrder = { readonly source: number } & (
  | { readonly kind: 'run'; readonly options: RemoteOptions; readonly wish: Wish }
  | { readonly kind: 'want'; readonly wish: Wish }
  /** Answered by `over`. */
  | { readonly kind: 'stop' }
);

/** What the thread is told: of a source, or to stop all and end. */
export type ThreadOrder = ReaderOrder | { readonly kind: 'end' };

/** What is heard of a source. */
export type ReaderNews = { readonly source: number } & (
  | { readonly kind: 'opened'; readonly info: StreamInfo }
  /** A keyframe that is due, transferred. */
  | { readonly kind: 'frame'; readonly frame: PostedFrame; readonly totals: SourceTotals }
  | { readonly kind: 'totals'; readonly totals: SourceTotals }
  /** The last that is heard of the source. `fault` is null where it ended as it should. */
  | { readonly kind: 'over'; readonly totals: SourceTotals; readonly fault: ThreadFault | null }
);

/**
 * The grid on which a camera falls due: instants `(n + phase) × period` of the monotonic clock, the phase being the
 * camera's own. Cameras of equal period are spread over it, so that they do not all fall due at once, and a late sample
 * does not shift those after it.
 */

/**
 * The fractional part of the golden ratio: its multiples modulo 1 lie as evenly as any sequence of unknown length can
 * (https://en.wikipedia.org/wiki/Low-discrepancy_sequence, additive recurrence).
 */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Phase of the n-th camera, 0..1 without 1. */
export function phaseOf(n: number): number {
  return (n * GOLDEN) % 1;
}

/**
 * The first slot after `nowMs`.
 *
 * @param periodMs above 0; Infinity for a camera that is not to be sampled now, whose next slot is never.
 */
export function slotAfter(nowMs: number, periodMs: number, phase: number): number {
  if (!(periodMs > 0)) throw new RangeError(`a sampling period is above 0 ms, not ${periodMs}`);
  if (periodMs === Number.POSITIVE_INFINITY) return periodMs;
  const slotMs = (Math.floor(nowMs / periodMs - phase) + 1 + phase) * periodMs;
  // Rounding may land exactly on now.
  return slotMs > nowMs ? slotMs : slotMs + periodMs;
}
