/** Pages kept with the view that they were made from: one that is asked for again costs nothing until the view changes. */

import type { GymView } from '../../../gym/sessions/view.ts';
import type { Answer } from '../../http/message.ts';

/** Pages of one view. Chosen here: all that a few people open, and a few MB. */
const MAX_PAGES = 32;

type Made = Answer | Promise<Answer>;

export class PageCache {
  readonly #pages = new WeakMap<GymView, Map<string, Made>>();

  /** The page of `address` from `view`, made by `make` the first time. The oldest are let go; a fault is not kept. */
  get(view: GymView, address: string, make: () => Promise<Answer>): Made {
    const pages = this.#pages.get(view) ?? new Map<string, Made>();
    const known = pages.get(address);
    if (known !== undefined) return known;
    this.#pages.set(view, pages);
    if (pages.size >= MAX_PAGES) {
      const [oldest = address] = pages.keys();
      pages.delete(oldest);
    }
    const made = make().then(
      (answer) => {
        if (pages.has(address)) pages.set(address, answer);
        return answer;
      },
      (error: unknown) => {
        pages.delete(address);
        throw error;
      },
    );
    pages.set(address, made);
    return made;
  }
}
