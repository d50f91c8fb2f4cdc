/**
 * Entry of the thread that reads the cameras: it runs the sources and posts, of each, only the keyframes that are due.
 * One thread is enough for a hundred of them, since a reader only demuxes.
 */

import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../../runtime/clock.ts';
import { giveWay, type ThreadFault, toFault } from '../../../runtime/threads.ts';
import { every } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/decoder.ts';
import { type FrameSource, NOTHING_READ, type SourceTotals } from '../source.ts';
import { createSource } from '../sources.ts';
import {
  phaseOf,
  type ReaderNews,
  type RemoteOptions,
  slotAfter,
  type ThreadOrder,
  type Wish,
} from './reader-thread.ts';

/** How often totals are told where no frame has told them, ms: silence is judged by them. */
const TELL_TOTALS_MS = 2_000;
/** Half of a worker's. Chosen here. */
const NICENESS = 5;

/** One source that runs here. */
class Reader {
  readonly #number: number;
  readonly #phase: number;
  readonly stopping = new AbortController();
  /** Resolves when nothing of it is left. */
  readonly over: Promise<void>;
  #wish: Wish;
  #source: FrameSource | null = null;
  /** The first keyframe is due at once, whatever is wanted: it shows that the camera works. */
  #dueMs = Number.NEGATIVE_INFINITY;
  #postedMs = Number.NEGATIVE_INFINITY;
  #passedOver = 0;
  #packetsReported = 0;

  constructor(number: number, { options, wish }: { options: RemoteOptions; wish: Wish }) {
    this.#number = number;
    this.#phase = phaseOf(number);
    this.#wish = wish;
    this.over = this.#run(options);
  }

  async #run(options: RemoteOptions): Promise<void> {
    const source = this.#number;
    const wantedPeriodMs = () => Math.min(this.#wish.periodMs, this.#wish.lookedPeriodMs);
    const isCounted = () => this.#wish.isCounted;
    let fault: ThreadFault | null = null;
    try {
      const own = { wantedPeriodMs, isCounted, clock: systemClock };
      this.#source = await createSource({ ...options, ...own });
      await this.#source.run(
        this.stopping.signal,
        (frame) => this.#keyframe(frame),
        (info) => tell({ source, kind: 'opened', info }),
      );
    } catch (error) {
      fault = toFault(error);
    }
    tell({ source, kind: 'over', totals: this.#totals(), fault });
  }

  want(wish: Wish): void {
    const isNew = wish.periodMs !== this.#wish.periodMs;
    this.#wish = wish;
    if (!isNew) return;
    const slotMs = slotAfter(systemClock.monotonicMs(), wish.periodMs, this.#phase);
    // A camera that is due stays so, unless it is not wanted any more.
    this.#dueMs = slotMs === Number.POSITIVE_INFINITY ? slotMs : Math.min(this.#dueMs, slotMs);
  }

  /** Tells the totals where packets came, but no frame told them. */
  tellTotals(): void {
    const totals = this.#totals();
    if (totals.packets === this.#packetsReported) return;
    this.#packetsReported = totals.packets;
    tell({ source: this.#number, kind: 'totals', totals });
  }

  /** A slot gets the keyframe that is nearest to it: one that comes early is due where the next would come later. */
  #keyframe(frame: EncodedFrame): void {
    const nowMs = systemClock.monotonicMs();
    const { periodMs, lookedPeriodMs } = this.#wish;
    const totals = this.#totals();
    const nextMs = totals.gopMs ?? periodMs;
    const isForSample = this.#dueMs - nowMs < nextMs / 2;
    const isForLook = nowMs - this.#postedMs + nextMs / 2 > lookedPeriodMs;
    if (!isForSample && !isForLook) {
      this.#passedOver += 1;
      return;
    }
    if (isForSample) {
      this.#dueMs = slotAfter(Math.max(nowMs, this.#dueMs), periodMs, this.#phase);
    }
    this.#postedMs = nowMs;
    this.#packetsReported = totals.packets;
    const posted = { ...frame, isForSample, passedOver: this.#passedOver };
    this.#passedOver = 0;
    tell({ source: this.#number, kind: 'frame', frame: posted, totals }, [frame.data.buffer]);
  }

  #totals(): SourceTotals {
    return this.#source?.totals() ?? NOTHING_READ;
  }
}

function tell(news: ReaderNews, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(news, transfer);
}

/** Those that run. */
const readers = new Map<number, Reader>();

async function follow(order: ThreadOrder): Promise<void> {
  if (order.kind === 'end') {
    for (const { stopping } of readers.values()) stopping.abort();
    await Promise.all([...readers.values()].map(({ over }) => over));
    // From within: nothing that runs here is cut off.
    process.exit();
  }
  const { source } = order;
  if (order.kind === 'want') readers.get(source)?.want(order.wish);
  if (order.kind === 'stop') readers.get(source)?.stopping.abort();
  if (order.kind !== 'run') return;
  const reader = new Reader(source, order);
  readers.set(source, reader);
  await reader.over;
  readers.delete(source);
}

// After the thread that answers requests and before the workers: what is not read in time is lost.
giveWay(NICENESS);

parentPort?.on('message', (order: ThreadOrder) => void follow(order));
const untilTheEnd = new AbortController().signal;
const telling = { periodMs: TELL_TOTALS_MS, signal: untilTheEnd, onError: () => undefined };
void every(telling, () => {
  for (const reader of readers.values()) reader.tellTotals();
});
