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
  type SourceOptions,
  type SourceTotals,
  type StreamInfo,
} from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { Deferred } from './deferred.ts';
import type { ReaderNews, ReaderOrder } from './messages.ts';

type Told<Order> = Order extends unknown ? Omit<Order, 'source'> : never;

/** Sends an order for this source to the thread. */
export type SendOrder = (order: Told<ReaderOrder>) => void;

export class RemoteSource implements FrameSource<OfferedFrame> {
  readonly #options: SourceOptions;
  readonly #send: SendOrder;
  readonly #opened = new Deferred<StreamInfo>();
  readonly #read = new Deferred<void>();
  readonly #closed = new Deferred<void>();
  readonly #takers: ((frame: EncodedFrame | null) => void)[] = [];
  #deliver: DeliverFrame<OfferedFrame> | null = null;
  #state: 'new' | 'open' | 'closed' = 'new';
  #periodMs = Number.NaN;
  /** Number of the newest keyframe that was taken: it and all before it are gone. */
  #taken = 0;
  #totals: SourceTotals = NOTHING_READ;

  constructor(options: SourceOptions, send: SendOrder) {
    this.#options = options;
    this.#send = send;
  }

  async open(): Promise<StreamInfo> {
    if (this.#state === 'closed') throw sourceFault('camera_ended', { got: 'its own end' });
    const { wantedPeriodMs, clock: _, ...rest } = this.#options;
    this.#state = 'open';
    this.#periodMs = wantedPeriodMs();
    this.#send({ kind: 'open', options: { ...rest, periodMs: this.#periodMs } });
    return await this.#opened.promise;
  }

  async read(deliver: DeliverFrame<OfferedFrame>): Promise<void> {
    this.#deliver = deliver;
    this.#send({ kind: 'read' });
    await this.#read.promise;
  }

  async close(): Promise<void> {
    const wasOpen = this.#state === 'open';
    if (this.#state === 'new') this.#closed.resolve();
    this.#state = 'closed';
    if (wasOpen) this.#send({ kind: 'close' });
    await this.#closed.promise;
  }

  totals(): SourceTotals {
    return this.#totals;
  }

  /** Tells the thread where a frame is wanted more or less often than it knows. */
  tellWish(): void {
    const periodMs = this.#options.wantedPeriodMs();
    if (this.#state !== 'open' || periodMs === this.#periodMs) return;
    this.#periodMs = periodMs;
    this.#send({ kind: 'want', periodMs });
  }

  /** Takes what the thread says of this source. */
  hear(news: ReaderNews): void {
    switch (news.kind) {
      case 'opened':
        this.#opened.resolve(news.info);
        break;
      case 'keyframe':
        this.#totals = news.totals;
        if (this.#state === 'open') void this.#deliver?.(this.#offer(news.number));
        break;
      case 'taken':
        this.#taken = news.number;
        // Whoever has closed it meanwhile hears nothing more of it.
        this.#takers.shift()?.(this.#state === 'open' ? news.frame : null);
        break;
      case 'totals':
        this.#totals = news.totals;
        break;
      case 'ended':
        this.#read.resolve();
        break;
      case 'failed':
        this.#fail(toError(news.fault));
        break;
      case 'closed':
        this.#totals = news.totals;
        this.#end(news.fault === null ? null : toError(news.fault));
        break;
    }
  }

  /** The thread has ended, and this source with it. */
  lose(why: Error): void {
    this.#fail(why);
    this.#state = 'closed';
    this.#end(null);
  }

  #offer(number: number): OfferedFrame {
    const isGone = () => this.#state !== 'open' || number <= this.#taken;
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

  #fail(error: Error): void {
    this.#opened.reject(error);
    this.#read.reject(error);
  }

  /** Nothing more comes: whoever still waits is told. */
  #end(closeFault: Error | null): void {
    this.#opened.reject(sourceFault('camera_ended', { got: 'its own end' }));
    this.#read.resolve();
    for (const taker of this.#takers.splice(0)) taker(null);
    if (closeFault === null) this.#closed.resolve();
    else this.#closed.reject(closeFault);
  }
}
