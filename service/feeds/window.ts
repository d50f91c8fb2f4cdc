/** How far a feed may change what is known. */

import { DAY_MS, type InstantRange } from '../../gym/calendar/zone.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';

/** Classes ahead that are of use: for the gate of the cameras and for people who look at next week. Chosen here. */
const AHEAD_MS = 60 * DAY_MS;
/**
 * Back to here a feed may correct itself: a substitute entered on the day after. Further back it must not, since a
 * series that is edited "from now on" is often sent as if it had always been so. Chosen here.
 */
const BACK_MS = 7 * DAY_MS;
/** A first read, or one after a long break, fills the past: nothing is known there. Chosen here. */
const MAX_BACK_MS = 60 * DAY_MS;

/** @param lastSuccessUtcMs when the feed was last read well; null is never. */
export function feedWindow(nowUtcMs: number, lastSuccessUtcMs: number | null): InstantRange {
  const gapMs = lastSuccessUtcMs === null ? MAX_BACK_MS : nowUtcMs - lastSuccessUtcMs + DAY_MS;
  const backMs = Math.min(MAX_BACK_MS, Math.max(BACK_MS, gapMs));
  return { fromUtcMs: nowUtcMs - backMs, toUtcMs: nowUtcMs + AHEAD_MS };
}

/** Back and ahead of now that a booking system is asked for between the daily reads of everything. Chosen here. */
const SOON_BACK_MS = DAY_MS / 4;
const SOON_AHEAD_MS = 2 * DAY_MS;

export function soonWindow(nowUtcMs: number): InstantRange {
  return { fromUtcMs: nowUtcMs - SOON_BACK_MS, toUtcMs: nowUtcMs + SOON_AHEAD_MS };
}

/** By then who comes has come, and the desk has signed them in. Chosen here. */
const AFTER_MS = 10 * 60_000;
const LEAST_WAIT_MS = 60_000;

type Class = Pick<ScheduleEntry, 'externalId' | 'startsUtcMs' | 'endsUtcMs'>;

/** The classes that a booking system has told of since it was last asked for all, by its id. */
export class KnownClasses extends Map<string, Class> {
  /** @param isAll Whether they take the place of all that were known. */
  take(classes: readonly Class[], isAll: boolean): void {
    if (isAll) this.clear();
    for (const { externalId, startsUtcMs, endsUtcMs } of classes) {
      this.set(externalId, { externalId, startsUtcMs, endsUtcMs });
    }
  }

  /** Whether one that is still to come in a range is not among `classes`: it was removed, or moved out of the range. */
  misses(classes: readonly Class[], nowUtcMs: number, { toUtcMs }: InstantRange): boolean {
    const named = new Set(classes.map(({ externalId }) => externalId));
    const isMissed = ({ externalId, startsUtcMs }: Class) =>
      startsUtcMs > nowUtcMs && startsUtcMs < toUtcMs && !named.has(externalId);
    return [...this.values()].some(isMissed);
  }

  /** Time until ten minutes after the next start or end of a class, ms. */
  nextMs(nowUtcMs: number): number {
    const waits = [...this.values()]
      .flatMap(({ startsUtcMs, endsUtcMs }) => [startsUtcMs, endsUtcMs])
      .map((atUtcMs) => atUtcMs + AFTER_MS - nowUtcMs);
    return Math.max(LEAST_WAIT_MS, Math.min(...waits.filter((ms) => ms > 0)));
  }
}
