/** Answers kept with the view they were made from: a report is built, and later serialised, once for each version. */

import type { GymView } from '../../../gym/sessions/view.ts';

/** Answers of one route kept for one view. Chosen here: more than `limit` has values, and a few hundred KB. */
const MAX_KEPT = 128;

export class ViewCache<Body extends object> {
  readonly #kept = new WeakMap<GymView, Map<string, Body>>();

  /** The answer for `key` from `view`: the same object each time, made by `make` the first. The oldest are let go. */
  get(view: GymView, key: string, make: () => Body): Body {
    const bodies = this.#kept.get(view) ?? new Map<string, Body>();
    const known = bodies.get(key);
    if (known !== undefined) return known;
    this.#kept.set(view, bodies);
    const made = make();
    if (bodies.size >= MAX_KEPT) {
      const [oldest = key] = bodies.keys();
      bodies.delete(oldest);
    }
    bodies.set(key, made);
    return made;
  }
}
