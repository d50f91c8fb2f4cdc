/**
 * One camera's life: connect, stream, be lost, wait, again. The states are drawn in `state.ts`.
 *
 * A supervisor touches no other camera, never throws at its caller because of a camera, and never lets a source that
 * misbehaves (hangs, speaks after its end) reach the next connection. Main thread only.
 */

import { type ErrorCode, isTurnoutError, messageOf, TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Timers } from '../../../runtime/timers.ts';
import type { FrameSource, SourceOptions, StreamInfo } from '../source.ts';
import {
  Condition,
  explainLoss,
  type Fault,
  KeyframeRhythm,
  type Loss,
  type PictureFacts,
  RetryPolicy,
} from './condition.ts';

/** A camera as it is configured. It runs at its own pace. */
export interface CameraSpec extends Omit<SourceOptions, 'clock' | 'pace' | 'reach'> {
  readonly id: string;
}

/** Settings whose change needs a new connection. */
const CONNECTING = ['url', 'transport', 'openTimeoutMs', 'readTimeoutMs'] as const;

/** @typeParam Frame what sources deliver, passed on unopened. */
export interface SupervisorOptions<Frame> {
  /** Makes a source. Throws a coded error for an address that no source is for. */
  readonly createSource: (options: SourceOptions) => FrameSource<Frame>;
  /** Takes each keyframe of a camera, in its reader's turn: must be quick and must not throw. */
  readonly deliver: (cameraId: string, frame: Frame) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** 0..1, for jitter. */
  readonly random: () => number;
}

/** Sources that do not close hold a thread each; with so many the camera has to wait for one to let go. Chosen here. */
const MAX_HUNG = 3;
/** What is added to a source's own time limit for opening before it is given up as hanging, ms. Chosen here. */
const OPEN_GRACE_MS = 5_000;
/** How often silence is looked for, ms. Chosen here. */
const LOOK_MS = 2_000;
/** Longest wait for a source to stop, ms: twice a source's own limit would break the 2 s of a stop. */
const CLOSE_MS = 1_500;

/** What is known about a camera's connection at one instant. Holds no address. */
export type CameraSnapshot = ReturnType<Supervisor<unknown>['snapshot']>;

export class Supervisor<Frame> {
  readonly #options: SupervisorOptions<Frame>;
  readonly #condition: Condition;
  #spec: CameraSpec;
  #policy: RetryPolicy;
  #rhythm = new KeyframeRhythm();
  /** Aborts with new settings and when stopped: what was begun before must not go on. */
  #life = new AbortController();
  /** That of the connection that stands, or is being made. */
  #source: FrameSource<Frame> | null = null;
  #closing: Promise<unknown> = Promise.resolve();
  #hung = 0;
  #reconnects = 0;

  constructor(spec: CameraSpec, options: SupervisorOptions<Frame>) {
    this.#spec = spec;
    this.#options = options;
    this.#policy = new RetryPolicy(options.random);
    this.#condition = new Condition(() => this.#spec, options);
  }

