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
  readonly #isFixed: boolean;

  constructor(pairs: Headers, isFixed = false) {
    this.pairs = pairs;
    this.#isFixed = isFixed;
    this.name = pairs[0]?.[0] ?? '';
  }

  /**
   * Of headers that go out again and again. Their text is joined in one piece: one that is added up stays a tree of its
   * parts, which is walked for every answer.
   */
  static fixed(pairs: Headers): HeaderBlock {
    return new HeaderBlock(pairs, true);
  }

  /** What follows the first name and its colon: its value, and every further header on a line of its own. */
  get rest(): string {
    this.#rest ??= this.#whole((this.pairs[0]?.[1] ?? '') + linesOf(this.pairs, 1));
    return this.#rest;
  }

  /** Every header on a line of its own, each after a line end: what follows the headers of another block. */
  get lines(): string {
    this.#lines ??= this.#whole(linesOf(this.pairs, 0));
    return this.#lines;
  }

  /** Whether a header is among them, its name written as here. */
  has(name: string): boolean {
    for (const [known] of this.pairs) {
      if (known === name) return true;
    }
    return false;
  }

  #whole(text: string): string {
    return this.#isFixed ? Buffer.from(text).toString() : text;
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
