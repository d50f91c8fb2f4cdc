/** The running line of one gym: turn after turn of its sender, with growing pauses while the line is down. */

import { isTurnoutError, messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Timers } from '../../runtime/timers.ts';
import type { Sender } from './sender.ts';

/**
 * `connecting`: nothing was sent yet. `online`: the newest batch has its receipt. `offline`: it has none, and is tried again.
 * `refused`: the head office does not take it, or this box may not send; `detail` says why, and what to do.
 */
export type LineState = (typeof LINE_STATES)[number];
export const LINE_STATES = ['connecting', 'online', 'offline', 'refused'] as const;

/** A clock that is off by more is shown as unsure. Chosen here: a class is an hour. */
export const UNSURE_MS = 30_000;

/** A line with what waits for it. */
export interface LineStatus extends ReturnType<Line['figures']> {
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

/** A line that runs. */
export type Line = ReturnType<typeof startLine>;

export function startLine({ gymId, sender, timers, clock, random, log }: LineOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let state: LineState = 'connecting';
  let detail: string | null = null;
  let sinceUtcMs = clock.nowUtcMs();
  let failures = 0;
  let wake = (): void => undefined;
  /** Each change of the state is one line of the log. */
  const show = (next: LineState, why: string | null) => {
    detail = why;
    if (state === next) return;
    state = next;
    sinceUtcMs = clock.nowUtcMs();
    const level = next === 'online' ? 'info' : 'warn';
    log[level](`line_${next}`, { gym: gymId, ...(why !== null && { detail: why }) });
  };
  /** @returns how long to wait, ms; null once the gym has left. */
  const round = async (): Promise<number | null> => {
    try {
      const ended = await sender.round(signal);
      failures = 0;
      if (ended === 'unlinked') return null;
      if (sender.figures().lastReceiptUtcMs !== null) show('online', null);
      return ended === 'more' ? 0 : IDLE_MS;
    } catch (error) {
      if (signal.aborted) return null;
      failures += 1;
      const next = stateAfter(error);
      show(next, messageOf(error));
      const most = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1));
      return next === 'refused' ? REFUSED_MS : most * random();
    }
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = timers.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  const run = async () => {
    let ms: number | null = 0;
    while (ms !== null && !signal.aborted) {
      ms = await round();
      if (ms !== null && ms > 0 && !signal.aborted) await pause(ms);
    }
  };
  const running = run();
  return {
    /** Something has changed: looks at the outbox now, unless the line is down. */
    wake: (): void => {
      if (failures === 0) wake();
    },
    /** `sinceUtcMs`: when it came into this state. `detail`: why it is offline or refused; null otherwise. Without addresses. */
    figures: () => ({ ...sender.figures(), state, sinceUtcMs, detail }),
    /** Resolves when nothing is sent or stored any more. */
    stop: (): Promise<void> => {
      stopping.abort();
      wake();
      return running;
    },
  };
}

function stateAfter(error: unknown): LineState {
  const isRefused = isTurnoutError(error, 'sync_refused') || isTurnoutError(error, 'sync_newer');
  return isRefused ? 'refused' : 'offline';
}
