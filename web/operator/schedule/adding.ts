/** A calendar on its way: tried, added, removed. */

import { signal } from '@preact/signals';
import { classes } from '../../words/format.ts';
import { SCHEDULE } from '../../words/schedule.ts';
import { type Answered, send } from '../calls.ts';
import { bodyOf } from '../forms.ts';
import type { PreviewAnswer } from '../wire.ts';
import { countsText } from './tell.ts';

const WORDS = SCHEDULE.feeds;

export class Adding {
  /** What the one that was tried would bring; null until then. */
  readonly shown = signal<PreviewAnswer | null>(null);
  readonly told = signal('');
  readonly refused = signal<string | null>(null);
  readonly isBusy = signal(false);
  readonly #whenChanged: () => Promise<void>;

  constructor(whenChanged: () => Promise<void>) {
    this.#whenChanged = whenChanged;
  }

  async try(form: HTMLFormElement): Promise<void> {
    const { id, address } = bodyOf(form);
    this.shown.value = null;
    this.told.value = WORDS.trying;
    const found = await this.#working(() =>
      send<PreviewAnswer>('POST', '/sources-probe', { id, address }, null),
    );
    if (found === null) return;
    this.shown.value = found;
    const counts = countsText(found.counts);
    const { none, understood } = SCHEDULE.preview;
    this.told.value = counts === '' ? none : understood(classes(found.classes), counts);
  }

  async add(form: HTMLFormElement): Promise<void> {
    const body = bodyOf(form);
    const added = await this.#working(() => send<object>('POST', '/sources', body, '*'));
    if (added === null) return;
    this.shown.value = null;
    form.reset();
    this.told.value = WORDS.added(String(body['id']));
    await this.#whenChanged();
  }

  async remove(id: string): Promise<void> {
    const path = `/sources/${encodeURIComponent(id)}`;
    const removed = await this.#working(() => send<object>('DELETE', path, {}, '*'));
    if (removed === null) return;
    this.told.value = WORDS.removed(id);
    await this.#whenChanged();
  }

  async #working<Value>(work: () => Promise<Answered<Value>>): Promise<Value | null> {
    this.isBusy.value = true;
    const { value, refused } = await work();
    this.isBusy.value = false;
    this.refused.value = refused;
    if (refused !== null) this.told.value = '';
    return value;
  }
}
