/**
 * Lets a camera rest between two samples that are far apart: PAUSE once one was taken, PLAY in time for the next
 * (RFC 2326, 10.5 and 10.6). The connection stands meanwhile and is asked from time to time, so that a lost camera is noticed
 * as soon as one that plays.
 *
 * ```text
 *             a picture was taken                  answered             in time for the next
 *  playing ──────────────────────▶ pausing ──────────────────▶ resting ──────────────────────▶ waking
 *     ▲                               │ refused                   │ packets go on                 │
 *     │                               └──────────▶ unfit ◀────────┘◀── no picture, or an old one ─┤
 *     └──────────────────── a picture whose time has gone on as the clock has ────────────────────┘
 * ```
 *
 * Many servers say PAUSE and do not mean it, or go on later with the pictures of before; so each has to prove itself,
 * and is unfit for good at the first failure. A camera that may have changed what it plays is hung up on.
 */

import type { Clock } from '../../../runtime/clock.ts';
import { delay } from '../../../runtime/timers.ts';
import type { RestState } from '../source.ts';

/**
 * Shortest period of samples in which it rests, ms. Chosen here: more than ten times what it takes to break even (1 to
 * 2 s, `bench/README.md`), and more than most cameras need to send a picture again.
 */
const MIN_PERIOD_MS = 20_000;
/** It plays again this long before a keyframe has to come for the next sample, ms. Chosen here. */
const EARLY_MS = 1_000;
/** How often it is looked whether a picture is wanted sooner, ms: classes are looked at ten minutes before they begin. */
const GLANCE_MS = 1_000;
/** Longest wait for an answer, ms. */
const ANSWER_MS = 5_000;
/** Packets that come so long after the answer to PAUSE, ms, were not on their way before. */
const SETTLED_MS = 2_000;
/** Shortest wait for a picture after PLAY, ms, and how many GOPs it takes. Chosen here. */
const [MIN_WAIT_MS, WAITED_GOPS] = [10_000, 3];
/** How far the time of pictures and the clock may be apart after a rest, ms: networks delay them. Chosen here. */
const TOLERANCE_MS = 2_000;

export interface RestOptions {
  /** Each resolves with whether the camera agreed; false where the connection has ended. */
  readonly pause: () => Promise<boolean>;
  readonly play: () => Promise<boolean>;
  /** Asks whether it is there still. Called while it rests. */
  readonly stayConnected: () => void;
  readonly stayEveryMs: number;
  /** Ends the connection: what comes over it is not to be trusted. */
  readonly hangUp: () => void;
  readonly wantedPeriodMs: () => number;
  /** Distance of keyframes, ms; null while it is not known. */
  readonly gopMs: () => number | null;
  /** Ticks of the stream's time in a second. */
  readonly clockRate: number;
  readonly clock: Clock;
  /** The connection is over. */
  readonly signal: AbortSignal;
}

