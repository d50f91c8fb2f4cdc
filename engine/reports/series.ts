/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */

import { offsetMs } from '../calendar/index.ts';
import type { ClassSession, GymView, Trainer } from '../sessions/index.ts';
import { foldName } from './fold.ts';

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

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const groups = new WeakMap<GymView, readonly ClassSeries[]>();

/** The classes of a view. Grouped once for each view and kept with it; O(sessions). */
export function seriesOf(view: GymView): readonly ClassSeries[] {
  const known = groups.get(view);
  if (known !== undefined) return known;
  const series = groupSessions(view);
  groups.set(view, series);
  return series;
}

function groupSessions(view: GymView): ClassSeries[] {
  const folded = new Map<string, string>();
  const fold = (name: string) => {
    const known = folded.get(name);
    if (known !== undefined) return known;
    const value = foldName(name);
    folded.set(name, value);
    return value;
  };
  const bySlotAndRoom = new Map<string, { slot: Slot; sessions: ClassSession[] }>();
  for (const session of view.sessions) {
    const slot = slotOf(session, view.gym.timezone, fold);
    // Rooms with an id and rooms that only have a name never meet.
    const room = session.roomId === null ? `?${fold(session.roomName ?? '')}` : session.roomId;
    const key = `${slot.key}|${room}`;
    const group = bySlotAndRoom.get(key);
    if (group === undefined) bySlotAndRoom.set(key, { slot, sessions: [session] });
    else group.sessions.push(session);
  }
  return [...bySlotAndRoom].map(([key, { slot, sessions }]) => toSeries(key, slot, sessions));
}

interface Slot {
  readonly key: string;
  readonly foldedName: string;
  readonly weekday: number;
  readonly minute: number;
}

/** Reckoned from the offset alone: a text of the wall's time for each of many thousand classes would cost ten times as much. */
function slotOf(session: ClassSession, timezone: string, fold: (name: string) => string): Slot {
  const wallMs = session.startsUtcMs + offsetMs(timezone, session.startsUtcMs);
  const day = Math.floor(wallMs / DAY_MS);
  const minute = Math.floor((wallMs - day * DAY_MS) / MINUTE_MS);
  // Day 0, 1 January 1970, was a Thursday.
  const weekday = ((((day + 3) % 7) + 7) % 7) + 1;
  const foldedName = fold(session.name);
  return { key: `${foldedName}|${weekday}|${minute}`, foldedName, weekday, minute };
}

function toSeries(key: string, slot: Slot, sessions: ClassSession[]): ClassSeries {
  sessions.sort((a, b) => a.startsUtcMs - b.startsUtcMs || (a.id < b.id ? -1 : 1));
  // Of several spellings the newest speaks.
  const newest = sessions.at(-1);
  const time = `${twoDigits(Math.floor(slot.minute / 60))}:${twoDigits(slot.minute % 60)}`;
  const slug = slot.foldedName.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 40);
  const parts = [slug, WEEKDAYS[slot.weekday - 1], time.replace(':', ''), hashOf(key)];
  return {
    classId: parts.join('-').replaceAll(/-+/g, '-').replace(/^-/, ''),
    name: newest?.name ?? '',
    weekday: slot.weekday,
    startTime: time,
    room: newest?.roomName ?? newest?.roomId ?? null,
    slot: slot.key,
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
