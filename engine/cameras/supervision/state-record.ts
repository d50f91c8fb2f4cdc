/** The state a camera is in, since when and why; every change is one log line with the camera's id. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { CameraReason, CameraSnapshot, CameraState } from '../state.ts';

/** What goes with a state. */
export interface StateFacts {
  /** One sentence for a person, without address or credential. */
  readonly detail?: string | null;
  /** When the next attempt starts, ms from now. */
  readonly retryInMs?: number;
}

type Recorded = Pick<
  CameraSnapshot,
  'state' | 'reasons' | 'detail' | 'sinceUtcMs' | 'retryAtUtcMs'
>;

export class StateRecord {
  readonly #cameraId: string;
  readonly #clock: Clock;
  readonly #log: Log;
  #now: Recorded;
  /** The last thing that was said aloud: a camera that stays away says so once, not at every attempt. */
  #said = '';

  constructor(cameraId: string, clock: Clock, log: Log) {
    this.#cameraId = cameraId;
    this.#clock = clock;
    this.#log = log;
    const sinceUtcMs = clock.nowUtcMs();
    this.#now = { state: 'stopped', reasons: [], detail: null, sinceUtcMs, retryAtUtcMs: null };
  }

  get now(): Recorded {
    return this.#now;
  }

  enter(state: CameraState, reasons: readonly CameraReason[], facts: StateFacts = {}): void {
    const before = this.#now;
    const nowUtcMs = this.#clock.nowUtcMs();
    const { detail = null, retryInMs } = facts;
    this.#now = {
      state,
      reasons,
      detail,
      sinceUtcMs: state === before.state ? before.sinceUtcMs : nowUtcMs,
      retryAtUtcMs: retryInMs === undefined ? null : Math.round(nowUtcMs + retryInMs),
    };
    if (state !== before.state || reasons.join() !== before.reasons.join()) {
      this.#say(before.state, retryInMs ?? null);
    }
  }

  #say(from: CameraState, retryInMs: number | null): void {
    const { state, reasons, detail } = this.#now;
    const retry = retryInMs === null ? {} : { retry_in_ms: Math.round(retryInMs) };
    const fields = { camera: this.#cameraId, state, from, reasons, detail, ...retry };
    const news = `${state} ${reasons.join()}`;
    if (state === 'connecting' || news === this.#said) {
      this.#log.debug('camera_state', fields);
      return;
    }
    this.#said = news;
    const isGood = state === 'streaming' || state === 'stopped';
    this.#log[isGood ? 'info' : 'warn']('camera_state', fields);
  }
}
