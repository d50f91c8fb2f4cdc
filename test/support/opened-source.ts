/** A frame source that a test opens, reads and closes in three steps, over its one `run`. */

import type {
  DeliverFrame,
  FrameSource,
  SourceOptions,
  SourceTotals,
  StreamInfo,
} from '../../engine/cameras/source.ts';
import { sourceFault } from '../../engine/cameras/source-fault.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { systemClock } from '../../runtime/clock.ts';

/** Source options that are right for a test, with `options` in place of some. */
export function sourceOptions(
  options: Partial<SourceOptions> & Pick<SourceOptions, 'url'>,
): SourceOptions {
  return {
    transport: 'tcp',
    openTimeoutMs: 10_000,
    readTimeoutMs: 10_000,
    wantedPeriodMs: () => 100,
    clock: systemClock,
    ...options,
  };
}

export class OpenedSource<Frame = EncodedFrame> {
  readonly #source: FrameSource<Frame>;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #deliver: DeliverFrame<Frame> | null = null;
  #isTaking = false;
  #begin: () => void = () => undefined;
  /** A frame that comes before `read` is taken then. */
  readonly #reading = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });

  constructor(source: FrameSource<Frame>) {
    this.#source = source;
  }

  /** Rejects with what the source fails with, and with `camera_ended` where it ends before it is open. */
  open(): Promise<StreamInfo> {
    return new Promise((resolve, reject) => {
      const deliver = (frame: Frame) => this.#take(frame);
      this.#running = this.#source.run(this.#closing.signal, deliver, resolve);
      this.#running.then(() => reject(sourceFault('camera_ended', { got: 'its end' })), reject);
    });
  }

  /** Delivers until the source has ended; called once, after `open`. */
  async read(deliver: DeliverFrame<Frame>): Promise<void> {
    this.#deliver = deliver;
    this.#begin();
    await this.#running;
  }

  /** Waits for the end, unless it is called from within a delivery: a source may wait for that. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#begin();
    if (!this.#isTaking) await this.#running.catch(() => undefined);
  }

  totals(): SourceTotals {
    return this.#source.totals();
  }

  #take(frame: Frame): void | Promise<void> {
    return this.#deliver === null ? this.#reading.then(() => this.#hand(frame)) : this.#hand(frame);
  }

  #hand(frame: Frame): void | Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#isTaking = true;
    const taking = this.#deliver?.(frame);
    const taken = () => {
      this.#isTaking = false;
    };
    if (taking === undefined) return taken();
    return taking.finally(taken);
  }
}
