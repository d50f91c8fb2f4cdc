/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */

import { offsetMs } from '../calendar/index.ts';
import type { ClassSession, GymView, Trainer } from '../sessions/index.ts';
import { createFold } from './fold.ts';

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
  /** The same for classes of one name, weekday and start in any room. */
  readonly slot: string;
  /** By start, cancelled and future ones too. */
  readonly sessions: readonly ClassSession[];
}

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
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

interface Group {
  readonly foldedName: string;
  readonly roomKey: string;
  /** Minutes since the begin of Monday on the wall. */
  readonly minuteOfWeek: number;
  readonly sessions: ClassSession[];
}

/** Names to rooms to minutes, in maps within maps: a key put together for each of many thousand classes costs more. */
function groupSessions({ sessions, gym }: GymView): ClassSeries[] {
  const fold = createFold();
  const byName = new Map<string, Map<string, Map<number, Group>>>();
  const found: Group[] = [];
  // Classes come by their start, and many start at once.
  let startsUtcMs = Number.NaN;
  let minuteOfWeek = 0;
  for (const session of sessions) {
    if (session.startsUtcMs !== startsUtcMs) {
      startsUtcMs = session.startsUtcMs;
      minuteOfWeek = minuteOfWeekAt(gym.timezone, startsUtcMs);
    }
    const foldedName = fold(session.name);
    // Rooms with an id and rooms that only have a name never meet.
    const roomKey = session.roomId ?? `?${fold(session.roomName ?? '')}`;
    const byRoom = entryOf(byName, foldedName, () => new Map<string, Map<number, Group>>());
    const byMinute = entryOf(byRoom, roomKey, () => new Map<number, Group>());
    const group = byMinute.get(minuteOfWeek);
    if (group === undefined) {
      const added = { foldedName, roomKey, minuteOfWeek, sessions: [session] };
      byMinute.set(minuteOfWeek, added);
      found.push(added);
    } else {
      group.sessions.push(session);
    }
  }
  return found.map(toSeries);
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

function toSeries({ foldedName, roomKey, minuteOfWeek, sessions }: Group): ClassSeries {
  sessions.sort((a, b) => a.startsUtcMs - b.startsUtcMs || (a.id < b.id ? -1 : 1));
  // Of several spellings the newest speaks.
  const newest = sessions.at(-1);
  const weekday = Math.floor(minuteOfWeek / DAY_MINUTES) + 1;
  const minute = minuteOfWeek % DAY_MINUTES;
  const hours = twoDigits(Math.floor(minute / 60));
  const minutes = twoDigits(minute % 60);
  const slot = `${foldedName}|${minuteOfWeek}`;
  const slug = foldedName.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40);
  const hash = hashOf(`${slot}|${roomKey}`);
  const id = `${slug}-${WEEKDAYS[weekday - 1]}-${hours}${minutes}-${hash}`;
  return {
    classId: id.replaceAll(/-+/g, '-').replace(/^-/, ''),
    name: newest?.name ?? '',
    weekday,
    startTime: `${hours}:${minutes}`,
    room: newest?.roomName ?? newest?.roomId ?? null,
    slot,
    sessions,
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** FNV-1a, 32 bits, in base 36: tells apart rooms, and names that look the same once only letters a to z are left. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
