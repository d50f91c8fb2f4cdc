/**
 * What is known about a camera, over all its connections: its state and why, its stream, its picture. Every change is a
 * log line with the camera's id, and every reason a sentence for the person who has to do something about it.
 */

import type { Size } from '../../../detectors/picture.ts';
import { type ErrorCode, isTurnoutError } from '../../../errors.ts';
import { SAMPLE_FLAGS, type Sample } from '../../../gym/attendance/sample.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Timers } from '../../../runtime/timers.ts';
import { keyframeHint, makerOfAddress } from '../makers.ts';
import type { SourceOptions, SourceTotals, StreamInfo } from '../source.ts';
import type { CameraReason, CameraState } from '../state.ts';

/** Faults of frames may come many times a second: at most one line is logged in this time, ms. */
const QUIET_MS = 1_000;
/** A GOP is too long when it exceeds the wanted period by this factor; the rest is jitter. Chosen here. */
const GOP_TOLERANCE = 1.1;

export interface Fault {
  readonly code: ErrorCode;
  /** One sentence, without address or credential. */
  readonly detail: string;
}

const UNKNOWN = { codec: null, width: null, height: null, fps: null };

interface Recorded {
  readonly state: CameraState;
  readonly reasons: readonly CameraReason[];
  /** One sentence for a person: what is wrong and what to do; null when all is well. */
  readonly detail: string | null;
  /** When the state was entered, ms since 1970, UTC. */
  readonly sinceUtcMs: number;
  /** When the next attempt starts, ms since 1970, UTC; null unless waiting for one. */
  readonly retryAtUtcMs: number | null;
}

type CameraSettings = Pick<SourceOptions, 'url' | 'wantedPeriodMs'> & { readonly id: string };

interface Context {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

export class Condition {
  readonly #camera: () => CameraSettings;
  readonly #context: Context;
  now: Recorded;
  /** The last thing that was said aloud: a camera that stays away says so once, not at every attempt. */
  #lastLogged = '';
  #info: StreamInfo | null = null;
  #gopMs: number | null = null;
  #lastKeyframeUtcMs: number | null = null;
  /** Of connections that are over. */
  #ended = { keyframes: 0, bytes: 0 };
  #pictures = new PictureWatch();
  /** The last fault that no line was logged for, and how many there were. */
  #unsaid: (Fault & { readonly times: number }) | null = null;
  #cancelQuiet: (() => void) | null = null;

  /** @param camera its settings as they are now. */
  constructor(camera: () => CameraSettings, context: Context) {
    this.#camera = camera;
    this.#context = context;
    const sinceUtcMs = context.clock.nowUtcMs();
    this.now = { state: 'stopped', reasons: [], detail: null, sinceUtcMs, retryAtUtcMs: null };
  }

  /** @param totals of the connection that stands; null where none does. */
  known(totals: SourceTotals | null) {
    const { id, wantedPeriodMs } = this.#camera();
    const { codec, width, height, fps } = this.#info ?? UNKNOWN;
    return {
      id,
      /** How often a sample is wanted now, ms; infinite while no one counts it. */
      wantedPeriodMs: wantedPeriodMs(),
      ...this.now,
      codec,
      width,
      height,
      fps,
      /** Distance of the last two keyframes of a video, ms; null while unknown, and for JPEGs, each of which stands alone. */
      gopMs: this.#knownGopMs(),
      keyframes: this.#ended.keyframes + (totals?.keyframes ?? 0),
      bytes: this.#ended.bytes + (totals?.bytes ?? 0),
      /** When the newest keyframe came, ms since 1970, UTC. */
      lastKeyframeUtcMs: this.#lastKeyframeUtcMs,
    };
  }

