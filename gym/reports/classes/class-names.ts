/** What classes are called, for whoever reads a question. */

import { foldName } from '../../sessions/fold-name.ts';
import type { GymView } from '../../sessions/view.ts';
import { byText } from '../order.ts';
import { type ClassSeries, seriesOf } from '../series/series.ts';

const names = new WeakMap<readonly ClassSeries[], readonly string[]>();

/** Names of all classes of the view, by the alphabet; of several spellings the newest. O(classes) once, then kept. */
export function classNames(view: GymView): readonly string[] {
  const all = seriesOf(view);
  const kept = names.get(all);
  if (kept !== undefined) return kept;
  const newest = new Map<string, { readonly name: string; readonly startsUtcMs: number }>();
  for (const { name, sessions } of all) {
    const startsUtcMs = sessions.at(-1)?.startsUtcMs ?? Number.NEGATIVE_INFINITY;
    const folded = foldName(name);
    const before = newest.get(folded)?.startsUtcMs ?? Number.NEGATIVE_INFINITY;
    if (startsUtcMs > before) newest.set(folded, { name, startsUtcMs });
  }
  const made = [...newest.values()].map(({ name }) => name).sort(byText((name) => name));
  names.set(all, made);
  return made;
}
