/**
 * The parts of a `multipart/x-mixed-replace` body (MJPEG over HTTP), out of chunks cut anywhere. Cameras bend the
 * standard (RFC 2046, 5.1): lengths are missing or wrong, lines end in LF, the boundary is declared with its dashes or
 * not at all. What is not understood is skipped up to the next boundary; memory stays below the limit of one part.
 */

import { TurnoutError } from '../../../errors.ts';

/** Longest head of a part, bytes. Chosen here: cameras send a few hundred. */
const MAX_HEAD_BYTES = 16 * 1024;
const FIRST_BUFFER_BYTES = 64 * 1024;
const DASH = 0x2d;
const CR = 0x0d;
const LF = 0x0a;

export class MultipartParser {
  readonly #maxPartBytes: number;
  /** `--` and the boundary without the dashes it may begin with; null until the first line that begins with `--`. */
  #delimiter: Buffer | null;
  #buffer = Buffer.alloc(FIRST_BUFFER_BYTES);
  #length = 0;
  /** Up to here the buffer holds no delimiter. */
  #searched = 0;
  #state: 'delimiter' | 'head' | 'body' = 'delimiter';
  /** Of the part under way; null where its head names none. */
  #bodyBytes: number | null = null;

  /** @param boundary as declared in the Content-Type; null where it is not. */
  constructor(boundary: string | null, maxPartBytes: number) {
    const bare = boundary?.replace(/^-+/, '') ?? '';
    this.#delimiter = bare === '' ? null : Buffer.from(`--${bare}`, 'latin1');
    this.#maxPartBytes = maxPartBytes;
  }

  /**
   * The bodies that `chunk` completes, each filling its own ArrayBuffer. Throws `frame_too_large` for a part above the
   * limit.
   */
  push(chunk: Uint8Array): Uint8Array<ArrayBuffer>[] {
    this.#append(chunk);
    const bodies: Uint8Array<ArrayBuffer>[] = [];
    while (this.#step(bodies)) {
      // Each step takes something off the buffer.
    }
    return bodies;
  }

  /** @returns whether another step may be possible with what is there. */
  #step(bodies: Uint8Array<ArrayBuffer>[]): boolean {
    if (this.#state === 'delimiter') {
      return this.#skipToDelimiter();
    }
    return this.#state === 'head' ? this.#readHead() : this.#readBody(bodies);
  }

  #skipToDelimiter(): boolean {
    this.#delimiter ??= this.#guessDelimiter();
    const at = this.#find();
    if (at === null || this.#delimiter === null) {
      // A delimiter cut in two may begin in the last bytes.
      const kept = this.#delimiter === null ? MAX_HEAD_BYTES : this.#delimiter.length - 1;
      this.#drop(Math.max(0, this.#length - kept));
      return false;
    }
    this.#drop(at + this.#delimiter.length);
    this.#state = 'head';
    return true;
  }

  /** The first line that begins with two dashes, where the Content-Type names no boundary. */
  #guessDelimiter(): Buffer | null {
    const text = this.#buffer.toString('latin1', 0, Math.min(this.#length, MAX_HEAD_BYTES));
    const line = /(?:^|\n)--([^\s-][^\r\n]*)\r?\n/.exec(text)?.[1]?.trimEnd();
    return line === undefined ? null : Buffer.from(`--${line}`, 'latin1');
  }

  #readHead(): boolean {
    const text = this.#buffer.toString('latin1', 0, Math.min(this.#length, MAX_HEAD_BYTES));
    const end = /\n\r?\n/.exec(text);
    if (end === null) {
      if (text.length < MAX_HEAD_BYTES) {
        return false;
      }
      this.#state = 'delimiter';
      return true;
    }
    const declared = /^content-length:[ \t]*(\d+)[ \t]*\r?$/im.exec(text.slice(0, end.index))?.[1];
    this.#bodyBytes = declared === undefined || Number(declared) === 0 ? null : Number(declared);
    this.#limit(this.#bodyBytes ?? 0);
    this.#drop(end.index + end[0].length);
    this.#state = 'body';
    return true;
  }

  #readBody(bodies: Uint8Array<ArrayBuffer>[]): boolean {
    const end = this.#bodyBytes ?? this.#find();
    if (end === null || end > this.#length) {
      this.#limit(this.#length);
      return false;
    }
    const body = this.#buffer.subarray(0, this.#bodyBytes === null ? this.#trimmed(end) : end);
    if (body.length > 0) {
      bodies.push(new Uint8Array(body));
    }
    this.#drop(end);
    this.#state = 'delimiter';
    return true;
  }

  /** End of a body before `end`, without the line break and the dashes that belong to the boundary. */
  #trimmed(end: number): number {
    let at = end;
    while (at > 0 && this.#buffer[at - 1] === DASH) {
      at -= 1;
    }
    if (at > 0 && this.#buffer[at - 1] === LF) {
      at -= 1;
    }
    return at > 0 && this.#buffer[at - 1] === CR ? at - 1 : at;
  }

  /** Index of the next delimiter; null where there is none yet. Looks at no byte twice. */
  #find(): number | null {
    if (this.#delimiter === null) {
      return null;
    }
    const at = this.#buffer.subarray(0, this.#length).indexOf(this.#delimiter, this.#searched);
    if (at >= 0) {
      return at;
    }
    this.#searched = Math.max(0, this.#length - this.#delimiter.length + 1);
    return null;
  }

  #append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Takes `bytes` off the front. */
  #drop(bytes: number): void {
    this.#buffer.copyWithin(0, bytes, this.#length);
    this.#length -= bytes;
    this.#searched = 0;
  }

  #limit(bytes: number): void {
    if (bytes > this.#maxPartBytes) {
      throw new TurnoutError('frame_too_large', {
        where: 'source',
        expected: `pictures of at most ${this.#maxPartBytes} bytes`,
        got: 'a larger one',
      });
    }
  }
}
