/**
 * Ids of requests: what an answer and the log have in common. UUIDs of version 8 (RFC 9562 section 5.8): the front is drawn
 * once for each program, the end counts in steps that hide the count. To draw every one whole would cost as much as
 * looking up a key.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Headers } from '../message.ts';

/** Digits at the end that count, and how many ids they make: then a new front is drawn. */
const COUNTED_DIGITS = 8;
const COUNTED = 2 ** 32;
/** Odd, so that no two counts become the same end: 2^32 divided by the golden ratio. */
const STEP = 0x9e3779b1;

const NAME = 'X-Request-Id';

/** An id. Its text is made for those only who ask for it. */
export class RequestId {
  /** Its header, with what all ids of a program begin with as the value. */
  readonly front: Headers[number];
  /** What follows, in {@link COUNTED_DIGITS} hexadecimal digits. */
  readonly end: number;

  constructor(front: Headers[number], end: number) {
    this.front = front;
    this.end = end;
  }

  get text(): string {
    return this.front[1] + hexOf(this.end);
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
function frontOf(uuid: string): Headers[number] {
  return [NAME, `${uuid.slice(0, 14)}8${uuid.slice(15, -COUNTED_DIGITS)}`];
}
