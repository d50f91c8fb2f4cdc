/**
 * A frame source on the readers' thread, as the main thread sees it: the same contract, but that it delivers only the
 * keyframes that are due.
 */

import { toError } from '../../../runtime/threads.ts';
import type { PostedFrame } from '../../frames/encoded-frame.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from '../source.ts';
import type { ReaderNews, ReaderOrder, Wish } from './messages.ts';

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
