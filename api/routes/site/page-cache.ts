/** Pages kept with the view that they were made from: one that is asked for again costs nothing until the view changes. */

import type { GymView } from '../../../gym/sessions/view.ts';
import type { Answer } from '../../http/message.ts';

/** Pages of one view. Chosen here: all that a few people open, and a few MB. */
const MAX_PAGES = 32;

export class PageCache {
  readonly #pages = new WeakMap<GymView, Map<string, Answer>>();

  /** The page of `address` from `view`, made by `make` the first time. The oldest are let go. */
  get(view: GymView, address: string, make: () => Answer): Answer {
    const pages = this.#pages.get(view) ?? new Map<string, Answer>();
    const known = pages.get(address);
    if (known !== undefined) return known;
    this.#pages.set(view, pages);
    const made = make();
    if (pages.size >= MAX_PAGES) {
      const [oldest = address] = pages.keys();
      pages.delete(oldest);
    }
    pages.set(address, made);
    return made;
  }
}
