/** A number that an owner says of a class, from the first key to the answer: what would change, what came of it. */

import { signal } from '@preact/signals';
import { send } from '../calls.ts';

/** After the last key, ms. Chosen here: typing 16 asks once. */
const TYPED_MS = 250;

export type Fields = Readonly<Record<string, unknown>>;

export interface SayingParts<Effect> {
  /** Of the call, below the owner API. */
  readonly path: string;
  /** More people than this need a second look; null for no limit. */
  readonly most: number | null;
  readonly words: { readonly done: string; readonly gone: string };
  /** What would change. */
  readonly told: (effect: Effect) => string;
  /** After a change. */
  readonly changed: () => Promise<void>;
}

export interface Said {
  readonly kind: 'said' | 'fault';
  readonly text: string;
}

export class Saying<Effect> {
  readonly #parts: SayingParts<Effect>;
  /** What would change; null while there is no number. */
  readonly preview = signal<string | null>(null);
  readonly isUnlikely = signal(false);
  readonly isBusy = signal(false);
  /** What came of the last change. */
  readonly outcome = signal<Said | null>(null);
  #timer = 0;
  /** What was typed since is asked for on its own. */
  #turn = 0;

  constructor(parts: SayingParts<Effect>) {
    this.#parts = parts;
  }

  /** @param fields null while there is no number in them. */
  look(fields: Fields | null): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    const { most } = this.#parts;
    this.outcome.value = null;
    this.isUnlikely.value =
      most !== null && Number(fields?.['people'] ?? fields?.['attended']) > most;
    if (fields === null) this.preview.value = null;
    else this.#timer = window.setTimeout(() => void this.#ask(fields, this.#turn), TYPED_MS);
  }

  /** Whether it was stored. */
  async send(fields: Fields | null): Promise<boolean> {
    if (fields === null || this.isBusy.value) return false;
    const body = this.isUnlikely.value ? { ...fields, force: true } : fields;
    return this.#change('PUT', body, this.#parts.words.done);
  }

  async takeBack(): Promise<void> {
    await this.#change('DELETE', {}, this.#parts.words.gone);
  }

  leave(): void {
    clearTimeout(this.#timer);
  }

  async #ask(fields: Fields, turn: number): Promise<void> {
    const { path, told } = this.#parts;
    const { value, refused } = await send<Effect>('PUT', path, { ...fields, preview: true }, null);
    if (turn === this.#turn) this.preview.value = value === null ? refused : told(value);
  }

  async #change(method: 'PUT' | 'DELETE', body: Fields, done: string): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.isBusy.value = true;
    const { value, refused } = await send(method, this.#parts.path, body, null);
    this.isBusy.value = false;
    if (value === null) {
      this.outcome.value = { kind: 'fault', text: refused ?? '' };
      return false;
    }
    this.preview.value = null;
    this.isUnlikely.value = false;
    await this.#parts.changed();
    this.outcome.value = { kind: 'said', text: done };
    return true;
  }
}
