/**
 * One camera's life: connect, stream, be lost, wait, again. The states are drawn in `state.ts`.
 *
 * A supervisor touches no other camera, never throws at its caller because of a camera, and never lets a source that
 * misbehaves (hangs, speaks after its end) reach the next connection. Main thread only.
 */

import { isTurnoutError, messageOf, TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Timers } from '../../../runtime/timers.ts';
import type { FrameSource, SourceOptions } from '../source.ts';
import type { CameraSnapshot } from '../state.ts';
import { Condition, explainLoss, type Fault, type PictureFacts } from './condition.ts';
import { Connection, KeyframeRhythm, RetryPolicy } from './connection.ts';

/** A camera as it is configured. It runs at its own pace. */
export interface CameraSpec extends Omit<SourceOptions, 'clock' | 'pace' | 'reach'> {
  readonly id: string;
}

/** Whether a change of this setting needs a new connection. */
const NEEDS_RECONNECT: Readonly<Record<keyof CameraSpec, boolean>> = {
  id: false,
  url: true,
  transport: true,
  openTimeoutMs: true,
  readTimeoutMs: true,
  wantedPeriodMs: false,
  lookedPeriodMs: false,
};

export function needsReconnect(before: CameraSpec, after: CameraSpec): boolean {
  return Object.entries(NEEDS_RECONNECT).some(
    ([key, needs]) => needs && before[key as keyof CameraSpec] !== after[key as keyof CameraSpec],
  );
}

/** @typeParam Frame what sources deliver, passed on unopened. */
export interface SupervisorOptions<Frame> {
  /** Makes a source. Throws a coded error for an address that no source is for. */
  readonly createSource: (options: SourceOptions) => FrameSource<Frame>;
  /** Takes each keyframe, in the reader's turn: must be quick and must not throw. */
  readonly deliver: (frame: Frame) => void;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** 0..1, for jitter. */
  readonly random: () => number;
}

/** Sources that do not close hold a thread each; with so many the camera has to wait for one to let go. Chosen here. */
const MAX_HUNG = 3;

export class Supervisor<Frame> {
  readonly #options: SupervisorOptions<Frame>;
  readonly #condition: Condition;
  #spec: CameraSpec;
  #policy: RetryPolicy;
  #rhythm = new KeyframeRhythm();
  #connection: Connection<Frame> | null = null;
  /** Counts starts, restarts and stops: what was begun under an earlier number must not go on. */
  #generation = 0;
  #cancelRetry: (() => void) | null = null;
  #closing: Promise<unknown> = Promise.resolve();
  #hung = 0;
  #reconnects = 0;

  constructor(spec: CameraSpec, options: SupervisorOptions<Frame>) {
    this.#spec = spec;
    this.#options = options;
    this.#policy = new RetryPolicy(options.random);
    this.#condition = new Condition(spec.id, options);
  }

  /** Begins to connect. Harmless when started already. */
  start(): void {
    if (this.#condition.now.state === 'stopped') {
      this.#generation += 1;
      void this.#connect();
    }
  }

  /**
   * Takes new settings. Where they concern the connection the camera is connected anew at once, as if it were a new
   * one; otherwise the stream goes on untouched.
   */
  update(spec: CameraSpec): void {
    const before = this.#spec;
    this.#spec = spec;
    if (needsReconnect(before, spec)) {
      this.#forget();
      if (this.#condition.now.state !== 'stopped') {
        this.#drop();
        this.#condition.enter('connecting', []);
        void this.#connect();
      }
    }
  }

  /**
   * Ends everything. May be called again, and `start` may follow.
   *
   * @returns within 2 s, even where a source hangs.
   */
  async stop(): Promise<void> {
    this.#drop();
    this.#condition.stop();
    await this.#closing;
  }

  /**
   * Judges a sample's picture, in the order in which samples were taken.
   *
   * @returns `SAMPLE_FLAGS.frozen` where the sample shows a frozen picture, else 0. Holds for the next sample until that
   * one has been judged.
   */
  noteSample(facts: PictureFacts): number {
    const flags = this.#condition.notePicture(facts);
    this.#judgeAgain();
    return flags;
  }

  /** Takes the size that the decoder found, px, which is the truth; a change is logged. */
  noteFrameSize(width: number, height: number): void {
    this.#condition.noteSize(width, height);
  }

  /**
   * Counts a fault that did not end the connection; logged at most once a second. Where frame after frame cannot be
   * decoded, that is what is wrong with the camera.
   */
  noteFault(fault: Fault): void {
    this.#condition.noteFault(fault);
    this.#judgeAgain();
  }

  snapshot(): CameraSnapshot {
    return {
      id: this.#spec.id,
      wantedPeriodMs: this.#spec.wantedPeriodMs(),
      ...this.#condition.known(this.#connection?.totals() ?? null),
      reconnects: this.#reconnects,
    };
  }

