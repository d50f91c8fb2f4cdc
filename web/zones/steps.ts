/** Undo and redo over the whole list of zones. */

import type { Zones } from './draft.ts';

/** Steps that can be taken back. */
const MOST = 50;

export interface Steps {
  readonly before: readonly Zones[];
  readonly now: Zones;
  readonly after: readonly Zones[];
  /** What the last step did: the same act on the same thing again, such as a key that is held, is one step with it. */
  readonly act: string | null;
}

export function beginWith(zones: Zones): Steps {
  return { before: [], now: zones, after: [], act: null };
}

/** A step; one that changes nothing is none. @param act null for a step that no other joins. */
export function stepTo(steps: Steps, next: Zones, act: string | null = null): Steps {
  const { before, now } = steps;
  if (next === now) return steps;
  const isSame = act !== null && act === steps.act;
  return { before: isSame ? before : [...before, now].slice(-MOST), now: next, after: [], act };
}

export function undone(steps: Steps): Steps {
  const last = steps.before.at(-1);
  if (last === undefined) return steps;
  const before = steps.before.slice(0, -1);
  return { before, now: last, after: [steps.now, ...steps.after], act: null };
}

export function redone(steps: Steps): Steps {
  const [next, ...after] = steps.after;
  if (next === undefined) return steps;
  return { before: [...steps.before, steps.now], now: next, after, act: null };
}
