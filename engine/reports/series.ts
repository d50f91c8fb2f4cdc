/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */

import { offsetMs } from '../calendar/index.ts';
import type { ClassSession, GymView, Trainer } from '../sessions/index.ts';
import { createFold } from './fold.ts';
import { DAY_MINUTES, nameOf, type SeriesName, WeeklySeries } from './weekly-series.ts';

export interface ClassIdentity {
  /** Stable over imports and restarts: letters, digits and hyphens, at most 80. */
  readonly classId: string;
  readonly name: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number;
  /** On the wall, `18:30`. */
  readonly startTime: string;
  /** Name for people. */
  readonly room: string | null;
  /** Who gave it or was to give it within the window: most often first, then by name; at most 10. */
  readonly trainers: readonly Trainer[];
}

/** All occurrences of a class in a view. */
export interface ClassSeries extends Omit<ClassIdentity, 'trainers'> {
  /** By start, cancelled and future ones too. */
  readonly sessions: readonly ClassSession[];
}

const MINUTE_MS = 60_000;
/** By the list of sessions: views of one second after another differ in the rooms and share it. */
const groups = new WeakMap<
  readonly ClassSession[],
  { readonly timezone: string; readonly series: readonly ClassSeries[] }
>();

/** The classes of a view. Grouped once for each list of sessions and kept with it; O(sessions). */
export function seriesOf(view: GymView): readonly ClassSeries[] {
  const { timezone } = view.gym;
  const known = groups.get(view.sessions);
  if (known?.timezone === timezone) return known.series;
  const series = groupSessions(view);
  groups.set(view.sessions, { timezone, series });
  return series;
}

/** By room: most often one class begins in a room at a time, and others of that minute are its siblings. */
type Minute = Map<string, WeeklySeries>;

/**
 * Minutes to rooms to names: classes come by their start and one at a time in a room, so that to find the series of each of
 * many thousand is one look into a map.
 */
function groupSessions({ sessions, gym }: GymView): ClassSeries[] {
  const fold = createFold();
  const names = new Map<string, SeriesName>();
  const minutes = new Map<number, Minute>();
  const found: WeeklySeries[] = [];
  /** By session. */
  const places = new Uint32Array(sessions.length);
  let startsUtcMs = Number.NaN;
  let minuteOfWeek = 0;
  let minute: Minute = new Map();
  let at = 0;
  for (const session of sessions) {
    if (session.startsUtcMs !== startsUtcMs) {
      startsUtcMs = session.startsUtcMs;
      minuteOfWeek = minuteOfWeekAt(gym.timezone, startsUtcMs);
      minute = entryOf(minutes, minuteOfWeek, newMinute);
    }
    // Rooms with an id and rooms that only have a name never meet.
    const roomKey = session.roomId ?? `?${fold(session.roomName ?? '')}`;
    const inRoom = minute.get(roomKey) ?? null;
    let series = inRoom;
    while (series !== null && !series.isCalled(session.name, fold)) series = series.sibling;
    if (series === null) {
      const name = entryOf(names, fold(session.name), nameOf);
      series = new WeeklySeries({
        name,
        writing: session.name,
        roomKey,
        minuteOfWeek,
        place: found.length,
        sibling: inRoom,
      });
      minute.set(roomKey, series);
      found.push(series);
    }
    series.size += 1;
    places[at++] = series.place;
  }
  handOut(sessions, places, found);
  return found;
}

/** Gives each series its sessions, in a list of just their number: one that grows has room for 17, of which 6 are used. */
function handOut(
  sessions: readonly ClassSession[],
  places: Uint32Array,
  found: readonly WeeklySeries[],
): void {
  // One series after another.
  const lined = [...sessions];
  const ends = new Uint32Array(found.length);
  let begin = 0;
  for (const { place, size } of found) {
    ends[place] = begin;
    begin += size;
  }
  let at = 0;
  for (const session of sessions) {
    const place = places[at++] ?? 0;
    const end = ends[place] ?? 0;
    lined[end] = session;
    ends[place] = end + 1;
  }
  for (const series of found) {
    const end = ends[series.place] ?? 0;
    const own = lined.slice(end - series.size, end);
    series.sessions = isSorted(own) ? own : own.sort(bySessionStart);
  }
}

function newMinute(): Minute {
  return new Map();
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: (key: K) => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

/** Minutes since the begin of Monday on the wall, 0..10079. Reckoned from the offset alone: a text of the wall's time for each class would cost ten times as much. */
export function minuteOfWeekAt(timezone: string, atUtcMs: number): number {
  const minutes = Math.floor((atUtcMs + offsetMs(timezone, atUtcMs)) / MINUTE_MS);
  // Minute 0, 1 January 1970, was on a Thursday: three days after a Monday.
  const since = (minutes + 3 * DAY_MINUTES) % (7 * DAY_MINUTES);
  return since < 0 ? since + 7 * DAY_MINUTES : since;
}

function bySessionStart(a: ClassSession, b: ClassSession): number {
  return a.startsUtcMs - b.startsUtcMs || (a.id < b.id ? -1 : 1);
}

/** Classes of a view come by their start: only those that start together may be out of order. */
function isSorted(sessions: readonly ClassSession[]): boolean {
  for (let at = 1; at < sessions.length; at += 1) {
    const [before, after] = [sessions[at - 1], sessions[at]];
    if (before !== undefined && after !== undefined && bySessionStart(before, after) > 0) {
      return false;
    }
  }
  return true;
}
