/** A class of the week: one name, minute of the week and room, and what people call it. */

import type { ClassSession } from '../../sessions/session.ts';

/** What all classes of one name have in common. */
export interface SeriesName {
  readonly folded: string;
  /** Begin of every class id of the name, with its hyphen; empty where no letter a to z or digit is in it. */
  readonly idPrefix: string;
  /** Of the folded name and the sign after it: where the hash of a class goes on. */
  readonly hash: number;
}

/** What tells a series apart from all others of the gym. */
export interface SeriesFacts {
  readonly name: SeriesName;
  /** The name as it was first written. */
  readonly writing: string;
  readonly roomKey: string;
  /** Minutes since the begin of Monday on the wall. */
  readonly minuteOfWeek: number;
}

export const DAY_MINUTES = 1_440;
const FNV_BASIS = 0x811c9dc5;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** A `ClassSeries`. Texts are put together when they are asked for: of thousands of classes a report lists a few. */
export class WeeklySeries {
  readonly facts: SeriesFacts;
  readonly sessions: readonly ClassSession[];
  #classId: string | null = null;

  constructor(facts: SeriesFacts, sessions: readonly ClassSession[]) {
    this.facts = facts;
    this.sessions = sessions;
  }

  get classId(): string {
    this.#classId ??= this.#writeId();
    return this.#classId;
  }

  get minuteOfWeek(): number {
    return this.facts.minuteOfWeek;
  }

  get weekday(): number {
    return Math.floor(this.facts.minuteOfWeek / DAY_MINUTES) + 1;
  }

  get startTime(): string {
    const minute = this.facts.minuteOfWeek % DAY_MINUTES;
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

  #writeId(): string {
    const { name, minuteOfWeek, roomKey } = this.facts;
    const own = hashOn(hashOn(name.hash, `${minuteOfWeek}|`), roomKey);
    const time = this.startTime.replace(':', '');
    return `${name.idPrefix}${WEEKDAYS[this.weekday - 1]}-${time}-${textOfHash(own)}`;
  }
}

export function nameOf(folded: string): SeriesName {
  const slug = folded
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '');
  const idPrefix = slug === '' ? '' : `${slug}-`;
  return { folded, idPrefix, hash: hashOn(FNV_BASIS, `${folded}|`) };
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** FNV-1a, 32 bits, of a text that goes on: distinguishes rooms, and names that look the same once only letters a to z are left. */
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
