/** The orders of lists in reports: total, so that the order of the input never shows. */

import { type ClassSession, statusAt } from '../sessions/session.ts';

const byLetters = new Intl.Collator('en', { numeric: true });

/** One step of an order: negative where `a` comes first, 0 where the next step decides. */
export type Step<T> = (a: T, b: T) => number;

/** Highest first; unknown last. */
export function highestFirst<T>(valueIn: (item: T) => number | null): Step<T> {
  return (a, b) => compareKnown(valueIn(a), valueIn(b), -1);
}

/** Lowest first; unknown last. */
export function lowestFirst<T>(valueIn: (item: T) => number | null): Step<T> {
  return (a, b) => compareKnown(valueIn(a), valueIn(b), 1);
}

/** By the alphabet, and by the characters where that sees no difference. */
export function byAlphabet(one: string, other: string): number {
  if (one === other) return 0;
  return byLetters.compare(one, other) || (one < other ? -1 : 1);
}

export function byText<T>(textOf: (item: T) => string): Step<T> {
  return (a, b) => byAlphabet(textOf(a), textOf(b));
}

/** The steps one after another. */
export function inOrder<T>(...steps: readonly Step<T>[]): Step<T> {
  return (a, b) => {
    for (const step of steps) {
      const sign = step(a, b);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

function compareKnown(a: number | null, b: number | null, sign: 1 | -1): number {
  if (a === null) return b === null ? 0 : 1;
  if (b === null) return -1;
  return a === b ? 0 : a < b ? -sign : sign;
}

/* Classes as they stand on a schedule. */

/** By start, then name. */
export const bySchedule = inOrder<ClassSession>(
  (a, b) => a.startsUtcMs - b.startsUtcMs,
  byText(({ name }) => name),
  byText(({ id }) => id),
);

export function firstOnSchedule(sessions: readonly ClassSession[], most: number): ClassSession[] {
  return sessions.toSorted(bySchedule).slice(0, most);
}

/** The first that has not begun and is not cancelled, none or one; of several that start together the first by name. */
export function nextOnSchedule(
  sessions: readonly ClassSession[],
  nowUtcMs: number,
): ClassSession[] {
  const isScheduled = (session: ClassSession) => statusAt(session, nowUtcMs) === 'scheduled';
  return firstOnSchedule(sessions.filter(isScheduled), 1);
}