  /** Opens a source once the one before it has let go: many cameras serve only a few sessions at a time. */
  async #connect(): Promise<void> {
    const generation = this.#generation;
    const { reasons, detail } = this.#condition.now;
    this.#condition.enter('connecting', reasons, { detail });
    await this.#closing;
    if (generation !== this.#generation) {
      return;
    }
    try {
      this.#open();
    } catch (error) {
      this.#lost(error);
    }
  }

  #open(): void {
    const { createSource, clock, timers } = this.#options;
    const { id, openTimeoutMs } = this.#spec;
    if (this.#hung >= MAX_HUNG) {
      throw this.#tooManyHung();
    }
    const samplePeriodMs = () => this.#spec.wantedPeriodMs();
    const lookedPeriodMs = () => this.#spec.lookedPeriodMs?.() ?? Number.POSITIVE_INFINITY;
    const wantedPeriodMs = () => Math.min(samplePeriodMs(), lookedPeriodMs());
    const { id: _, ...settings } = this.#spec;
    const source = createSource({
      ...settings,
      wantedPeriodMs: samplePeriodMs,
      lookedPeriodMs,
      clock,
    });
    const rhythm = this.#rhythm;
    const connection = new Connection(
      { cameraId: id, source, openTimeoutMs, wantedPeriodMs, rhythm, clock, timers },
      {
        opened: (info) => this.#condition.noteInfo(info),
        keyframe: (frame) => this.#keyframe(connection, frame),
        lost: (error) => this.#lost(error),
      },
    );
    this.#connection = connection;
    connection.start();
  }

  #keyframe(connection: Connection<Frame>, frame: Frame | null): void {
    this.#condition.noteKeyframe(connection.totals());
    this.#judge();
    if (frame !== null) this.#options.deliver(frame);
  }

  #judge(): void {
    this.#condition.judge(this.#spec.url, this.#spec.wantedPeriodMs());
  }

  /** Judges after a picture, which may be looked at only after its camera was lost. */
  #judgeAgain(): void {
    const { state } = this.#condition.now;
    if (state === 'streaming' || state === 'degraded') {
      this.#judge();
    }
  }

  #lost(error: unknown): void {
    const connection = this.#connection;
    const info = connection?.info ?? null;
    const code = isTurnoutError(error) ? error.code : 'internal_error';
    const plan = this.#policy.planAfter(
      {
        code,
        wasOpen: info !== null,
        deliveredForMs: connection?.deliveredForMs() ?? null,
        isRecording: info !== null && info.durationMs !== null,
      },
      this.#options.clock.monotonicMs(),
    );
    this.#drop();
    this.#reconnects += info === null ? 0 : 1;
    if (code === 'internal_error') {
      this.#sourceBroke(error);
    }
    const detail = explainLoss(error, plan.state);
    this.#condition.enter(plan.state, [code], { detail, retryInMs: plan.delayMs });
    this.#cancelRetry = this.#options.timers.after(plan.delayMs, () => void this.#connect());
  }

  /** Ends the connection or the wait for one; whatever was under way for it goes no further. */
  #drop(): void {
    this.#generation += 1;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#condition.forgetPictures();
    const connection = this.#connection;
    this.#connection = null;
    if (connection !== null) {
      this.#condition.noteEnd(connection.totals());
      this.#closing = Promise.all([this.#closing, this.#close(connection)]);
    }
  }

  async #close(connection: Connection<Frame>): Promise<void> {
    try {
      if (await connection.close()) return;
      this.#hung += 1;
      this.#options.log.warn('camera_close_hangs', { camera: this.#spec.id, hung: this.#hung });
      void connection.gone.then(() => {
        this.#hung -= 1;
      });
    } catch (error) {
      this.#sourceBroke(error);
    }
  }

  /** With other settings it is another camera. */
  #forget(): void {
    this.#policy = new RetryPolicy(this.#options.random);
    this.#rhythm = new KeyframeRhythm();
    this.#condition.forget();
  }

  #sourceBroke(error: unknown): void {
    const cause = messageOf(error);
    this.#options.log.error('camera_source_broke', { camera: this.#spec.id, cause });
  }

  #tooManyHung(): TurnoutError {
    return new TurnoutError('camera_stalled', {
      where: `camera ${this.#spec.id}`,
      expected: 'earlier connections to close',
      got: `${this.#hung} that hang`,
      hint: 'it is connected again when one lets go; if none does, restart Turnout',
    });
  }
}

export interface FleetOptions<Frame> extends Omit<SupervisorOptions<Frame>, 'deliver'> {
  /** Takes each keyframe of each camera, in its reader's turn: must be quick and must not throw. */
  readonly deliver: (cameraId: string, frame: Frame) => void;
}

/** All cameras: makes the running ones equal to the configured ones, without touching those that stay the same. */
export class Fleet<Frame> {
  readonly #options: FleetOptions<Frame>;
  readonly #cameras = new Map<string, Supervisor<Frame>>();

  constructor(options: FleetOptions<Frame>) {
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
    const wanted = new Map(specs.map((spec) => [spec.id, spec]));
    if (wanted.size !== specs.length) {
      throw new Error('two cameras have the same id');
    }
    const removed = [...this.#cameras].filter(([id]) => !wanted.has(id));
    for (const [id] of removed) {
      this.#cameras.delete(id);
    }
    for (const spec of specs) {
      this.#place(spec);
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

  #place(spec: CameraSpec): void {
    const known = this.#cameras.get(spec.id);
    if (known !== undefined) {
      known.update(spec);
      return;
    }
    const deliver = (frame: Frame) => this.#options.deliver(spec.id, frame);
    const camera = new Supervisor(spec, { ...this.#options, deliver });
    this.#cameras.set(spec.id, camera);
    camera.start();
  }
}
