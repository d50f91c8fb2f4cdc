/** A gym as reports would have seen it on a date, from the history alone: what a process without cameras can tell. */

import type { GymConfig } from '../../config/config.ts';
import { type CalendarDate, dayRange } from '../../gym/calendar/zone.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { ClassStore } from '../../store/history/classes/class-store.ts';
import { GymClasses } from './gym-classes.ts';

type Classes = Pick<ClassStore, 'records' | 'starts' | 'trainers'>;

export interface PastMoment {
  /** A date on the gym's wall, at the latest that of `nowUtcMs`. */
  readonly date: CalendarDate;
  readonly nowUtcMs: number;
}

/** A gym on a date, and whether it stays so. */
export interface PastGym {
  readonly view: GymView;
  /** Whether all classes of the date were over: else the view is of an instant on the way. */
  readonly isOver: boolean;
}

/**
 * Reads six weeks of classes up to `date`, as they were when the last of that date's classes had ended: what began before
 * midnight and ended after it belongs to the date all the same. "Now" of the view can therefore be on the next date:
 * reports over it are asked for by their dates. What rooms hold is unknown, and so is the attendance of classes that were
 * not evaluated yet. Rejects with SQLite's error.
 */
export async function gymAsOf(
  gym: GymConfig,
  store: Classes,
  { date, nowUtcMs }: PastMoment,
): Promise<PastGym> {
  const midnightUtcMs = Math.min(nowUtcMs, dayRange(gym.timezone, date).toUtcMs - 1);
  const view = await readGym(gym, store, midnightUtcMs);
  const endsUtcMs = lastEndOf(view);
  const isOver = midnightUtcMs < nowUtcMs && endsUtcMs <= nowUtcMs;
  if (endsUtcMs <= midnightUtcMs) return { view, isOver };
  // Nothing that is read depends on the instant within two days: only what has ended by then does.
  return { view: { ...view, nowUtcMs: Math.min(nowUtcMs, endsUtcMs) }, isOver };
}

async function readGym(gym: GymConfig, store: Classes, nowUtcMs: number): Promise<GymView> {
  const clock = { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 };
  const classes = new GymClasses({ gym, store, cameras: () => null, clock });
  await classes.load();
  return classes.view();
}

/** The last end of a class that runs at the instant of the view. */
function lastEndOf({ sessions, nowUtcMs }: GymView): number {
  return sessions.reduce(
    (last, { startsUtcMs, endsUtcMs, isCancelled }) =>
      isCancelled || startsUtcMs > nowUtcMs ? last : Math.max(last, endsUtcMs),
    nowUtcMs,
  );
}
