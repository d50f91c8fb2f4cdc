/**
 * Headers that go out together. What is the same on many answers is one block that is made once: a server that takes text
 * gets it whole.
 */

export type Headers = readonly (readonly [name: string, value: string])[];

export class HeaderBlock {
  readonly pairs: Headers;
  /** Name of the first header; empty for a block without any. */
  readonly name: string;
  #rest: string | null = null;
  #lines: string | null = null;

  constructor(pairs: Headers) {
    this.pairs = pairs;
    this.name = pairs[0]?.[0] ?? '';
  }

  /** What follows the first name and its colon: its value, and every further header on a line of its own. */
  get rest(): string {
    this.#rest ??= this.pairs[0] === undefined ? '' : this.pairs[0][1] + linesOf(this.pairs, 1);
    return this.#rest;
  }

  /** Every header on a line of its own, each after a line end: what follows the headers of another block. */
  get lines(): string {
    this.#lines ??= linesOf(this.pairs, 0);
    return this.#lines;
  }

  /** Whether a header is among them, its name written as here. */
  has(name: string): boolean {
    for (const [known] of this.pairs) {
      if (known === name) return true;
    }
    return false;
  }
}

/** Whether one of `blocks` has a header, its name written as there. */
export function isAmong(blocks: readonly HeaderBlock[], name: string): boolean {
  for (const block of blocks) {
    if (block.has(name)) return true;
  }
  return false;
}

function linesOf(pairs: Headers, from: number): string {
  let text = '';
  for (let at = from; at < pairs.length; at += 1) {
    const [name, value] = pairs[at] ?? ['', ''];
    text += `\r\n${name}: ${value}`;
  }
  return text;
}
