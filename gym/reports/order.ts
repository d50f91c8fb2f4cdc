/** The orders of lists in reports: total, so that the order of the input never shows. */

import { type ClassSession, statusAt } from '../sessions/session.ts';

const byLetters = new Intl.Collator('en', { numeric: true });

/** One step of an order: negative where `a` comes first, 0 where the next step decides. */
export type Step<T> = (a: T, b: T) => number;

export type Ordered = string | number | boolean | null;
export type Direction = 'asc' | 'desc';

/** By a value, and null last either way. @param compare Of texts; left out: by their characters. */
export function byValue<T>(
  valueIn: (item: T) => Ordered,
  direction: Direction,
  compare?: (one: string, other: string) => number,
): Step<T> {
  return (a, b) => {
    const [one, other] = [valueIn(a), valueIn(b)];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    const sign = compare?.(String(one), String(other)) ?? (one < other ? -1 : 1);
    return direction === 'asc' ? sign : -sign;
  };
}

/** By the alphabet, and by the characters where that sees no difference. */
export function byAlphabet(one: string, other: string): number {
  return byLetters.compare(one, other) || Number(one > other) - Number(one < other);
}

export function byText<T>(textOf: (item: T) => string): Step<T> {
  return byValue(textOf, 'asc', byAlphabet);
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
export function nextOnSchedule(sessions: readonly ClassSession[], nowUtcMs: number) {
  const scheduled = sessions.filter((session) => statusAt(session, nowUtcMs) === 'scheduled');
  return firstOnSchedule(scheduled, 1);
}
