/**
 * A frame source on the readers' thread, as the main thread sees it: the same contract, but that it delivers offers
 * instead of bytes.
 */

import { toError } from '../../../runtime/thread-fault.ts';
import type { EncodedFrame } from '../../frames/encoded-frame.ts';
import type { OfferedFrame } from '../../frames/offered-frame.ts';
import {
  type DeliverFrame,
  type FrameSource,
  NOTHING_READ,
  readUntil,
  type SourceOptions,
  type SourceTotals,
  type StreamOpened,
} from '../source.ts';
import { Deferred } from './deferred.ts';
import type { ReaderNews, ReaderOrder } from './messages.ts';

type Told<Order> = Order extends unknown ? Omit<Order, 'source'> : never;

/** Sends an order for this source to the thread. */
export type SendOrder = (order: Told<ReaderOrder>) => void;

export class RemoteSource implements FrameSource<OfferedFrame> {
  readonly #options: SourceOptions;
  readonly #send: SendOrder;
  readonly #over = new Deferred<void>();
  readonly #takers: ((frame: EncodedFrame | null) => void)[] = [];
  #deliver: DeliverFrame<OfferedFrame> | null = null;
  #opened: StreamOpened | null = null;
  #isRunning = false;
  #periodMs = Number.NaN;
  /** Number of the newest keyframe that was taken: it and all before it are gone. */
  #taken = 0;
  #totals: SourceTotals = NOTHING_READ;

  constructor(options: SourceOptions, send: SendOrder) {
    this.#options = options;
    this.#send = send;
  }

  async run(
    signal: AbortSignal,
    deliver: DeliverFrame<OfferedFrame>,
    opened?: StreamOpened,
  ): Promise<void> {
    const { wantedPeriodMs, clock: _, ...rest } = this.#options;
    this.#deliver = deliver;
    this.#opened = opened ?? null;
    this.#periodMs = wantedPeriodMs();
    const read = () => {
      this.#isRunning = true;
      this.#send({ kind: 'run', options: { ...rest, periodMs: this.#periodMs } });
      return this.#over.promise;
    };
    await readUntil(signal, read, () => {
      if (this.#isRunning) this.#send({ kind: 'stop' });
      this.#isRunning = false;
    });
  }

  totals(): SourceTotals {
    return this.#totals;
  }

  /** Tells the thread where a frame is wanted more or less often than it knows. */
  tellWish(): void {
    const periodMs = this.#options.wantedPeriodMs();
    if (!this.#isRunning || periodMs === this.#periodMs) return;
    this.#periodMs = periodMs;
    this.#send({ kind: 'want', periodMs });
  }

  /** Takes what the thread says of this source. */
  hear(news: ReaderNews): void {
    switch (news.kind) {
      case 'opened':
        if (this.#isRunning) this.#opened?.(news.info);
        break;
      case 'keyframe':
        this.#totals = news.totals;
        if (this.#isRunning) void this.#deliver?.(this.#offer(news.number));
        break;
      case 'taken':
        this.#taken = news.number;
        // Once it is stopped nothing more is heard of it.
        this.#takers.shift()?.(this.#isRunning ? news.frame : null);
        break;
      case 'totals':
        this.#totals = news.totals;
        break;
      case 'over':
        this.#totals = news.totals;
        this.#end(news.fault === null ? null : toError(news.fault));
        break;
    }
  }

  /** The thread has ended, and this source with it. */
  lose(why: Error): void {
    this.#end(why);
  }

  #offer(number: number): OfferedFrame {
    const isGone = () => !this.#isRunning || number <= this.#taken;
    return {
      get isGone() {
        return isGone();
      },
      take: () => (isGone() ? Promise.resolve(null) : this.#take()),
    };
  }

  #take(): Promise<EncodedFrame | null> {
    this.#send({ kind: 'take' });
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  #end(fault: Error | null): void {
    this.#isRunning = false;
    for (const taker of this.#takers.splice(0)) taker(null);
    if (fault === null) this.#over.resolve();
    else this.#over.reject(fault);
  }
}
