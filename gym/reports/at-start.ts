/** Dates and hours of classes on the wall, computed once for all that start together: of a year's classes there are few. */

import type { ClassSession } from '../sessions/session.ts';

/** `find` of the start of a class, UTC ms, remembered for each start. */
export function atStart<T>(find: (startsUtcMs: number) => T): (session: ClassSession) => T {
  const found = new Map<number, T>();
  // Classes come by their start: the next one most often starts with the one before.
  let newest: { readonly startsUtcMs: number; readonly value: T } | null = null;
  return ({ startsUtcMs }) => {
    if (newest !== null && newest.startsUtcMs === startsUtcMs) return newest.value;
    const known = found.get(startsUtcMs);
    const value = known === undefined ? find(startsUtcMs) : known;
    if (known === undefined) found.set(startsUtcMs, value);
    newest = { startsUtcMs, value };
    return value;
  };
}
