/**
 * Headers that go out together. What is the same on many answers is one block that is made once: a server that takes text
 * gets it whole, in one call.
 */

export type Headers = readonly (readonly [name: string, value: string])[];

export class HeaderBlock {
  readonly pairs: Headers;
  /** Name of the first header; empty for a block without any. */
  readonly name: string;
  #rest: string | null = null;

  constructor(pairs: Headers) {
    this.pairs = pairs;
    this.name = pairs[0]?.[0] ?? '';
  }

  /** What follows the first name and its colon: its value, and every further header on a line of its own. */
  get rest(): string {
    this.#rest ??= restOf(this.pairs);
    return this.#rest;
  }

  /** Whether a header is among them, its name written as here. */
  has(name: string): boolean {
    return this.pairs.some(([known]) => known === name);
  }
}

function restOf(pairs: Headers): string {
  let text = pairs[0]?.[1] ?? '';
  for (let at = 1; at < pairs.length; at += 1) {
    const [name, value] = pairs[at] ?? ['', ''];
    text += `\r\n${name}: ${value}`;
  }
  return text;
}
