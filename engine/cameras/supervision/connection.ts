/**
 * One attempt at one camera: runs a source, passes its keyframes on and watches for silence, until it is lost or closed.
 *
 * A connection ends once. Whatever its source says or does after that (a late frame, a late error) is nobody's business:
 * that is what makes it safe to begin the next one.
 */

import { isTurnoutError, TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Timers } from '../../../runtime/timers.ts';
import type { FrameSource, SourceTotals, StreamInfo } from '../source.ts';
import type { KeyframeRhythm } from './watch/keyframe-rhythm.ts';

/** What is added to a source's own time limit for opening before it is given up as hanging, ms. Chosen here. */
const OPEN_GRACE_MS = 5_000;
/** How often silence is looked for, ms. Chosen here. */
const LOOK_MS = 2_000;
/** Longest wait for a source to stop, ms: twice a source's own limit would break the 2 s of a stop. */
const CLOSE_MS = 1_500;

/** What a connection reports. `lost` is the last and comes once; nothing comes after `close`. */
export interface ConnectionListener<Frame> {
  opened(info: StreamInfo): void;
  /** Null where keyframes came that no one wanted. */
  keyframe(frame: Frame | null): void;
  lost(error: unknown): void;
}

export interface ConnectionOptions<Frame> {
  readonly cameraId: string;
  readonly source: FrameSource<Frame>;
  /** The source's own limit, ms. */
  readonly openTimeoutMs: number;
  readonly wantedPeriodMs: () => number;
  readonly rhythm: KeyframeRhythm;
  readonly clock: Clock;
  readonly timers: Timers;
}

export class Connection<Frame> {
  readonly #options: ConnectionOptions<Frame>;
  readonly #listener: ConnectionListener<Frame>;
  #info: StreamInfo | null = null;
  #isOver = false;
  #cancelTimer: (() => void) | null = null;
  #firstKeyframeMs: number | null = null;
  #lastSignMs = 0;
  #packetsSeen = 0;
  #keyframesSeen = 0;
  #isAlive = true;
  /** How often the source was last asked for a frame; it may still be waiting as long as that. */
  #askedEveryMs = 0;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #closed: Promise<boolean> | null = null;

  constructor(options: ConnectionOptions<Frame>, listener: ConnectionListener<Frame>) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Begins; called once. */
  start(): void {
    const { openTimeoutMs, timers } = this.#options;
    this.#cancelTimer = timers.after(openTimeoutMs + OPEN_GRACE_MS, () =>
      this.#lose(this.#timeout()),
    );
    this.#running = this.#run();
    this.#running.catch(() => undefined);
  }

  /** What the source told when it was open; null before. */
  get info(): StreamInfo | null {
    return this.#info;
  }

  totals(): SourceTotals {
    return this.#options.source.totals();
  }

  /** How long keyframes have been coming, ms; null before the first. */
  deliveredForMs(): number | null {
    const sinceMs = this.#firstKeyframeMs;
    return sinceMs === null ? null : this.#options.clock.monotonicMs() - sinceMs;
  }

  /**
   * Ends the connection and stops its source. May be called again.
   *
   * @returns within 1.5 s, whether the source is over; `gone` tells about one that takes longer. Rejects with what a
   * source threw after it was stopped, unless that is a fault of the camera.
   */
  close(): Promise<boolean> {
    this.#end();
    this.#closed ??= this.#closeSource();
    return this.#closed;
  }

  /** Resolves when nothing of the source is left, however long that takes. */
  get gone(): Promise<void> {
    const settled = () => undefined;
    return this.#running.then(settled, settled);
  }

  async #run(): Promise<void> {
    const { source } = this.#options;
    try {
      await source.run(
        this.#stopping.signal,
        (frame) => this.#keyframe(frame),
        (info) => this.#opened(info),
      );
      this.#lose(this.#ended());
    } catch (error) {
      if (this.#isOver && !isTurnoutError(error)) throw error;
      this.#lose(error);
    }
  }

  #opened(info: StreamInfo): void {
    if (this.#isOver) return;
    this.#info = info;
    this.#sign();
    this.#cancelTimer?.();
    this.#watch();
    this.#listener.opened(info);
  }

  #keyframe(frame: Frame | null): void {
    if (this.#isOver) {
      return;
    }
    const { clock, rhythm } = this.#options;
    if (this.#firstKeyframeMs === null) {
      this.#firstKeyframeMs = clock.monotonicMs();
    } else {
      rhythm.noteGap(this.totals().gopMs ?? clock.monotonicMs() - this.#lastSignMs);
    }
    this.#keyframesSeen = this.totals().keyframes;
    this.#sign();
    this.#listener.keyframe(frame);
  }

  /** The camera has shown that it works: silence begins anew. */
  #sign(): void {
    this.#lastSignMs = this.#options.clock.monotonicMs();
    this.#askedEveryMs = this.#options.wantedPeriodMs();
  }

  #watch(): void {
    this.#cancelTimer = this.#options.timers.after(LOOK_MS, () => {
      this.#look();
      if (!this.#isOver) {
        this.#watch();
      }
    });
  }

  #look(): void {
    const { clock, rhythm } = this.#options;
    const { packets, keyframes } = this.totals();
    if (keyframes > this.#keyframesSeen) this.#keyframe(null);
    this.#isAlive = packets > this.#packetsSeen;
    this.#packetsSeen = packets;
    const silenceMs = clock.monotonicMs() - this.#lastSignMs;
    if (silenceMs < rhythm.stallAfterMs(this.#madeEveryMs(), this.#isAlive)) {
      return;
    }
    if (this.#isAlive) {
      // Its keyframes may be further apart than was known: the next connection waits longer.
      rhythm.noteGap(silenceMs);
    }
    this.#lose(this.#stalled(silenceMs));
  }

  /** JPEG sources make or fetch each frame when it is wanted; a video stream sends what it sends. */
  #madeEveryMs(): number {
    return this.#info?.codec === 'jpeg'
      ? Math.max(this.#askedEveryMs, this.#options.wantedPeriodMs())
      : 0;
  }

  #lose(error: unknown): void {
    if (!this.#isOver) {
      this.#end();
      this.#listener.lost(error);
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  async #closeSource(): Promise<boolean> {
    this.#stopping.abort();
    let cancel: () => void = () => undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      cancel = this.#options.timers.after(CLOSE_MS, () => resolve(false));
    });
    try {
      return await Promise.race([this.#running.then(() => true), tooLate]);
    } finally {
      cancel();
    }
  }

  #timeout(): TurnoutError {
    return new TurnoutError('camera_timeout', {
      where: this.#where(),
      expected: `an answer within ${seconds(this.#options.openTimeoutMs)}`,
      got: 'none',
      hint: 'check that the camera is switched on and not overloaded',
    });
  }

  #stalled(silenceMs: number): TurnoutError {
    return new TurnoutError('camera_stalled', {
      where: this.#where(),
      expected: 'a keyframe at regular intervals',
      got: `none for ${seconds(silenceMs)}${this.#isAlive ? ', though other data comes' : ''}`,
      hint: 'check its network, and its keyframe interval (GOP)',
    });
  }

  #ended(): TurnoutError {
    return new TurnoutError('camera_ended', {
      where: this.#where(),
      expected: 'a stream that goes on',
      got: 'its end',
      hint: 'the camera or recorder has closed it, perhaps to restart',
    });
  }

  #where(): string {
    return `camera ${this.#options.cameraId}`;
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
