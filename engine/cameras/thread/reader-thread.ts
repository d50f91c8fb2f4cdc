/**
 * All cameras are read on one thread beside the one that answers requests. What they send, some megabytes a second with
 * many MJPEG cameras, is garbage a moment later, and collecting it would hold up every answer meanwhile.
 *
 * The thread starts with the first source that runs. Where it breaks, its sources fail as if their cameras were lost,
 * and the next one that runs starts it again. It is never terminated from outside: a thread that goes while a
 * call into libav runs in it, or while libav is being loaded, ends the whole process (node-av 6.1 has nowhere to throw).
 */

import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type ThreadFault, toError, YOUNG_MIB } from '../../../runtime/threads.ts';
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

/** A source that runs on the thread, as the main thread sees it. */
interface RunningSource {
  readonly options: SourceOptions;
  /** As the thread knows it. */
  wish: Wish;
  totals: SourceTotals;
  readonly signal: AbortSignal;
  readonly deliver: DeliverFrame<PostedFrame>;
  readonly opened: StreamOpened | undefined;
  readonly end: (fault: Error | null) => void;
}

export class ReaderThread {
  readonly #running = new Map<number, RunningSource>();
  readonly #ending = new AbortController();
  readonly #entry: WorkerModule;
  #worker: Worker | null = null;
  #lastNumber = 0;

  /** @param entry for tests: what runs on the thread. */
  constructor(entry = workerModule('engine/cameras/thread/worker')) {
    this.#entry = entry;
    const onError = () => undefined;
    void every({ periodMs: WISH_MS, signal: this.#ending.signal, onError }, () =>
      this.#tellWishes(),
    );
  }

  /**
   * A source on the thread: the same contract, but that it delivers only the keyframes that are due. Its clock is the
   * computer's. Once it is stopped nothing more is heard of it but its end.
   */
  createSource(options: SourceOptions): FrameSource<PostedFrame> {
    this.#lastNumber += 1;
    const source = this.#lastNumber;
    let running: RunningSource | null = null;
    return {
      totals: () => running?.totals ?? NOTHING_READ,
      run: (signal, deliver, opened) => {
        const {
          wantedPeriodMs: _,
          lookedPeriodMs: __,
          isCounted: ___,
          clock: ____,
          ...plain
        } = options;
        const wish = wishOf(options);
        const read = () =>
          new Promise<void>((resolve, reject) => {
            const end = (fault: Error | null) => (fault === null ? resolve() : reject(fault));
            running = { options, wish, totals: NOTHING_READ, signal, deliver, opened, end };
            this.#running.set(source, running);
            this.#tell({ source, kind: 'run', options: plain, wish });
          });
        return readUntil(signal, read, () => {
          if (this.#running.has(source)) this.#tell({ source, kind: 'stop' });
        });
      },
    };
  }

  /** Ends the thread; sources that run then are lost. Resolves within a second. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const worker = this.#worker;
    if (worker === null) return;
    this.#lost(worker, 'it was stopped');
    const ended = new AbortController();
    worker.on('exit', () => ended.abort());
    worker.postMessage({ kind: 'end' } satisfies ThreadOrder);
    await delay(END_MS, ended.signal);
    worker.unref();
  }

  #tellWishes(): void {
    for (const [source, running] of this.#running) {
      const wish = wishOf(running.options);
      if (isDeepStrictEqual(wish, running.wish)) continue;
      running.wish = wish;
      this.#tell({ source, kind: 'want', wish });
    }
  }

  #tell(order: ReaderOrder): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const { url, execArgv } = this.#entry;
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MIB };
    const worker = new Worker(url, { execArgv, name: 'camera readers', resourceLimits });
    worker.on('message', (news: ReaderNews) => this.#hear(news));
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'it has ended'));
    return worker;
  }

  #hear(news: ReaderNews): void {
    const running = this.#running.get(news.source);
    if (running === undefined) return;
    if (news.kind !== 'opened') running.totals = news.totals;
    if (news.kind === 'over') {
      this.#running.delete(news.source);
      running.end(news.fault && toError(news.fault));
    } else if (running.signal.aborted) {
      return;
    } else if (news.kind === 'opened') {
      running.opened?.(news.info);
    } else if (news.kind === 'frame') {
      void running.deliver(news.frame);
    }
  }

  #lost(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const lost = [...this.#running.values()];
    this.#running.clear();
    for (const { end } of lost) end(new Error(`the thread of the cameras: ${why}`));
  }
}

function wishOf({ wantedPeriodMs, lookedPeriodMs, isCounted }: SourceOptions) {
  return {
    /** How often a frame is wanted for a sample, and for someone who looks, ms; Infinity for never. */
    periodMs: wantedPeriodMs(),
    lookedPeriodMs: lookedPeriodMs?.() ?? Number.POSITIVE_INFINITY,
    isCounted: isCounted?.() ?? true,
  };
}

/** Exactly what crosses the border between the main thread and the one that reads the cameras. Plain data both ways. */

export type Wish = Readonly<ReturnType<typeof wishOf>>;

/** {@link SourceOptions} without what cannot cross: clocks are each thread's own, and the wish is told anew. */
export type RemoteOptions = Omit<
  SourceOptions,
  'clock' | 'wantedPeriodMs' | 'lookedPeriodMs' | 'isCounted' | 'reach'
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
  if (periodMs === Number.POSITIVE_INFINITY) return periodMs;
  const slotMs = (Math.floor(nowMs / periodMs - phase) + 1 + phase) * periodMs;
  // Rounding may land exactly on now.
  return slotMs > nowMs ? slotMs : slotMs + periodMs;
}