  /** Begins to connect. Harmless when started already. */
  start(): void {
    if (this.#condition.now.state === 'stopped') void this.#live();
  }

  /**
   * Takes new settings. Where they concern the connection the camera is connected anew at once, as if it were a new
   * one; otherwise the stream goes on untouched.
   */
  update(spec: CameraSpec): void {
    const before = this.#spec;
    this.#spec = spec;
    if (CONNECTING.every((key) => before[key] === spec[key])) return;
    this.#policy = new RetryPolicy(this.#options.random);
    this.#rhythm = new KeyframeRhythm();
    this.#condition.forget();
    if (this.#condition.now.state !== 'stopped') void this.#live();
  }

  /**
   * Ends everything. May be called again, and `start` may follow.
   *
   * @returns within 2 s, even where a source hangs.
   */
  async stop(): Promise<void> {
    this.#life.abort();
    this.#condition.stop();
    await this.#closing;
  }

  /** Judges a sample's picture, see {@link Condition.notePicture}. */
  noteSample(facts: PictureFacts): number {
    return this.#condition.notePicture(facts);
  }

  /** Counts a fault that did not end the connection, see {@link Condition.noteFault}. */
  noteFault(fault: Fault): void {
    this.#condition.noteFault(fault);
  }

  snapshot() {
    const known = this.#condition.known(this.#source?.totals() ?? null);
    /** Connections lost, and recordings played to their end, since the start. */
    const reconnects = this.#reconnects;
    return { ...known, reconnects };
  }

  /** Connects, and again whenever the connection is lost, until this life ends. */
  async #live(): Promise<void> {
    this.#life.abort();
    const life = new AbortController();
    this.#life = life;
    this.#condition.enter('connecting', []);
    for (;;) {
      // Once the source before it has let go: many cameras serve only a few sessions at a time.
      await this.#closing;
      if (life.signal.aborted) return;
      const { error, ...loss } = await this.#connect(life.signal);
      if (life.signal.aborted) return;
      const plan = this.#policy.planAfter(loss, this.#options.clock.monotonicMs());
      this.#reconnects += loss.wasOpen ? 1 : 0;
      if (loss.code === 'internal_error') this.#sourceBroke(error);
      const detail = explainLoss(error, plan.state);
      this.#condition.enter(plan.state, [loss.code], { detail, retryInMs: plan.delayMs });
      await this.#pause(plan.delayMs, life.signal);
      if (life.signal.aborted) return;
      this.#condition.enter('connecting', [loss.code], { detail });
    }
  }

  /**
   * One attempt: runs a source, passes its keyframes on and watches for silence, until it is lost or `life` ends. The clocks
   * are those of the table in `source.ts`. It ends once: whatever the source says or does after that (a late frame, a late
   * error) is nobody's business.
   */
  #connect(life: AbortSignal): Promise<Loss & { readonly error: unknown }> {
    const { clock, timers, deliver } = this.#options;
    const condition = this.#condition;
    const rhythm = this.#rhythm;
    const stopping = new AbortController();
    let info: StreamInfo | null = null;
    let firstKeyframeMs: number | null = null;
    let lastSignMs = 0;
    let [packetsSeen, keyframesSeen] = [0, 0];
    /** How often the source was last asked for a frame; it may still be waiting as long as that. */
    let requestedEveryMs = 0;
    let cancelTimer: () => void = () => undefined;
    let running = Promise.resolve();
    return new Promise((resolve) => {
      const end = (error: unknown) =>
        resolve({
          error,
          code: isTurnoutError(error) ? error.code : 'internal_error',
          wasOpen: info !== null,
          deliveredForMs: firstKeyframeMs === null ? null : clock.monotonicMs() - firstKeyframeMs,
          isRecording: info !== null && info.durationMs !== null,
        });
      let source: FrameSource<Frame>;
      try {
        source = this.#createSource();
      } catch (error) {
        end(error);
        return;
      }
      const lose = (error: unknown) => {
        if (stopping.signal.aborted) return;
        stopping.abort();
        cancelTimer();
        life.removeEventListener('abort', lose);
        this.#source = null;
        condition.noteEnd(source.totals());
        this.#closing = Promise.all([this.#closing, this.#letGo(running)]);
        end(error);
      };
      /** For a sample or for someone who looks. */
      const wantedPeriodMs = () => Math.min(this.#spec.wantedPeriodMs(), this.#lookedPeriodMs());
      /** The camera has shown that it works: silence begins anew. */
      const sign = () => {
        lastSignMs = clock.monotonicMs();
        requestedEveryMs = wantedPeriodMs();
      };
      /** @param frame null where keyframes came that no one wanted. */
      const keyframe = (frame: Frame | null) => {
        if (stopping.signal.aborted) return;
        const totals = source.totals();
        if (firstKeyframeMs === null) firstKeyframeMs = clock.monotonicMs();
        else rhythm.noteGap(totals.gopMs ?? clock.monotonicMs() - lastSignMs);
        keyframesSeen = totals.keyframes;
        sign();
        condition.noteKeyframe(totals);
        if (frame !== null) deliver(this.#spec.id, frame);
      };
      const watch = () => {
        const { packets, keyframes } = source.totals();
        if (keyframes > keyframesSeen) keyframe(null);
        const isAlive = packets > packetsSeen;
        packetsSeen = packets;
        const silenceMs = clock.monotonicMs() - lastSignMs;
        // JPEG sources make or fetch each frame when it is wanted; a video stream sends what it sends.
        const isMade = info?.codec === 'jpeg';
        const madeEveryMs = isMade ? Math.max(requestedEveryMs, wantedPeriodMs()) : 0;
        cancelTimer = timers.after(LOOK_MS, watch);
        if (silenceMs < rhythm.stallAfterMs(madeEveryMs, isAlive)) return;
        // Its keyframes may be further apart than was known: the next connection waits longer.
        if (isAlive) rhythm.noteGap(silenceMs);
        const got = `none for ${seconds(silenceMs)}${isAlive ? ', though other data comes' : ''}`;
        const hint = 'check its network, and its keyframe interval (GOP)';
        lose(this.#fault('camera_stalled', 'a keyframe at regular intervals', got, hint));
      };
      const opened = (stream: StreamInfo) => {
        if (stopping.signal.aborted) return;
        info = stream;
        sign();
        cancelTimer();
        cancelTimer = timers.after(LOOK_MS, watch);
        condition.noteInfo(stream);
      };
      this.#source = source;
      const { openTimeoutMs } = this.#spec;
      cancelTimer = timers.after(openTimeoutMs + OPEN_GRACE_MS, () => {
        const hint = 'check that the camera is switched on and not overloaded';
        const expected = `an answer within ${seconds(openTimeoutMs)}`;
        lose(this.#fault('camera_timeout', expected, 'none', hint));
      });
      life.addEventListener('abort', lose);
      running = source.run(stopping.signal, keyframe, opened).then(
        () => {
          const hint = 'the camera or recorder has closed it, perhaps to restart';
          lose(this.#fault('camera_ended', 'a stream that goes on', 'its end', hint));
        },
        (error: unknown) => {
          if (stopping.signal.aborted && !isTurnoutError(error)) this.#sourceBroke(error);
          lose(error);
        },
      );
    });
  }

  #createSource(): FrameSource<Frame> {
    if (this.#hung >= MAX_HUNG) {
      const hint = 'it is connected again when one lets go; if none does, restart Turnout';
      const got = `${this.#hung} that hang`;
      throw this.#fault('camera_stalled', 'earlier connections to close', got, hint);
    }
    const { id: _, ...settings } = this.#spec;
    return this.#options.createSource({
      ...settings,
      wantedPeriodMs: () => this.#spec.wantedPeriodMs(),
      lookedPeriodMs: () => this.#lookedPeriodMs(),
      clock: this.#options.clock,
    });
  }

  #lookedPeriodMs(): number {
    return this.#spec.lookedPeriodMs?.() ?? Number.POSITIVE_INFINITY;
  }

  /** Waits until nothing of a source is left, 1.5 s at most; one that takes longer is counted as hanging. */
  async #letGo(running: Promise<void>): Promise<void> {
    const late = new AbortController();
    const isLate = this.#pause(CLOSE_MS, late.signal).then(() => !late.signal.aborted);
    const isHung = await Promise.race([running.then(() => false), isLate]);
    late.abort();
    if (!isHung) return;
    this.#hung += 1;
    this.#options.log.warn('camera_close_hangs', { camera: this.#spec.id, hung: this.#hung });
    void running.then(() => {
      this.#hung -= 1;
    });
  }

