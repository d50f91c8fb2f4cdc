/**
 * Ids of requests: what an answer and the log have in common. UUIDs of version 8 (RFC 9562 section 5.8): the front is drawn
 * once for each program, the end counts in steps that hide the count. To draw every one whole would cost as much as
 * looking up a key.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { beginning, type HeadPage } from '../reply/head-page.ts';
import { HeaderBlock, type Headers } from '../reply/header-block.ts';

/** Digits at the end that count, and how many ids they make: then a new front is drawn. */
const COUNTED_DIGITS = 8;
const COUNTED = 2 ** 32;
/** Odd, so that no two counts become the same end: 2^32 divided by the golden ratio. */
const STEP = 0x9e3779b1;

const NAME = 'X-Request-Id';

/** What the ids of a program begin with, and the line of their header. */
interface Front {
  readonly text: string;
  readonly line: Uint8Array;
}

/** An id, and the header that tells it. Its text is made for those only who ask for it. */
export class RequestId extends HeaderBlock {
  readonly #front: Front;
  readonly #end: number;

  constructor(front: Front, end: number) {
    super(NAME, '');
    this.#front = front;
    this.#end = end;
  }

  get text(): string {
    return this.#front.text + hexOf(this.#end);
  }

  override get pairs(): Headers {
    return [[NAME, this.text]];
  }

  override put(page: HeadPage): void {
    page.piece(this.#front.line);
    page.hex(this.#end);
  }
}

export class RequestIds {
  #front = frontOf(randomUUID());
  #count = randomBytes(4).readUInt32LE();
  #left = COUNTED;

  next(): RequestId {
    if (this.#left === 0) {
      this.#front = frontOf(randomUUID());
      this.#left = COUNTED;
    }
    this.#left -= 1;
    this.#count = (this.#count + 1) | 0;
    return new RequestId(this.#front, Math.imul(this.#count, STEP));
  }
}

/** All 32 bits. */
function hexOf(bits: number): string {
  return (bits >>> 0).toString(16).padStart(COUNTED_DIGITS, '0');
}

/** The 13th digit tells the version. */
function frontOf(uuid: string): Front {
  const text = `${uuid.slice(0, 14)}8${uuid.slice(15, -COUNTED_DIGITS)}`;
  return { text, line: beginning(NAME, text) };
}
