/**
 * Headers that go out together. What is the same on many answers is one block that is made once: a server that takes text
 * gets it whole.
 */

export type Headers = readonly (readonly [name: string, value: string])[];

/** Of one answer. Nothing of it is kept, so that it costs little: four of them are made for a request. */
export class HeaderBlock {
  /** Name of the first header; empty for a block without any. */
  readonly name: string;
  protected readonly value: string;
  readonly #pairs: Headers | null;

  constructor(name: string, value: string, pairs: Headers | null = null) {
    this.name = name;
    this.value = value;
    this.#pairs = pairs;
  }

  static of(pairs: Headers): HeaderBlock {
    const [name, value] = pairs[0] ?? ['', ''];
    return new HeaderBlock(name, value, pairs);
  }

  get pairs(): Headers {
    return this.#pairs ?? [[this.name, this.value]];
  }

  /** What follows the first name and its colon: its value, and every further header on a line of its own. */
  get rest(): string {
    return this.#pairs === null ? this.value : this.value + linesOf(this.#pairs, 1);
  }

  /** Every header on a line of its own, each after a line end: what follows the headers of another block. */
  get lines(): string {
    return this.#pairs === null ? `\r\n${this.name}: ${this.value}` : linesOf(this.#pairs, 0);
  }

  /** {@link rest} in bytes, of a block that is fixed and long; null of others. */
  get longRest(): Uint8Array | null {
    return null;
  }

  /** Whether a header is among them, its name written as here. */
  has(name: string): boolean {
    if (this.#pairs === null) return this.name === name;
    for (const [known] of this.#pairs) {
      if (known === name) return true;
    }
    return false;
  }

  /** Whether one of `names` is among them. */
  hasAny(names: readonly string[]): boolean {
    for (const name of names) {
      if (this.has(name)) return true;
    }
    return false;
  }
}

/** Blocks that one is joined with and that are remembered; chosen here: more than the kinds of answers that there are. */
const MOST_JOINED = 32;
/** Characters from which on bytes that are there are cheaper than a text that is made into bytes anew. Chosen here. */
const LONG = 128;

/** Of headers that go out again and again: what is asked of it is made once. */
export class FixedBlock extends HeaderBlock {
  #rest: string | null = null;
  #lines: string | null = null;
  #longRest: Uint8Array | null = null;
  #lastOther: FixedBlock | null = null;
  #lastWhole: FixedBlock | null = null;
  #joined: Map<FixedBlock, FixedBlock> | null = null;
  #judged: readonly string[] | null = null;
  #judgement = false;

  static override of(pairs: Headers): FixedBlock {
    const [name, value] = pairs[0] ?? ['', ''];
    return new FixedBlock(name, value, pairs);
  }

  override get rest(): string {
    this.#rest ??= inOnePiece(super.rest);
    return this.#rest;
  }

  override get lines(): string {
    this.#lines ??= inOnePiece(super.lines);
    return this.#lines;
  }

  override get longRest(): Uint8Array | null {
    if (this.rest.length < LONG) return null;
    this.#longRest ??= Buffer.from(this.rest);
    return this.#longRest;
  }

  /** The same list again costs nothing. */
  override hasAny(names: readonly string[]): boolean {
    if (this.#judged !== names) {
      this.#judged = names;
      this.#judgement = super.hasAny(names);
    }
    return this.#judgement;
  }

  /** This one and another as one: made once, and kept with this one. */
  with(other: FixedBlock): FixedBlock {
    if (this.#lastOther === other && this.#lastWhole !== null) return this.#lastWhole;
    this.#joined ??= new Map();
    const whole = this.#joined.get(other) ?? FixedBlock.of([...this.pairs, ...other.pairs]);
    if (this.#joined.size >= MOST_JOINED) this.#joined.clear();
    this.#joined.set(other, whole);
    this.#lastOther = other;
    this.#lastWhole = whole;
    return whole;
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

/** A text that was added up stays a tree of its parts, which is walked for every answer. */
function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}
