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
import type { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { faultOf } from './an-error.ts';
import { later } from './until.ts';

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
  /** A frame that comes before `read` is taken then. */
  readonly #reader = later<DeliverFrame<Frame>>();
  #running: Promise<void> = Promise.resolve();
  #isTaking = false;

  constructor(source: FrameSource<Frame>) {
    this.#source = source;
  }

  /**
   * Rejects with what the source fails with, with `camera_ended` where it ends before it is open, and where a frame comes
   * before that.
   */
  open(): Promise<StreamInfo> {
    return new Promise((resolve, reject) => {
      const deliver = async (frame: Frame) => {
        reject(new Error('a frame came before the source was open'));
        const take = await this.#reader.promise;
        if (this.#closing.signal.aborted) return;
        this.#isTaking = true;
        await take(frame);
        this.#isTaking = false;
      };
      this.#running = this.#source.run(this.#closing.signal, deliver, resolve);
      this.#running.then(() => reject(sourceFault('camera_ended', { got: 'its end' })), reject);
    });
  }

  /** Delivers until the source has ended; called once, after `open`. */
  read(deliver: DeliverFrame<Frame>): Promise<void> {
    this.#reader.resolve(deliver);
    return this.#running;
  }

  /** Waits for the end, unless it is called from within a delivery: a source may wait for that. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#reader.resolve(() => undefined);
    if (!this.#isTaking) await this.#running.catch(() => undefined);
  }

  totals(): SourceTotals {
    return this.#source.totals();
  }
}

/** What a source fails with as it opens; fails the test where it does not. */
export function openingFault(made: FrameSource): Promise<TurnoutError> {
  const source = new OpenedSource(made);
  return faultOf(source.open()).finally(() => source.close());
}
