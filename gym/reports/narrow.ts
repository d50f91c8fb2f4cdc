/** A gym of which only some classes are looked at: Spin, Tuesdays, the evening. Every report takes it like the whole. */

import { foldName } from '../sessions/fold-name.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView, ReportGym } from '../sessions/view.ts';
import { atStart } from './at-start.ts';
import { createFold } from './fold.ts';
import { minuteOfWeekAt } from './series-finder.ts';
import { DAY_MINUTES } from './weekly-series.ts';

/** Which classes are meant: those for which all of these hold. Left out means all. */
export interface SessionFilter {
  /** Name of a class, whatever its case and accents. */
  readonly className?: string | undefined;
  /** Weekday of the start on the gym's wall; 1 is Monday, 7 is Sunday. */
  readonly weekday?: number | undefined;
  /** Classes that start in [fromHour, toHour) on the wall, 0..24; over midnight where `fromHour` is the greater. */
  readonly fromHour?: number | undefined;
  readonly toHour?: number | undefined;
  /** Name of a room as the class has it, whatever its case and accents. */
  readonly roomName?: string | undefined;
  readonly trainerId?: string | undefined;
}

/** Filters whose classes are cached with a list of them. Chosen here: the questions of one conversation. */
const MAX_KEPT = 8;
const HOUR_MINUTES = 60;

/** By the list of sessions: views of one second after another share it, and the figures of the narrowed list with it. */
const narrowedLists = new WeakMap<readonly ClassSession[], Map<string, readonly ClassSession[]>>();
const narrowedViews = new WeakMap<GymView, Map<string, GymView>>();
/** A gym of its own for each filter: what reports keep by the gym is of these classes, and theirs of the next view. */
const narrowedGyms = new WeakMap<ReportGym, Map<string, ReportGym>>();

/**
 * The view with the classes of the filter only; the same view where the filter names nothing. Rooms and trainers stay. The
 * same object for the same view and filter while it is cached, so what is computed from it can be cached with it. O(sessions).
 */
export function narrowView(view: GymView, filter: SessionFilter): GymView {
  if (Object.values(filter).every((value) => value === undefined)) return view;
  const key = keyOf(view, filter);
  return keptIn(narrowedViews, view, key, () => ({
    ...view,
    gym: keptIn(narrowedGyms, view.gym, key, () => ({ ...view.gym })),
    sessions: keptIn(narrowedLists, view.sessions, key, () => narrowed(view, filter)),
  }));
}

function narrowed({ sessions, gym }: GymView, filter: SessionFilter): readonly ClassSession[] {
  const fold = createFold();
  const className = filter.className === undefined ? null : foldName(filter.className);
  const roomName = filter.roomName === undefined ? null : foldName(filter.roomName);
  const isTimed = timeTest(gym.timezone, filter);
  return sessions.filter(
    (session) =>
      (filter.trainerId === undefined || session.trainer?.id === filter.trainerId) &&
      (className === null || fold(session.name) === className) &&
      (roomName === null || fold(session.roomName ?? '') === roomName) &&
      isTimed(session),
  );
}

function timeTest(
  timezone: string,
  { weekday, fromHour, toHour }: SessionFilter,
): (session: ClassSession) => boolean {
  if (weekday === undefined && fromHour === undefined && toHour === undefined) return () => true;
  const from = (fromHour ?? 0) * HOUR_MINUTES;
  const to = (toHour ?? 24) * HOUR_MINUTES;
  return atStart((startsUtcMs) => {
    const minuteOfWeek = minuteOfWeekAt(timezone, startsUtcMs);
    if (weekday !== undefined && Math.floor(minuteOfWeek / DAY_MINUTES) + 1 !== weekday) {
      return false;
    }
    const minute = minuteOfWeek % DAY_MINUTES;
    return from > to ? minute >= from || minute < to : minute >= from && minute < to;
  });
}

function keyOf({ gym }: GymView, filter: SessionFilter): string {
  const { className, weekday, fromHour, toHour, roomName, trainerId } = filter;
  const parts = [className, weekday, fromHour, toHour, roomName, trainerId];
  return JSON.stringify([gym.timezone, ...parts.map((part) => part ?? null)]);
}

/** The value kept for `key`, else a new one; of too many the oldest goes. */
function keptIn<Owner extends object, Value>(
  store: WeakMap<Owner, Map<string, Value>>,
  owner: Owner,
  key: string,
  make: () => Value,
): Value {
  const kept = store.get(owner) ?? new Map<string, Value>();
  store.set(owner, kept);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  const oldest = kept.keys().next();
  if (kept.size > MAX_KEPT && oldest.done !== true) kept.delete(oldest.value);
  return made;
}
