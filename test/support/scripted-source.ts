/** A frame source that does what a test says: answers, delivers, breaks, hangs, and speaks after its end. */

import {
  type FrameSource,
  NOTHING_READ,
  type SourceOptions,
  type SourceTotals,
  type StreamInfo,
  type StreamOpened,
} from '../../engine/cameras/source.ts';
import type { EncodedFrame } from '../../engine/frames/decoder.ts';
import { later } from './until.ts';

const FULL_HD: StreamInfo = { codec: 'h264', width: 1920, height: 1080, fps: 25, durationMs: null };

export class ScriptedSource implements FrameSource {
  readonly options: SourceOptions;
  readonly #opening = later();
  readonly #reading = later();
  readonly #closing = later();
  readonly answer = () => this.#opening.resolve();
  /** As it opens, or later. */
  readonly fail = (error: Error) =>
    (this.#deliver === null ? this.#opening : this.#reading).reject(error);
  readonly letGo = () => this.#closing.resolve();
  readonly failToClose = this.#closing.reject;
  #deliver: ((frame: EncodedFrame) => void) | null = null;
  #totals: SourceTotals = NOTHING_READ;
  /** Set to make an aborted run wait for `letGo`. */
  hangsInClose = false;
  /** How often its run was aborted. */
  closeCalls = 0;

  constructor(options: SourceOptions) {
    this.options = options;
  }

  async run(
    signal: AbortSignal,
    deliver: (frame: EncodedFrame) => void,
    opened?: StreamOpened,
  ): Promise<void> {
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        this.closeCalls += 1;
        if (!this.hangsInClose) this.letGo();
        resolve();
      });
    });
    const read = this.#opening.promise.then(async () => {
      if (signal.aborted) return;
      this.#deliver = deliver;
      opened?.(FULL_HD);
      await this.#reading.promise;
    });
    await Promise.race([read, aborted]);
    if (signal.aborted) await this.#closing.promise;
  }

  totals(): SourceTotals {
    return this.#totals;
  }

  /** Data that is no keyframe. */
  packets(n: number): void {
    this.#totals = { ...this.#totals, packets: this.#totals.packets + n };
  }

  keyframe(gopMs: number | null = this.#totals.gopMs): void {
    const { packets, bytes, keyframes } = this.#totals;
    const counted = { packets: packets + 1, bytes: bytes + 1000, keyframes: keyframes + 1 };
    this.#totals = { ...this.#totals, ...counted, gopMs };
    const atUtcMs = this.options.clock.nowUtcMs();
    this.#deliver?.({ codec: 'h264', data: new Uint8Array(1), atUtcMs, mediaMs: null });
  }
}
