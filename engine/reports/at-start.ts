/** Dates and hours of classes on the wall, reckoned once for all that start together: of a year's classes there are few. */

import type { ClassSession } from '../sessions/index.ts';

/** `find` of the start of a class, UTC ms, remembered for each start. */
export function atStart<T>(find: (startsUtcMs: number) => T): (session: ClassSession) => T {
  const found = new Map<number, T>();
  return ({ startsUtcMs }) => {
    const known = found.get(startsUtcMs);
    if (known !== undefined) return known;
    const value = find(startsUtcMs);
    found.set(startsUtcMs, value);
    return value;
  };
}
