/**
 * The contract of a frame source: it runs once, delivering keyframes until its stream ends or it is told to stop.
 *
 * A source only reads and demuxes. It never decodes, never retries and never decides how often a count is wanted:
 * that is the work of the pool, the supervisor and the sampling clock. One suite tests every source
 * (`test/contract/source.suite.ts`).
 *
 * Three clocks watch a camera that says nothing. The first two are the source's own. The third is that of
 * `supervision/supervisor.ts`: for what a source cannot see, and for a source that hangs itself.
 *
 * | clock      | while   | fires when there was no              | for                                      | fault            |
 * |------------|---------|--------------------------------------|------------------------------------------|------------------|
 * | opening    | opening | end of a step of it; libav has what  | `openTimeoutMs`                          | `camera_timeout` |
 * |            |         | the direct reader of RTSP left       |                                          |                  |
 * | stall      | reading | data at all                          | `readTimeoutMs`, noticed a quarter late  | `camera_stalled` |
 * | connection | opening | end of it                            | `openTimeoutMs` and 5 s                  | `camera_timeout` |
 * |            | reading | keyframe, whatever else comes        | 20 s, or three times the longest time    | `camera_stalled` |
 * |            |         |                                      | between two; 90 s where packets come and |                  |
 * |            |         |                                      | that time is not known; 6 s late at most |                  |
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Reach } from '../../runtime/reach.ts';
import { delay } from '../../runtime/timers.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { FrameCodec } from '../frames/video-decoder.ts';

/** What a source is made from. Comes from the configuration; `url` may carry credentials and is never logged. */
export interface SourceOptions {
  /** `rtsp(s)://`, `http(s)://`, `scene:`, `file:` or a path. */
  readonly url: string;
  /** RTSP only: TCP first; UDP when asked. */
  readonly transport: 'tcp' | 'udp';
  /** Longest wait for an answer while opening, ms. */
  readonly openTimeoutMs: number;
  /** Longest wait for data while reading, ms, before the source gives up with `camera_stalled`. */
  readonly readTimeoutMs: number;
  /**
   * How often a frame is wanted now, ms. Asked before each frame by sources that make or fetch one on demand (snapshot
   * polling, `scene:`); a stream delivers what comes.
   */
  readonly wantedPeriodMs: () => number;
  /** Of sources on the readers' thread: how often someone who looks wants a frame now besides, ms. */
  readonly lookedPeriodMs?: () => number;
  /**
   * Files only. `own` (the default): keyframes come at their own times, as from a camera. `fast`: each comes as soon as
   * the one before it has been taken.
   */
  readonly pace?: 'own' | 'fast';
  /** Where the address may lead, and of HTTP its redirects; left out: anywhere. */
  readonly reach?: Reach;
  readonly clock: Clock;
}

/**
 * Takes one keyframe, which is its own from then on. Must be quick and never throw or reject. Where it returns a
 * promise the source hands over nothing more until that resolves: a file waits, a live source goes on reading and drops
 * what comes meanwhile (its totals still count it).
 */
export type DeliverFrame<Frame = EncodedFrame> = (frame: Frame) => void | Promise<void>;

/** What a source knows of its stream once it is open. Null is unknown so far. */
export interface StreamInfo {
  readonly codec: FrameCodec;
  readonly width: number | null;
  readonly height: number | null;
  /** Frames a second of the stream, keyframes or not. */
  readonly fps: number | null;
  /** Length of a file, ms; null for what has no end. */
  readonly durationMs: number | null;
  /** RTSP only: why libav reads it and not the reader of `rtsp/`, of the camera as `it`; left out where that one does. */
  readonly whyLibav?: string;
}

/** Running totals of a source. Never reset. */
export interface SourceTotals {
  readonly packets: number;
  readonly bytes: number;
  readonly keyframes: number;
  /** Media time between the last two keyframes, ms; null before the second. */
  readonly gopMs: number | null;
}

/** The totals before anything was read. */
export const NOTHING_READ: SourceTotals = { packets: 0, bytes: 0, keyframes: 0, gopMs: null };

/** Takes what is known of the stream, once, before the first keyframe. */
export type StreamOpened = (info: StreamInfo) => void;

