/** What the configuration says of classes by their names and trainers, worked out once for each pair of them. */

import type { ClassSession, Trainer } from './session.ts';

/** The same object for the same names. */
export function byNames<Found>(
  find: (name: string, trainer: Trainer | null) => Found,
): (session: ClassSession) => Found {
  const known = new Map<string, Found>();
  return ({ name, trainer }) => {
    const key = `${trainer?.id}\n${trainer?.name}\n${name}`;
    const found = known.get(key) ?? find(name, trainer);
    known.set(key, found);
    return found;
  };
}
