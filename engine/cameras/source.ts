/**
 * The contract of a frame source: something that, once opened, delivers keyframes until it ends or is closed.
 *
 * A source only reads and demuxes. It never decodes, never retries and never decides how often a count is wanted:
 * that is the work of the pool, the supervisor and the sampling clock. One suite tests every source
 * (`test/contract/source.suite.ts`).
 *
 * Three clocks watch a camera that says nothing. The first two are the source's own. The third is that of
 * `supervision/connection.ts`: for what a source cannot see, and for a source that hangs itself.
 *
 * | clock      | while   | fires when there was no              | for                                      | fault            |
 * |------------|---------|--------------------------------------|------------------------------------------|------------------|
 * | opening    | `open`  | end of a step of it; libav has what  | `openTimeoutMs`                          | `camera_timeout` |
 * |            |         | the direct reader of RTSP left       |                                          |                  |
 * | stall      | `read`  | data at all                          | `readTimeoutMs`, noticed a quarter late  | `camera_stalled` |
 * | connection | `open`  | end of it                            | `openTimeoutMs` and 5 s                  | `camera_timeout` |
 * |            | `read`  | keyframe, whatever else comes        | 20 s, or three times the longest time    | `camera_stalled` |
 * |            |         |                                      | between two; 90 s where packets come and |                  |
 * |            |         |                                      | that time is not known; 5 s late at most |                  |
 *
 * From a camera at rest an answer counts as something that came, and its next keyframe is due when one is wanted.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { EncodedFrame, FrameCodec } from '../frames/encoded-frame.ts';

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
  /**
   * RTSP over TCP only: the camera may be let rest between samples that are far apart, once it is told that one was
   * taken. Left out: it may not.
   */
  readonly mayRest?: boolean;
  /**
   * Files only. `own` (the default): keyframes come at their own times, as from a camera. `fast`: each comes as soon as
   * the one before it has been taken.
   */
  readonly pace?: 'own' | 'fast';
  readonly clock: Clock;
}

/**
 * Takes one keyframe, which is its own from then on. Must be quick and never throw or reject. Where it returns a
 * promise the source hands over nothing more until that resolves: a file waits, a live source goes on reading and drops
 * what comes meanwhile (its totals still count it).
 */
export type DeliverFrame<Frame = EncodedFrame> = (frame: Frame) => void | Promise<void>;

/** What opening a source has told about the stream. Null is unknown so far. */
export interface StreamInfo {
  readonly codec: FrameCodec;
  readonly width: number | null;
  readonly height: number | null;
  /** Frames a second of the stream, keyframes or not. */
  readonly fps: number | null;
  /** Length of a file, ms; null for what has no end. */
  readonly durationMs: number | null;
}

/**
 * Whether a camera plays, rests until the next sample, or plays for good, since it was let rest and did not as it should.
 */
export type RestState = 'playing' | 'resting' | 'unfit';

/** Running totals of a source. Never reset. */
export interface SourceTotals {
  readonly packets: number;
  readonly bytes: number;
  readonly keyframes: number;
  /** Media time between the last two keyframes without a rest between them, ms; null before the second. */
  readonly gopMs: number | null;
  /** As of now; left out by sources that never rest. */
  readonly rest?: RestState;
}

/** The totals before anything was read. */
export const NOTHING_READ: SourceTotals = { packets: 0, bytes: 0, keyframes: 0, gopMs: null };

/**
 * One source. Life: `open` once, `read` once, `close` at any time and any number of times, and in every case once: it may
 * hold something before it is opened.
 *
 * `open` and `read` reject with a coded {@link TurnoutError} whose text holds neither address nor credential:
 * `camera_unreachable`, `camera_refused`, `camera_unauthorized`, `camera_not_found`, `camera_not_video`,
 * `camera_no_video_track`, `camera_codec_unsupported`, `camera_timeout`, `camera_stalled`, `camera_transport_refused`,
 * and `descriptors_exhausted` where it is not the camera's fault.
 */
export interface FrameSource<Frame = EncodedFrame> {
  open(): Promise<StreamInfo>;
  /**
   * Delivers each keyframe as it comes, in order. Resolves when the stream ends by itself or `close` was called.
   *
   * A keyframe is a picture that decodes alone: IDR in H.264; IDR, CRA and BLA in H.265; every JPEG. H.264 pictures that
   * merely begin a recovery (intra refresh, open GOP) are none: a stream of only those delivers nothing.
   */
  read(deliver: DeliverFrame<Frame>): Promise<void>;
  /**
   * Interrupts whatever is under way and resolves once nothing of the source is left, within a second. May be called
   * from within `deliver`. An `open` under way then rejects with `camera_ended`.
   */
  close(): Promise<void>;
  totals(): SourceTotals;
  /** The newest frame was taken for a sample: the next is wanted a period from now. Sources without it do not care. */
  noteTaken?(): void;
}
