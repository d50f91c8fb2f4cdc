/**
 * Headers that go out together. What is the same on many answers is one block that is made once: a server that takes text
 * gets it whole.
 */

export type Headers = readonly (readonly [name: string, value: string])[];

/** Blocks that one is joined with and that are remembered; chosen here: more than the kinds of answers that there are. */
const MOST_JOINED = 32;

export class HeaderBlock {
  /** Name of the first header; empty for a block without any. */
  readonly name: string;
  /** Whether it goes out again and again. */
  readonly isFixed: boolean;
  readonly #value: string;
  #pairs: Headers | null;
  #rest: string | null = null;
  #lines: string | null = null;
  #lastOther: HeaderBlock | null = null;
  #lastWhole: HeaderBlock | null = null;
  #joined: Map<HeaderBlock, HeaderBlock> | null = null;

  #judged: readonly string[] | null = null;
  #judgement = false;

  constructor(pairs: Headers, isFixed = false) {
    const [name, value] = pairs[0] ?? ['', ''];
    this.name = name;
    this.isFixed = isFixed;
    this.#value = value;
    this.#pairs = pairs.length === 1 ? null : pairs;
  }

  /**
   * Of headers that go out again and again. Their text is joined in one piece: one that is added up stays a tree of its
   * parts, which is walked for every answer.
   */
  static fixed(pairs: Headers): HeaderBlock {
    return new HeaderBlock(pairs, true);
  }

  get pairs(): Headers {
    this.#pairs ??= [[this.name, this.#value]];
    return this.#pairs;
  }

  /** What follows the first name and its colon: its value, and every further header on a line of its own. */
  get rest(): string {
    this.#rest ??= this.#whole(this.#value + linesOf(this.pairs, 1));
    return this.#rest;
  }

  /** Every header on a line of its own, each after a line end: what follows the headers of another block. */
  get lines(): string {
    this.#lines ??= this.#whole(
      this.#pairs === null ? `\r\n${this.name}: ${this.#value}` : linesOf(this.#pairs, 0),
    );
    return this.#lines;
  }

  /** Whether a header is among them, its name written as here. */
  has(name: string): boolean {
    if (this.#pairs === null) return this.name === name;
    for (const [known] of this.#pairs) {
      if (known === name) return true;
    }
    return false;
  }

  /** Whether one of `names` is among them: the same list again costs nothing. */
  hasAny(names: readonly string[]): boolean {
    if (this.#judged !== names) {
      this.#judged = names;
      this.#judgement = names.some((name) => this.has(name));
    }
    return this.#judgement;
  }

  /** This one and another as one, for two that are fixed: made once, and kept with this one. */
  with(other: HeaderBlock): HeaderBlock {
    if (this.#lastOther === other && this.#lastWhole !== null) return this.#lastWhole;
    this.#joined ??= new Map();
    const whole = this.#joined.get(other) ?? HeaderBlock.fixed([...this.pairs, ...other.pairs]);
    if (this.#joined.size >= MOST_JOINED) this.#joined.clear();
    this.#joined.set(other, whole);
    this.#lastOther = other;
    this.#lastWhole = whole;
    return whole;
  }

  #whole(text: string): string {
    return this.isFixed ? Buffer.from(text).toString() : text;
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
