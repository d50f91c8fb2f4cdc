/**
 * Keys and links that were made by a form and are not shown yet: the browser goes on to a page that shows them once, so a page
 * that is loaded again makes no second one.
 */

import { randomUUID } from 'node:crypto';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { parseQuery } from '../../validation/parameters.ts';
import { onTo } from './page-answer.ts';

/** Chosen here: nobody goes on to so many later. */
const MAX_UNSHOWN = 20;

export class ShownOnce<Shown> {
  readonly #unshown = new Map<string, { readonly shown: Shown; readonly gymId: string }>();

  /** On to the page of `path`, which {@link take}s it, for the same gym. */
  onTo(path: string, gymId: string, shown: Shown): Answer {
    const made = randomUUID();
    this.#unshown.set(made, { shown, gymId });
    for (const oldest of [...this.#unshown.keys()].slice(0, -MAX_UNSHOWN)) {
      this.#unshown.delete(oldest);
    }
    return onTo(`${path}?made=${made}`);
  }

  /** What the request was led on to see; null for nothing, and for what was shown already. */
  take({ rawQuery }: ApiRequest, gymId: string): Shown | null {
    const made = parseQuery(rawQuery).get('made') ?? '';
    const found = this.#unshown.get(made);
    if (found?.gymId !== gymId) return null;
    this.#unshown.delete(made);
    return found.shown;
  }
}
