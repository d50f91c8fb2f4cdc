/** The running line of one gym: turn after turn of its sender, with growing pauses while the line is down. */

import { isTurnoutError, messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Timers } from '../../runtime/timers.ts';
import type { Sender, SenderFigures } from './sender.ts';

/**
 * `connecting`: nothing was sent yet. `online`: the newest batch has its receipt. `offline`: it has none, and is tried again.
 * `refused`: the head office does not take it, or this box may not send; `detail` says why, and what to do.
 */
export type LineState = (typeof LINE_STATES)[number];
export const LINE_STATES = ['connecting', 'online', 'offline', 'refused'] as const;

/** A clock that is off by more is shown as unsure. Chosen here: a class is an hour. */
export const UNSURE_MS = 30_000;

export interface LineFigures extends SenderFigures {
  readonly state: LineState;
  /** When it came into this state. */
  readonly sinceUtcMs: number;
  /** Why it is offline or refused; null otherwise. Without addresses. */
  readonly detail: string | null;
}

/** A line with what waits for it. */
export interface LineStatus extends LineFigures {
  readonly gymId: string;
  /** Host name of the head office: no path, no port. */
  readonly hqHost: string;
  /** Changes that wait, and those that are held back because they break the shape of their kind. */
  readonly pending: number;
  readonly held: number;
}

export interface LineOptions {
  readonly gymId: string;
  readonly sender: Sender;
  readonly timers: Timers;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  /** 0..1, for pauses: boxes that lost the line at one moment must not return at one moment. */
  readonly random: () => number;
  readonly log: Log;
}

/** How often the outbox is looked at while nothing happens. Chosen here: one read of an index. */
const IDLE_MS = 5_000;
const REFUSED_MS = 60_000;
/** Pauses after failures: random, from 1 s at most to 60 s at most. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

export class Line {
  readonly #options: LineOptions;
  readonly #stopping = new AbortController();
  #state: LineState = 'connecting';
  #detail: string | null = null;
  #sinceUtcMs: number;
  #failures = 0;
  #wake: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#sinceUtcMs = options.clock.nowUtcMs();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Something has changed: looks at the outbox now, unless the line is down. */
  wake(): void {
    if (this.#failures === 0) this.#wake?.();
  }

  figures(): LineFigures {
    const [state, sinceUtcMs, detail] = [this.#state, this.#sinceUtcMs, this.#detail];
    return { ...this.#options.sender.figures(), state, sinceUtcMs, detail };
  }

  /** Resolves when nothing is sent or stored any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pauseMs = await this.#turn(signal);
      if (pauseMs === null) return;
      if (pauseMs > 0 && !signal.aborted) await this.#pause(pauseMs);
    }
  }

  /** @returns how long to wait, ms; null once the gym has left. */
  async #turn(signal: AbortSignal): Promise<number | null> {
    const { sender } = this.#options;
    try {
      const turn = await sender.turn(signal);
      this.#failures = 0;
      if (turn === 'unlinked') return null;
      if (sender.figures().lastReceiptUtcMs !== null) this.#show('online', null);
      return turn === 'more' ? 0 : IDLE_MS;
    } catch (error) {
      if (signal.aborted) return 0;
      this.#failures += 1;
      const isRefused =
        isTurnoutError(error, 'sync_refused') || isTurnoutError(error, 'sync_newer');
      this.#show(isRefused ? 'refused' : 'offline', messageOf(error));
      if (isRefused) return REFUSED_MS;
      const most = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (this.#failures - 1));
      return most * this.#options.random();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#wake = null;
        resolve();
      };
      const cancel = this.#options.timers.after(ms, done);
      this.#wake = done;
    });
  }

  /** Each change of the state is one line of the log. */
  #show(state: LineState, detail: string | null): void {
    const { log, gymId, clock } = this.#options;
    this.#detail = detail;
    if (this.#state === state) return;
    this.#state = state;
    this.#sinceUtcMs = clock.nowUtcMs();
    const level = state === 'online' ? 'info' : 'warn';
    log[level](`line_${state}`, { gym: gymId, ...(detail !== null && { detail }) });
  }
}
