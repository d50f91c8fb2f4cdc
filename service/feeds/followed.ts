/**
 * One source that is followed: read, taken, noted, and read again. A feed that is down, broken or suddenly empty
 * changes nothing but its own state.
 */

import { isBookingAddress, webUrlOf } from '../../config/booking.ts';
import type { ScheduleSourceConfig } from '../../config/config.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import type { ParsedSchedule, ParseOptions } from '../../gym/schedule/entry.ts';
import type { RoomIdOf } from '../../gym/sessions/names.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { reachOfConfigured } from '../../runtime/reach.ts';
import type { Timers } from '../../runtime/timers.ts';
import type { FeedState } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import type { parseScheduleOffThread } from '../parsing/thread.ts';
import { FeedRefusal } from './fault.ts';
import type { FeedMemory, readFeed } from './read-feed.ts';
import { feedWindow, KnownClasses, soonWindow } from './window.ts';

/** A series is expanded again this often, changed or not: the window moves on. Chosen here. */
const EXPAND_EVERY_MS = 24 * 3_600_000;
/** First reads are spread over this time, ms. Chosen here. */
const START_SPREAD_MS = 2_000;

/** What the class store has for feeds. */
export interface FeedStore extends Pick<ClassStore, 'feed' | 'noteFeed'> {
  import(...given: Parameters<ClassStore['import']>): Promise<unknown>;
}

/** What following takes; the same for all sources. */
export interface FeedTools {
  readonly store: FeedStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly random: () => number;
  /** Of a gym, as it is configured now. */
  readonly roomsOf: (gymId: string) => RoomIdOf;
  readonly read: typeof readFeed;
  readonly parse: typeof parseScheduleOffThread;
}

export interface FollowedSource {
  readonly gymId: string;
  readonly timezone: string;
  readonly source: ScheduleSourceConfig;
}

/** A feed as it is now, for people: without its address. */
export interface FeedStatus extends Omit<FeedState, 'etag' | 'lastModified'> {
  readonly gymId: string;
  readonly sourceId: string;
}

const UNREAD: FeedState = {
  etag: null,
  lastModified: null,
  lastReadUtcMs: null,
  lastSuccessUtcMs: null,
  fault: null,
  entries: 0,
  faultCount: 0,
};

export type FollowedFeed = ReturnType<typeof followFeed>;

