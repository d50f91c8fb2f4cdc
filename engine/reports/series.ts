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
  /** By start, cancelled and future ones too. */
  readonly sessions: readonly ClassSession[];
}

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
const FNV_BASIS = 0x811c9dc5;
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

/** What all classes of one name have in common. */
interface Name {
  /** Begin of every class id of the name, with its hyphen; empty where no letter a to z or digit is in it. */
  readonly idPrefix: string;
  /** Of the folded name and the sign after it: where the hash of a class goes on. */
  readonly hash: number;
  readonly byRoom: Map<string, Map<number, Group>>;
}

interface Group {
  readonly name: Name;
  readonly roomKey: string;
  /** Minutes since the begin of Monday on the wall. */
  readonly minuteOfWeek: number;
  readonly sessions: ClassSession[];
}

/** Names to rooms to minutes, in maps within maps: a key put together for each of many thousand classes costs more. */
function groupSessions({ sessions, gym }: GymView): ClassSeries[] {
  const fold = createFold();
  // By the name as written: what is reckoned for a name is reckoned for few.
  const byWriting = new Map<string, Name>();
  const byFolded = new Map<string, Name>();
  const nameOf = (writing: string) => entryOf(byFolded, fold(writing), toName);
  const found: Group[] = [];
  // Classes come by their start, and many start at once.
  let startsUtcMs = Number.NaN;
  let minuteOfWeek = 0;
  for (const session of sessions) {
    if (session.startsUtcMs !== startsUtcMs) {
      startsUtcMs = session.startsUtcMs;
      minuteOfWeek = minuteOfWeekAt(gym.timezone, startsUtcMs);
    }
    const name = entryOf(byWriting, session.name, nameOf);
    // Rooms with an id and rooms that only have a name never meet.
    const roomKey = session.roomId ?? `?${fold(session.roomName ?? '')}`;
    const byMinute = entryOf(name.byRoom, roomKey, newMinutes);
    const group = byMinute.get(minuteOfWeek);
    if (group === undefined) {
      const added = { name, roomKey, minuteOfWeek, sessions: [session] };
      byMinute.set(minuteOfWeek, added);
      found.push(added);
    } else {
      group.sessions.push(session);
    }
  }
  return found.map(toSeries);
}

function newMinutes(): Map<number, Group> {
  return new Map();
}

function toName(folded: string): Name {
  const slug = folded
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
  const idPrefix = slug === '' ? '' : `${slug}-`;
  return { idPrefix, hash: hashOn(FNV_BASIS, `${folded}|`), byRoom: new Map() };
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

/** Texts are put together when they are asked for: of thousands of classes a report lists a few. */
class GroupSeries implements ClassSeries {
  readonly sessions: readonly ClassSession[];
  readonly weekday: number;
  readonly #group: Group;

  constructor(group: Group) {
    this.#group = group;
    this.sessions = group.sessions;
    this.weekday = Math.floor(group.minuteOfWeek / DAY_MINUTES) + 1;
  }

  get classId(): string {
    const { name, minuteOfWeek, roomKey } = this.#group;
    const hash = hashOn(hashOn(name.hash, `${minuteOfWeek}|`), roomKey);
    const time = this.startTime.replace(':', '');
    return `${name.idPrefix}${WEEKDAYS[this.weekday - 1]}-${time}-${textOfHash(hash)}`;
  }

  get startTime(): string {
    const minute = this.#group.minuteOfWeek % DAY_MINUTES;
    return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  }

  /** Of several spellings the newest speaks. */
  get name(): string {
    return this.sessions.at(-1)?.name ?? '';
  }

  get room(): string | null {
    const newest = this.sessions.at(-1);
    return newest?.roomName ?? newest?.roomId ?? null;
  }
}

function toSeries(group: Group): ClassSeries {
  if (!isSorted(group.sessions)) group.sessions.sort(bySessionStart);
  return new GroupSeries(group);
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

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** FNV-1a, 32 bits, of a text that goes on: tells apart rooms, and names that look the same once only letters a to z are left. */
function hashOn(hash: number, text: string): number {
  let value = hash;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value;
}

function textOfHash(hash: number): string {
  return (hash >>> 0).toString(36);
}
