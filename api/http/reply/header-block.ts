/**
 * Headers that go out together. What is the same on many answers is one block that is made once, and stands in bytes from
 * then on.
 */

import { HeadPage, lineOf } from './head-page.ts';
import { statusLine } from './status-line.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

/** Of one answer. Nothing of it is kept, so that it costs little: four of them are made for a request. */
export class HeaderBlock {
  /** Name of the first header; empty for a block without any. */
  readonly name: string;
  protected readonly value: string;
  readonly #pairs: Headers | null;
  /** This block, where it is fixed. To ask for its class costs a walk through its prototypes. */
  readonly fixed: FixedBlock | null = null;

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

  /** Writes every header. */
  put(page: HeadPage): void {
    for (const [name, value] of this.pairs) page.text(lineOf(name, value));
  }

  /** The page of a status on which these headers stand already, of a block that is fixed; null of others. */
  page(_status: number): HeadPage | null {
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
const MAX_JOINED = 32;

/** Of headers that go out again and again: what is asked of it is made once. */
export class FixedBlock extends HeaderBlock {
  #lastStatus = 0;
  #lastPage: HeadPage | null = null;
  readonly #pages = new Map<number, HeadPage>();
  #lastOther: FixedBlock | null = null;
  #lastWhole: FixedBlock | null = null;
  #joined: Map<FixedBlock, FixedBlock> | null = null;
  override readonly fixed = this;
  #judged: readonly string[] | null = null;
  #judgement = false;

  static override of(pairs: Headers): FixedBlock {
    const [name, value] = pairs[0] ?? ['', ''];
    return new FixedBlock(name, value, pairs);
  }

  /** One for each status: made once, and written anew for each answer. */
  override page(status: number): HeadPage {
    if (this.#lastPage !== null && this.#lastStatus === status) return this.#lastPage;
    const page =
      this.#pages.get(status) ??
      new HeadPage(statusLine(status) + this.pairs.map((pair) => lineOf(...pair)).join(''));
    this.#pages.set(status, page);
    this.#lastStatus = status;
    this.#lastPage = page;
    return page;
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
    if (this.#joined.size >= MAX_JOINED) this.#joined.clear();
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