  /**
   * @param facts one sentence for a person, without address or credential, and when the next attempt starts, ms from now.
   */
  enter(
    state: CameraState,
    reasons: readonly CameraReason[],
    { detail = null, retryInMs }: { detail?: string | null; retryInMs?: number } = {},
  ): void {
    const before = this.now;
    const nowUtcMs = this.#context.clock.nowUtcMs();
    this.now = {
      state,
      reasons,
      detail,
      sinceUtcMs: state === before.state ? before.sinceUtcMs : nowUtcMs,
      retryAtUtcMs: retryInMs === undefined ? null : Math.round(nowUtcMs + retryInMs),
    };
    if (state !== before.state || reasons.join() !== before.reasons.join()) {
      this.#say(before.state, retryInMs);
    }
  }

  /** A connection has been opened. What it does not tell is taken from the one before. */
  noteInfo(info: StreamInfo): void {
    const { whyLibav: why } = info;
    if (why !== this.#info?.whyLibav) {
      const reader = why === undefined ? { reader: 'own' } : { reader: 'libav', why };
      this.#context.log.info('camera_reader', { camera: this.#camera().id, ...reader });
    }
    const { width, height } = info.width === null ? (this.#info ?? info) : info;
    this.#info = { ...info, width, height };
  }

  /** The camera streams; says what is wrong with what it streams, if anything. */
  noteKeyframe(totals: SourceTotals): void {
    this.#gopMs = totals.gopMs ?? this.#gopMs;
    this.#lastKeyframeUtcMs = this.#context.clock.nowUtcMs();
    this.#judge();
  }

  /**
   * Judges a sample's picture, in the order in which samples were taken.
   *
   * @returns `SAMPLE_FLAGS.frozen` where the sample shows a frozen picture, else 0. Holds for the next sample until that
   * one has been judged.
   */
  notePicture({ sample, frameSize }: PictureFacts): number {
    // The size that the decoder found is the truth.
    if (this.#info !== null) this.#info = { ...this.#info, ...frameSize };
    const flags = this.#pictures.note(sample);
    this.#judgeAgain();
    return flags;
  }

  /**
   * Counts a fault that did not end the connection; logged at most once a second. Where frame after frame cannot be
   * decoded, that is what is wrong with the camera.
   */
  noteFault({ code, detail }: Fault): void {
    if (code === 'frame_undecodable' || code === 'frame_too_large') {
      this.#pictures.noteUnusable(code);
    }
    this.#unsaid = { code, detail, times: (this.#unsaid?.times ?? 0) + 1 };
    if (this.#cancelQuiet === null) this.#sayFaults();
    this.#judgeAgain();
  }

  /** A connection is over: its totals are final, and the next picture is of another one. */
  noteEnd({ keyframes, bytes }: SourceTotals): void {
    this.#ended = {
      keyframes: this.#ended.keyframes + keyframes,
      bytes: this.#ended.bytes + bytes,
    };
    this.#pictures = new PictureWatch();
  }

  /** The settings have changed: it may be another camera. Totals go on. */
  forget(): void {
    this.#info = null;
    this.#gopMs = null;
    this.#lastKeyframeUtcMs = null;
  }

  /** Says what is still unsaid and leaves no timer behind. */
  stop(): void {
    this.#sayFaults();
    this.#cancelQuiet?.();
    this.#cancelQuiet = null;
    this.enter('stopped', []);
  }

  /** Distance of the last keyframes of a video; JPEGs have none, since each of them stands alone. */
  #knownGopMs(): number | null {
    return this.#info?.codec === 'jpeg' ? null : this.#gopMs;
  }

  #judge(): void {
    const { url, wantedPeriodMs } = this.#camera();
    const [gopMs, wantedMs] = [this.#knownGopMs(), wantedPeriodMs()];
    const reasons: CameraReason[] = [...this.#pictures.reasons];
    const isLong = gopMs !== null && gopMs > wantedMs * GOP_TOLERANCE;
    if (isLong) reasons.push('long_gop');
    const sentences = reasons.map(
      (reason) => PICTURE_FAULTS[reason] ?? longGop(gopMs, wantedMs, url),
    );
    const detail = sentences.length === 0 ? null : sentences.join('; and ');
    this.enter(reasons.length === 0 ? 'streaming' : 'degraded', reasons, { detail });
  }

  /** After a picture, which may be looked at only after its camera was lost. */
  #judgeAgain(): void {
    const { state } = this.now;
    if (state === 'streaming' || state === 'degraded') this.#judge();
  }

  #say(from: CameraState, retryInMs: number | undefined): void {
    const { log } = this.#context;
    const { state, reasons, detail } = this.now;
    const retry = retryInMs === undefined ? {} : { retry_in_ms: Math.round(retryInMs) };
    const fields = { camera: this.#camera().id, state, from, reasons, detail, ...retry };
    const news = `${state} ${reasons.join()}`;
    if (state === 'connecting' || news === this.#lastLogged) {
      log.debug('camera_state', fields);
      return;
    }
    this.#lastLogged = news;
    log[state === 'streaming' || state === 'stopped' ? 'info' : 'warn']('camera_state', fields);
  }

  #sayFaults(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = null;
    if (this.#unsaid === null) return;
    const { log, timers } = this.#context;
    log.warn('camera_fault', { camera: this.#camera().id, ...this.#unsaid });
    this.#unsaid = null;
    this.#cancelQuiet = timers.after(QUIET_MS, () => this.#sayFaults());
  }
}

/** What a look says about its picture; whether it is black its worker has judged already, in the flags. */
export interface PictureFacts {
  readonly sample: Pick<Sample, 'atUtcMs' | 'fingerprint' | 'flags'>;
  readonly frameSize: Size;
}

/**
 * Equal pictures for this long, and so many of them, are frozen: sensor noise alone makes two pictures of an empty room
 * differ. Chosen here; the number guards sparse sampling against two that are equal by chance.
 */
const FROZEN_MS = 60_000;
const FROZEN_SAMPLES = 3;

/** So many pictures in a row that cannot be looked at are no accident of the network. Chosen here. */
const UNUSABLE_IN_A_ROW = 3;

/** Why a picture cannot be looked at at all. */
type Unusable = 'frame_undecodable' | 'frame_too_large';

/**
 * Notices a picture that tells nothing although it comes: black or covered, or frozen. Fed with each sample; clears
 * itself with the first good one.
 */
export class PictureWatch {
  #unusable: Unusable | null = null;
  #unusableInARow = 0;
  #isBlack = false;
  #isFrozen = false;
  #fingerprint: number | null = null;
  #sinceUtcMs = 0;
  #equal = 0;

  /** What is wrong with the picture now. */
  get reasons(): readonly ('black' | 'frozen' | Unusable)[] {
    const isUnusable = this.#unusableInARow >= UNUSABLE_IN_A_ROW;
    if (this.#unusable !== null && isUnusable) return [this.#unusable];
    if (this.#isBlack) return ['black'];
    return this.#isFrozen ? ['frozen'] : [];
  }

  /**
   * Judges the next sample, in the order in which they were taken.
   *
   * @returns `SAMPLE_FLAGS.frozen` where the sample shows a frozen picture, else 0.
   */
  note({ atUtcMs, fingerprint, flags }: PictureFacts['sample']): number {
    this.#unusableInARow = 0;
    this.#isBlack = (flags & SAMPLE_FLAGS.black) !== 0;
    // A black picture equals itself: that is no news, and not a frozen camera.
    const seen = this.#isBlack ? null : fingerprint;
    const isEqual = seen !== null && seen === this.#fingerprint;
    this.#isFrozen &&= isEqual;
    // A clock that was set back starts the measurement again, too.
    if (!isEqual || atUtcMs < this.#sinceUtcMs) {
      this.#fingerprint = seen;
      this.#sinceUtcMs = atUtcMs;
      this.#equal = 0;
    }
    this.#equal += 1;
    this.#isFrozen ||= this.#equal >= FROZEN_SAMPLES && atUtcMs - this.#sinceUtcMs >= FROZEN_MS;
    return this.#isFrozen ? SAMPLE_FLAGS.frozen : 0;
  }

  /** Takes note of a picture that could not be looked at; the next one that can clears it. */
  noteUnusable(why: Unusable): void {
    this.#unusable = why;
    this.#unusableInARow += 1;
  }
}

/** What is wrong with a picture that comes, and what to do. */
const PICTURE_FAULTS: Partial<Record<CameraReason, string>> = {
  black: 'the picture is black: uncover the lens, or give the camera light',
  frame_undecodable:
    'its pictures cannot be decoded: check the codec of the stream (H.264, H.265 or MJPEG) and the network',
  frame_too_large: 'its pictures are too large: take a smaller stream of the camera',
  frozen: 'the picture has not changed for a minute although it keeps coming: restart the camera',
};

/** In the menus of the camera's maker where that is known. */
function longGop(gopMs: number | null, wantedPeriodMs: number, url: string): string {
  const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
  const hint = keyframeHint(makerOfAddress(url));
  return `a keyframe comes every ${seconds(gopMs ?? 0)}, but one is wanted every ${seconds(wantedPeriodMs)}: ${hint}`;
}

/** Why a camera waits, from what ended its connection. */
export function explainLoss(error: unknown, state: WaitingState): string {
  if (!isTurnoutError(error)) return 'a fault in Turnout itself; the log has its cause';
  const { code, message } = error;
  if (state === 'waiting' || (state === 'failing' && code === 'source_unsupported')) return message;
  const why =
    state === 'unauthorized'
      ? 'since cameras lock accounts, and at once with new settings'
      : 'since the connection keeps breaking soon after it opens';
  return `${message} (tried again rarely, ${why})`;
}

/** How long a camera is waited for: in silence before it counts as lost, and then until it is tried again. */

/** Shortest silence that is a stall, and how many expected periods it takes: docs/method.md#sampling. */
const MIN_STALL_MS = 20_000;
const STALL_PERIODS = 3;

/**
 * Silence allowed while packets come but the distance of keyframes is not known yet: three times 30 s, the longest GOP
 * that a camera must be served with.
 */
const UNKNOWN_STALL_MS = 90_000;

/** Distances that are remembered: smart codecs stretch and shrink a GOP, and the longest of the last ones counts. */
const REMEMBERED = 8;
/** Longest distance that is believed, ms; chosen here, so that no camera is waited for longer than five minutes. */
const MAX_GAP_MS = 100_000;

/**
 * How far apart a camera's keyframes are, and so how long a silence means that it has stalled. Judged by delivered
 * keyframes, not by packets or by a connection that stands: a camera that sends everything but pictures is as lost as one
 * that is switched off. What was learned outlives a connection, since it is the camera's setting.
 */
export class KeyframeRhythm {
  #gapsMs: number[] = [];

  /** Longest distance between the last keyframes, ms; null before it is known. */
  get longestGapMs(): number | null {
    return this.#gapsMs.length === 0 ? null : Math.max(...this.#gapsMs);
  }

  /** A keyframe came, so long after the one before it. */
  noteGap(gapMs: number): void {
    this.#gapsMs = [...this.#gapsMs, Math.min(gapMs, MAX_GAP_MS)].slice(-REMEMBERED);
  }

  /**
   * How long a silence is a stall, ms.
   *
   * @param madeEveryMs for a source that makes or fetches its frames on demand: how often it was asked to; else 0.
   * @param isAlive whether packets still come.
   */
  stallAfterMs(madeEveryMs: number, isAlive: boolean): number {
    const gapMs = this.longestGapMs;
    const expectedMs = Math.max(gapMs ?? 0, madeEveryMs);
    const limitMs = Math.max(MIN_STALL_MS, STALL_PERIODS * expectedMs);
    return gapMs === null && isAlive ? Math.max(limitMs, UNKNOWN_STALL_MS) : limitMs;
  }
}

/** Nominal first wait, ms; the jitter takes up to half of it away, so that the shortest wait is 1 s. */
const FIRST_MS = 2_000;
/** Longest wait for a camera that has worked: it is most likely rebooting, and its class is going on. */
const MAX_WORKED_MS = 15_000;
/** Longest wait for one that has not: more likely a wrong address than one that comes back soon. */
const MAX_NEW_MS = 60_000;

/**
 * A connection that has delivered for this long is a success: the next failure starts again at the shortest wait.
 * Chosen here: longer than the longest GOP a camera is likely to have, so that one keyframe at the start is not enough.
 */
export const STEADY_MS = 30_000;

/**
 * So many connections broken early, within so long, are a crash loop: each attempt succeeds, so back-off alone would go on
 * at its pace for ever, and some cameras reboot under it. Chosen here: a recorder that restarts breaks a handful at most,
 * and with waits of up to 15 s ten are reached in about two minutes.
 */
const CRASH_LOOP = 10;
const CRASH_WINDOW_MS = 10 * 60_000;

/**
 * Wait where trying soon again does no good or does harm: cameras lock an account after a few wrong passwords, and
 * some crash under every connection. Chosen here; up to a tenth more, so that cameras do not fall into step.
 */
const RARELY_MS = 5 * 60_000;

/** Wait before a recording that has played to its end is played again, ms. */
const REPLAY_MS = 1_000;

/** How a connection ended. */
export interface Loss {
  readonly code: ErrorCode;
  /** Whether the source had been opened. */
  readonly wasOpen: boolean;
  /** How long it had been delivering keyframes, ms; null where none came. */
  readonly deliveredForMs: number | null;
  /** Whether it was a recording, which is expected to end. */
  readonly isRecording: boolean;
}

/** In which state a camera waits until it is tried again. */
type WaitingState = 'waiting' | 'unauthorized' | 'failing';

/**
 * What a lost connection means: in which state the camera waits, and for how long. One camera's memory of its failures,
 * for as long as its settings stay the same.
 */
export class RetryPolicy {
  readonly #random: () => number;
  #attempt = 0;
  #hasWorked = false;
  #crashesMs: number[] = [];
  /** From the crash that was one too many until a connection proves steady. */
  #isCrashing = false;

  /** @param random gives numbers from 0 to 1, such as `Math.random`. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param atMs monotonic. */
  planAfter(
    { code, wasOpen, deliveredForMs, isRecording }: Loss,
    atMs: number,
  ): { readonly state: WaitingState; readonly delayMs: number } {
    const hasPlayed = isRecording && code === 'camera_ended' && deliveredForMs !== null;
    this.#hasWorked ||= deliveredForMs !== null;
    if ((deliveredForMs ?? 0) >= STEADY_MS) {
      this.#attempt = 0;
      this.#crashesMs = [];
      this.#isCrashing = false;
    } else if (wasOpen && !hasPlayed) {
      this.#crashesMs = [...this.#crashesMs.filter((ms) => ms > atMs - CRASH_WINDOW_MS), atMs];
      this.#isCrashing ||= this.#crashesMs.length >= CRASH_LOOP;
    }
    if (hasPlayed) return { state: 'waiting', delayMs: REPLAY_MS };
    const rarelyMs = RARELY_MS * (1 + this.#random() / 10);
    if (code === 'camera_unauthorized') return { state: 'unauthorized', delayMs: rarelyMs };
    if (code === 'source_unsupported' || (wasOpen && this.#isCrashing)) {
      return { state: 'failing', delayMs: rarelyMs };
    }
    return { state: 'waiting', delayMs: this.#backoffMs() };
  }

  /**
   * Doubling from one failure to the next, with equal jitter (half fixed, half random), so that cameras that were lost
   * together, behind one switch, do not come back together: 1..2 s, 2..4 s, 4..8 s and so on.
   *
   * Source: "equal jitter" of https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
   */
  #backoffMs(): number {
    const longestMs = this.#hasWorked ? MAX_WORKED_MS : MAX_NEW_MS;
    const waitMs = Math.min(longestMs, FIRST_MS * 2 ** this.#attempt);
    this.#attempt += 1;
    return waitMs * (1 - this.#random() / 2);
  }
}