  /** Resolves after `ms`, or when `signal` aborts. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.#options.timers.after(ms, end);
      signal.addEventListener('abort', end);
    });
  }

  #sourceBroke(error: unknown): void {
    const cause = messageOf(error);
    this.#options.log.error('camera_source_broke', { camera: this.#spec.id, cause });
  }

  #fault(code: ErrorCode, expected: string, got: string, hint: string): TurnoutError {
    return new TurnoutError(code, { where: `camera ${this.#spec.id}`, expected, got, hint });
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** All cameras: makes the running ones equal to the configured ones, without touching those that stay the same. */
export class Fleet<Frame> {
  readonly #options: SupervisorOptions<Frame>;
  readonly #cameras = new Map<string, Supervisor<Frame>>();

  constructor(options: SupervisorOptions<Frame>) {
    this.#options = options;
  }

  /**
   * Starts the cameras that are new, updates those that are there (only a change of connection interrupts one) and stops
   * those that are not listed.
   *
   * @param specs ids must differ.
   * @returns resolves, within 2 s, when those that were removed are gone. All others are in place when it returns.
   */
  async apply(specs: readonly CameraSpec[]): Promise<void> {
    const wanted = new Set(specs.map(({ id }) => id));
    const removed = [...this.#cameras].filter(([id]) => !wanted.has(id));
    for (const [id] of removed) this.#cameras.delete(id);
    for (const spec of specs) {
      const camera = this.#cameras.get(spec.id) ?? new Supervisor(spec, this.#options);
      this.#cameras.set(spec.id, camera);
      camera.update(spec);
      camera.start();
    }
    await Promise.all(removed.map(([, camera]) => camera.stop()));
  }

  /** The supervisor of a camera; undefined where none of this id is configured. */
  get(cameraId: string): Supervisor<Frame> | undefined {
    return this.#cameras.get(cameraId);
  }

  /** What is known about each camera now, in the order in which they were added. */
  snapshots(): CameraSnapshot[] {
    return [...this.#cameras.values()].map((camera) => camera.snapshot());
  }

  /** Stops all cameras at once; resolves within 2 s. They stay listed, as stopped. */
  async stop(): Promise<void> {
    await Promise.all([...this.#cameras.values()].map((camera) => camera.stop()));
  }
}