/** One source. It holds nothing before `run` and after it. */
export interface FrameSource<Frame = EncodedFrame> {
  /**
   * The whole life of a source; called once. Opens the stream, then delivers each keyframe as it comes, in order.
   *
   * A keyframe is a picture that decodes alone: IDR in H.264; IDR, CRA and BLA in H.265; every JPEG. H.264 pictures that
   * merely begin a recovery (intra refresh, open GOP) are none: a stream of only those delivers nothing.
   *
   * @param signal interrupts whatever is under way: nothing is delivered from then on. May be aborted from within
   * `deliver`.
   * @returns when the stream has ended by itself, or within a second of the abort, and in each case once nothing of the
   * source is left. Rejects with a coded {@link TurnoutError} whose text holds neither address nor credential:
   * `camera_unreachable`, `camera_refused`, `camera_unauthorized`, `camera_not_found`, `camera_not_video`,
   * `camera_no_video_track`, `camera_codec_unsupported`, `camera_timeout`, `camera_stalled`,
   * `camera_transport_refused`, `camera_ended` where the stream ends before it is open, and `descriptors_exhausted`
   * where it is not the camera's fault.
   */
  run(signal: AbortSignal, deliver: DeliverFrame<Frame>, opened?: StreamOpened): Promise<void>;
  totals(): SourceTotals;
}

/**
 * Runs `read` and then `close`, or `close` as soon as `signal` is aborted. What `read` throws after that is the end that
 * was asked for.
 */
export async function readUntil(
  signal: AbortSignal,
  read: () => Promise<void>,
  close: () => void | Promise<void>,
): Promise<void> {
  if (signal.aborted) return;
  let closing: Promise<void> | null = null;
  const end = (): Promise<void> => {
    closing ??= Promise.resolve(close());
    return closing;
  };
  const onAbort = () => void end().catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await read();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await end();
  }
}

/** How soon a changed wish for pictures is noticed, ms. Chosen here. */
const GLANCE_MS = 500;

/**
 * Waits until the next picture is wanted of a source that makes or fetches it: a class may begin meanwhile, and pictures
 * be wanted sooner.
 *
 * @param leastMs shortest time between two.
 * @returns whether it is; false once `signal` aborts.
 */
export async function untilWanted(
  lastMs: number,
  leastMs: number,
  { wantedPeriodMs, clock }: Pick<SourceOptions, 'wantedPeriodMs' | 'clock'>,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const leftMs = lastMs + Math.max(leastMs, wantedPeriodMs()) - clock.monotonicMs();
    if (leftMs <= 0 || signal.aborted) return !signal.aborted;
    await delay(Math.min(leftMs, GLANCE_MS), signal);
  }
}

/** The way out of a live source: one keyframe at a time, and what comes while it is taken is dropped. */
export class FrameGate {
  readonly #deliver: DeliverFrame;
  #isBusy = false;

  constructor(deliver: DeliverFrame) {
    this.#deliver = deliver;
  }

  /** Hands `frame` over, unless the one before it is still being taken. */
  offer(frame: EncodedFrame): void {
    if (this.#isBusy) return;
    const taking = this.#deliver(frame);
    if (taking === undefined) return;
    this.#isBusy = true;
    void taking.finally(() => {
      this.#isBusy = false;
    });
  }
}

/** Running totals of one source. Counting is two additions a packet: it runs for every packet of every camera. */

export class SourceTally {
  #packets = 0;
  #bytes = 0;
  #keyframes = 0;
  #lastMediaMs: number | null = null;
  #gopMs: number | null = null;

  packet(bytes: number): void {
    this.#packets += 1;
    this.#bytes += bytes;
  }

  /** @param mediaMs null where the stream has no time; the interval is then unknown. */
  keyframe(mediaMs: number | null): void {
    this.#keyframes += 1;
    const hasBoth = mediaMs !== null && this.#lastMediaMs !== null;
    this.#gopMs = hasBoth ? mediaMs - (this.#lastMediaMs ?? 0) : null;
    this.#lastMediaMs = mediaMs;
  }

  totals(): SourceTotals {
    return {
      packets: this.#packets,
      bytes: this.#bytes,
      keyframes: this.#keyframes,
      gopMs: this.#gopMs,
    };
  }
}

/** Notices that nothing has come for too long, without a timer for each thing that comes. */

/** Looks this often within the limit: a stall is noticed at most a quarter of the limit late. Chosen here. */
const CHECKS = 4;

export class StallWatch {
  readonly #checkMs: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout;
  #notes = 0;
  #seen = 0;
  #idleChecks = 0;

  /** Starts at once. `onStall` is called once, when `stallMs` have passed without a note. */
  constructor(stallMs: number, onStall: () => void) {
    this.#checkMs = stallMs / CHECKS;
    this.#onStall = onStall;
    this.#timer = this.#later();
  }

  get isStalled(): boolean {
    return this.#idleChecks >= CHECKS;
  }

  /** Something came. */
  note(): void {
    this.#notes += 1;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => this.#check(), this.#checkMs);
  }

  #check(): void {
    this.#idleChecks = this.#notes === this.#seen ? this.#idleChecks + 1 : 0;
    this.#seen = this.#notes;
    if (this.isStalled) {
      this.#onStall();
    } else {
      this.#timer = this.#later();
    }
  }
}
