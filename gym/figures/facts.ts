/** The facts of a class that figures are made of, and the class of the week that it belongs to. */

import type { Prices } from '../reports/money/economics.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { Goals } from './goals.ts';
import { DAY_MINUTES, timeOfMinute, type WallTime } from './wall.ts';

/** A trainer, a room, or a name of classes: what several classes have in common. */
export interface Named {
  /** Place among those of its kind, in the order in which they first come. */
  readonly code: number;
  /** What tells it apart: the id of a trainer or a room, a folded name; null is no trainer. */
  readonly key: string | null;
  readonly id: string | null;
  /** As the newest of its classes writes it. */
  name: string | null;
}

export interface ClassFacts extends WallTime {
  session: ClassSession;
  /** People who were there by the best source, where the number has a grade. */
  attended: number | null;
  /** Place among the classes of the table. */
  readonly place: number;
  readonly trainer: Named;
  readonly room: Named;
  readonly name: Named;
  readonly series: ClassSeries;
  readonly prices: Prices;
  readonly goals: Goals;
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Letters of the name in an id. Chosen here: with weekday, time and digest it has at most 80. */
const SLUG_LENGTH = 40;

/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */
export class ClassSeries {
  /** Place among the series of its table. */
  readonly code: number;
  /** As all classes of the gym spell them. */
  readonly sharedName: Named;
  readonly sharedRoom: Named;
  /** Of the start on the wall, since the begin of Monday: orders as weekday and then start. */
  readonly minuteOfWeek: number;
  /** By start, cancelled and future ones too. */
  readonly classes: ClassFacts[] = [];
  #classId: string | null = null;

  constructor(code: number, name: Named, room: Named, minuteOfWeek: number) {
    this.code = code;
    this.sharedName = name;
    this.sharedRoom = room;
    this.minuteOfWeek = minuteOfWeek;
  }

  /** Stable over imports and restarts: letters, digits and hyphens, at most 80. */
  get classId(): string {
    this.#classId ??= classIdOf(
      this.sharedName.key ?? '',
      this.sharedRoom.key ?? '',
      this.minuteOfWeek,
    );
    return this.#classId;
  }

  /** As the newest of its classes spells it. */
  get name(): string {
    return this.classes.at(-1)?.session.name ?? '';
  }

  /** Name for people. */
  get room(): string | null {
    const newest = this.classes.at(-1)?.session;
    return newest?.roomName ?? newest?.roomId ?? null;
  }

  /** 1 is Monday, 7 is Sunday. */
  get weekday(): number {
    return Math.floor(this.minuteOfWeek / DAY_MINUTES) + 1;
  }

  /** On the wall, `18:30`. */
  get startTime(): string {
    return timeOfMinute(this.minuteOfWeek);
  }

  get sessions(): readonly ClassSession[] {
    return this.classes.map(({ session }) => session);
  }
}

/** The id of a class of the week. @param name folded. */
export function classIdOf(name: string, roomKey: string, minuteOfWeek: number): string {
  const slug = name
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '');
  const weekday = WEEKDAYS[Math.floor(minuteOfWeek / DAY_MINUTES)];
  const time = timeOfMinute(minuteOfWeek).replace(':', '');
  const digest = digestOf(`${name}|${minuteOfWeek}|${roomKey}`);
  return `${slug === '' ? '' : `${slug}-`}${weekday}-${time}-${digest}`;
}

/** FNV-1a, 32 bits: distinguishes rooms, and names that look the same once only letters a to z are left. */
function digestOf(text: string): string {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  return (hash >>> 0).toString(36);
}
