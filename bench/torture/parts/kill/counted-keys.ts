/** Keys with a number of lookups, and how many answers each was given over all lives of the program. */

import { createKey } from '../../support/operations.ts';

/** Of one key: few, so that many run out and the last of them are fought over. */
const LOOKUPS = 40;

interface CountedKey {
  readonly secret: string;
  given: number;
  /** Lives in which it was asked with. */
  kills: number;
  isUsedUp: boolean;
}

export class CountedKeys {
  readonly #all: CountedKey[] = [];
  #current: CountedKey | null = null;
  #owner: string | null = null;
  #refused = 0;

  /** The key to ask with: the same until it is used up. */
  async take(dataFolder: string): Promise<string> {
    if (this.#current === null || this.#current.isUsedUp) {
      const secret = await createKey(dataFolder, { lookups: LOOKUPS });
      this.#current = { secret, given: 0, kills: 0, isUsedUp: false };
      this.#all.push(this.#current);
    }
    return this.#current.secret;
  }

  /** One without a limit, for looking at how the program is. */
  async owner(dataFolder: string): Promise<string> {
    this.#owner ??= await createKey(dataFolder);
    return this.#owner;
  }

  /** An answer came for it. */
  note(secret: string, status: number): void {
    const key = this.#all.find((one) => one.secret === secret);
    if (key === undefined) return;
    if (status === 200) key.given += 1;
    else if (status === 402) key.isUsedUp = true;
    else this.#refused += 1;
  }

  /** The program was killed while the current key was in use. */
  noteKill(): void {
    if (this.#current !== null) this.#current.kills += 1;
  }

  /** Answers beyond what the keys were good for. */
  givenTwice(): number {
    return this.#all.reduce((sum, { given }) => sum + Math.max(0, given - LOOKUPS), 0);
  }

  /** Lookups that a kill cost at most on average of a key, of those that are used up. */
  mostLostAKill(): number {
    const losses = this.#all
      .filter(({ isUsedUp, kills }) => isUsedUp && kills > 0)
      .map(({ given, kills }) => (LOOKUPS - given) / kills);
    return Math.max(0, ...losses);
  }

  /** Answers that were neither. */
  refused(): number {
    return this.#refused;
  }

  count(): number {
    return this.#all.length;
  }
}