export class Rest {
  readonly #options: RestOptions;
  #phase: 'playing' | 'pausing' | 'resting' | 'waking' | 'unfit' = 'playing';
  /** The newest picture that showed its time. */
  #last: { readonly timestamp: number; readonly atMs: number } | null = null;
  #pausedMs = 0;
  #wokenMs = 0;
  /** From PLAY to a picture, the last time, ms. */
  #wakingMs = 0;
  #wakes = 0;
  #hasHungUp = false;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  get state(): RestState {
    const phase = this.#phase;
    return phase === 'playing' || phase === 'unfit' ? phase : 'resting';
  }

  /** Whether what comes next comes after a rest. */
  get isWaking(): boolean {
    return this.#phase === 'waking';
  }

  /** Whether it was hung up on, since it did not play again or played something else. */
  get hasHungUp(): boolean {
    return this.#hasHungUp;
  }

  /** The newest picture was taken: the next is wanted a period from now. */
  noteTaken(): void {
    const { wantedPeriodMs, gopMs } = this.#options;
    const periodMs = wantedPeriodMs();
    // Of a camera that has sent one keyframe no one knows when the next comes.
    const isWorthIt = gopMs() !== null && periodMs >= MIN_PERIOD_MS;
    if (this.#phase === 'playing' && isWorthIt && periodMs > 2 * this.#leadMs()) {
      void this.#rest();
    }
  }

  /** A packet came. Runs for every packet. */
  packet(): void {
    if (this.#phase === 'resting' && this.#nowMs() - this.#pausedMs > SETTLED_MS) {
      this.#phase = 'unfit';
      // It may take itself for paused.
      void this.#options.play();
    }
  }

  /** A keyframe came. @returns whether it shows the room as it is now. */
  keyframe(timestamp: number): boolean {
    const atMs = this.#nowMs();
    if (this.#phase === 'waking') {
      if (!this.#hasGoneOn(timestamp, atMs)) {
        this.#fail();
      } else {
        this.#phase = 'playing';
        this.#wakes += 1;
        this.#wakingMs = atMs - this.#wokenMs;
      }
    }
    this.#last = { timestamp, atMs };
    return !this.#hasHungUp;
  }

  /** The camera has ended the connection. One that never came back from a rest does not bear it. */
  end(): void {
    if (this.state === 'resting' && this.#wakes === 0) {
      this.#phase = 'unfit';
    }
  }

  async #rest(): Promise<void> {
    const takenMs = this.#nowMs();
    this.#phase = 'pausing';
    const isPaused = await answered(this.#options.pause());
    if (this.#isOver) {
      return;
    }
    this.#phase = isPaused ? 'resting' : 'unfit';
    this.#pausedMs = this.#nowMs();
    await this.#untilWanted(takenMs);
    if (this.#phase === 'resting' && !this.#isOver) {
      await this.#wake();
    }
  }

  async #wake(): Promise<void> {
    const { play, gopMs, signal } = this.#options;
    const wakes = this.#wakes;
    this.#phase = 'waking';
    this.#wokenMs = this.#nowMs();
    if (await answered(play())) {
      await delay(Math.max(MIN_WAIT_MS, WAITED_GOPS * (gopMs() ?? 0)), signal);
    }
    if (this.#phase === 'waking' && this.#wakes === wakes && !this.#isOver) {
      this.#fail();
    }
  }

  async #untilWanted(takenMs: number): Promise<void> {
    const { stayConnected, stayEveryMs, wantedPeriodMs, signal } = this.#options;
    let stayedMs = this.#pausedMs;
    while (this.#phase === 'resting') {
      const leftMs = takenMs + wantedPeriodMs() - this.#leadMs() - this.#nowMs();
      const glanceMs = Math.min(leftMs, GLANCE_MS, stayEveryMs);
      if (leftMs <= 0 || !(await delay(glanceMs, signal))) {
        return;
      }
      if (this.#nowMs() - stayedMs >= stayEveryMs) {
        stayedMs = this.#nowMs();
        stayConnected();
      }
    }
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted;
  }

  #leadMs(): number {
    return Math.max(this.#options.gopMs() ?? 0, this.#wakingMs) + EARLY_MS;
  }

  #hasGoneOn(timestamp: number, atMs: number): boolean {
    if (this.#last === null) {
      return false;
    }
    const ticks = (timestamp - this.#last.timestamp) >>> 0;
    const wentMs = (ticks * 1000) / this.#options.clockRate;
    return Math.abs(wentMs - (atMs - this.#last.atMs)) <= TOLERANCE_MS;
  }

  #fail(): void {
    this.#phase = 'unfit';
    this.#hasHungUp = true;
    this.#options.hangUp();
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }
}

/** Whether it was agreed to in time. */
async function answered(asked: Promise<boolean>): Promise<boolean> {
  const waiting = new AbortController();
  const tooLate = delay(ANSWER_MS, waiting.signal).then(() => false);
  const isAgreed = await Promise.race([asked, tooLate]);
  waiting.abort();
  return isAgreed;
}