export function followFeed({ gymId, timezone, source }: FollowedSource, tools: FeedTools) {
  const { store, clock, timers, log, random, roomsOf, read, parse } = tools;
  const place = { gym: gymId, source: source.id };
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  const memory: FeedMemory = {};
  /** Of a booking system, which is asked for a few days most of the time. */
  const known = isBookingAddress(source.url) ? new KnownClasses() : null;
  const format = known === null ? source.format : 'json';
  /** When a server that refused wants to be asked again, ms. */
  let notBeforeMs = 0;
  /** By the steady clock: a wall clock that is set back must not put the next time off. */
  let expandedMs = Number.NEGATIVE_INFINITY;
  let state = UNREAD;

  const waitMs = (): number => {
    const usualMs = nextReadMs(source.refreshMs, failures, random());
    if (failures > 0) return Math.max(usualMs, notBeforeMs);
    return Math.min(usualMs, known?.nextMs(clock.nowUtcMs()) ?? usualMs);
  };
  const take = async (before: FeedState, nowUtcMs: number): Promise<FeedState> => {
    const nowMs = clock.monotonicMs();
    const isExpanded = nowMs - expandedMs < EXPAND_EVERY_MS;
    const reach = reachOfConfigured(webUrlOf(source.url));
    const isSoon = known !== null && isExpanded;
    const window = isSoon ? soonWindow(nowUtcMs) : feedWindow(nowUtcMs, before.lastSuccessUtcMs);
    const range = { timezone, window, nowUtcMs };
    const readOptions = { signal, reach, range, memory };
    const news = await read(source.url, isExpanded ? before : null, readOptions);
    const good = { ...before, lastSuccessUtcMs: nowUtcMs, fault: null };
    if (news.kind === 'unchanged') return good;
    const { columns } = source;
    const options: ParseOptions = { format, timezone, columns, window, nowUtcMs };
    const parsed = await parse(news.bytes, options, { signal });
    signal.throwIfAborted();
    const { entries } = parsed;
    refuseEmpty(parsed, isSoon, before.entries);
    if (isSoon && known.misses(entries, nowUtcMs, window)) {
      expandedMs = Number.NEGATIVE_INFINITY;
      return take(before, nowUtcMs);
    }
    // A few days say of no class that it is gone: it may have been moved.
    const taken = isSoon ? { ...parsed, completeUtcMs: null } : parsed;
    await store.import(gymId, source.id, taken, { roomIdOf: roomsOf(gymId), signal });
    known?.take(entries, !isSoon);
    if (isSoon) return { ...good, entries: known.size };
    expandedMs = nowMs;
    const { etag, lastModified } = news;
    return { ...good, etag, lastModified, entries: entries.length, faultCount: parsed.faultCount };
  };
  /** Never rejects. */
  const refresh = async (): Promise<void> => {
    try {
      const before = (await store.feed(gymId, source.id)) ?? UNREAD;
      const nowUtcMs = clock.nowUtcMs();
      state = before;
      /** The state after a read, good or bad. */
      const after = await take(before, nowUtcMs).catch((error: unknown): FeedState => {
        // What was read of pages may not have been taken: they are read from the first again.
        delete memory.pages;
        notBeforeMs = error instanceof FeedRefusal ? (error.retryAfterMs ?? 0) : 0;
        if (!isTurnoutError(error) && !signal.aborted)
          log.error('feed_failed', { ...place, error });
        return { ...before, fault: faultOf(error) };
      });
      if (signal.aborted) return;
      failures = after.fault === null ? 0 : failures + 1;
      tell(log, place, before, after);
      state = { ...after, lastReadUtcMs: nowUtcMs };
      await store.noteFeed(gymId, source.id, state);
    } catch (error) {
      failures += 1;
      state = { ...state, fault: faultOf(error) };
      log.error('feed_not_recorded', { ...place, error });
    }
  };
  const run = (): void => {
    running = refresh().then(() => {
      if (!signal.aborted) cancelTimer = timers.after(waitMs(), run);
    });
  };
  let cancelTimer = timers.after(START_SPREAD_MS * random(), run);
  return {
    /** As of the newest read; costs nothing. */
    status: (): FeedStatus => {
      const { etag, lastModified, ...shown } = state;
      return { gymId, sourceId: source.id, ...shown };
    },
    /** Resolves once nothing of it runs any more. */
    stop: async (): Promise<void> => {
      stopping.abort(new Error('stopped'));
      cancelTimer();
      await running;
    },
  };
}

/** Only what changed since the last read. */
function tell(log: Log, place: object, before: FeedState, after: FeedState): void {
  if (after.fault !== null && after.fault.code !== before.fault?.code) {
    log.warn('feed_fault', { ...place, ...after.fault });
  } else if (after.fault === null && before.fault !== null) {
    log.info('feed_recovered', { ...place, was: before.fault.code });
  }
  if (after.fault === null && after.faultCount !== before.faultCount) {
    log.info('feed_has_faults', { ...place, faults: after.faultCount, entries: after.entries });
  }
}

/** What is no coded error may hold anything, an address too. */
function faultOf(error: unknown): NonNullable<FeedState['fault']> {
  return isTurnoutError(error)
    ? { code: error.code, detail: messageOf(error) }
    : { code: 'internal_error', detail: 'a fault in Turnout itself' };
}

/** Throws `feed_empty` for no classes where there were some. */
function refuseEmpty({ entries, rows = 0 }: ParsedSchedule, isSoon: boolean, before: number): void {
  if (entries.length > 0 || (isSoon ? rows : before) === 0) return;
  const expected = 'classes as before';
  const got = `none, where there were ${before}`;
  const hint = 'nothing was changed; check the feed, or take it out of the configuration';
  throw new TurnoutError('feed_empty', { where: 'feed', expected, got, hint });
}

const FIRST_RETRY_MS = 60_000;
/** A failing feed is tried at least as often as one that is read every quarter of an hour, the default. */
const MAX_RETRY_MS = 15 * 60_000;

/** Share of the wait that the jitter takes away at most, so that sources of many gyms do not come all at once. */
const JITTER = 0.1;

/**
 * Wait before the next read, ms: the interval after a success; after failures in a row 1 min, 2 min, 4 min and so on,
 * up to the interval or 15 min, whichever is longer. Up to a tenth less by the jitter. Chosen here.
 *
 * @param random 0..1.
 */
function nextReadMs(refreshMs: number, failures: number, random: number): number {
  const longestMs = Math.max(refreshMs, MAX_RETRY_MS);
  const waitMs =
    failures === 0 ? refreshMs : Math.min(longestMs, FIRST_RETRY_MS * 2 ** (failures - 1));
  return waitMs * (1 - JITTER * random);
}
