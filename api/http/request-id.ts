/**
 * Ids of requests: what an answer and the log have in common. UUIDs of version 8 (RFC 9562 section 5.8): the front is drawn
 * once for each program, the end counts in steps that hide the count. To draw every one whole would cost as much as
 * looking up a key.
 */

import { randomBytes, randomUUID } from 'node:crypto';

/** Digits at the end that count, and how many ids they make: then a new front is drawn. */
const COUNTED_DIGITS = 8;
const COUNTED = 2 ** 32;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Odd, so that no two counts become the same end: 2^32 divided by the golden ratio. */
const STEP = 0x9e3779b1;

export class RequestIds {
  #front = frontOf(randomUUID());
  #count = randomBytes(4).readUInt32LE();
  #left = COUNTED;

  next(): string {
    if (this.#left === 0) {
      this.#front = frontOf(randomUUID());
      this.#left = COUNTED;
    }
    this.#left -= 1;
    this.#count = (this.#count + 1) | 0;
    return this.#front + hexOf(Math.imul(this.#count, STEP));
  }
}

/** All 32 bits, from a table: `toString(16)` leaves compiled code. */
function hexOf(bits: number): string {
  const [a, b] = [HEX[bits >>> 24], HEX[(bits >>> 16) & 255]];
  const [c, d] = [HEX[(bits >>> 8) & 255], HEX[bits & 255]];
  return `${a}${b}${c}${d}`;
}

/** The 13th digit tells the version. */
function frontOf(uuid: string): string {
  return `${uuid.slice(0, 14)}8${uuid.slice(15, -COUNTED_DIGITS)}`;
}
