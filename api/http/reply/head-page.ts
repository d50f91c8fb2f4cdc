/**
 * The head of an answer in bytes, written where its fixed part stands already. As text it would be put in one piece, measured
 * and written into bytes for every answer, each by code of the engine that pushes other code out of the processor's cache.
 */

/** Room for what changes from one answer to the next; it grows where that is not enough. Chosen here. */
const ROOM = 512;
const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const [ZERO, LAST_ASCII] = ['0'.charCodeAt(0), 127];
const encoder = new TextEncoder();

/** A header as it stands in a head, behind the line end of what comes before it. */
export function lineOf(name: string, value: string): string {
  return `\r\n${name}: ${value}`;
}

/** How the line of a header begins, as a piece that is made once: its name, and what never changes of its value. */
export function beginning(name: string, value = ''): Uint8Array {
  return encoder.encode(lineOf(name, value));
}

/** Written anew for every answer; what {@link HeadPage.whole} gave is gone then. */
export class HeadPage {
  readonly #start: number;
  #bytes: Uint8Array;
  #at: number;
  #whole: Uint8Array;
  /** Pieces that never change, of this answer or the one before, and where they stand. */
  readonly #pieces: { readonly bytes: Uint8Array; readonly at: number }[] = [];
  #passed = 0;

  /** @param fixed what every head on this page begins with. */
  constructor(fixed: string) {
    const bytes = encoder.encode(fixed);
    this.#start = bytes.length;
    this.#at = bytes.length;
    this.#bytes = new Uint8Array(bytes.length + ROOM);
    this.#bytes.set(bytes);
    this.#whole = this.#bytes.subarray(0, this.#at);
  }

  /** Back to the fixed part. */
  begin(): void {
    this.#at = this.#start;
    this.#passed = 0;
  }

  /** A piece that never changes: where it stood in the answer before, as it mostly did, it stands already. */
  piece(bytes: Uint8Array): void {
    const at = this.#at;
    const known = this.#pieces[this.#passed];
    if (known === undefined || known.bytes !== bytes || known.at !== at) {
      this.#room(bytes.length).set(bytes, at);
      this.#pieces.length = this.#passed;
      this.#pieces.push({ bytes, at });
    }
    this.#passed += 1;
    this.#at = at + bytes.length;
  }

  /** In UTF-8, as everything was encoded before. */
  text(text: string): void {
    // Three bytes are the most that a unit of UTF-16 takes. They may come to lie on pieces that follow.
    const bytes = this.#room(3 * text.length);
    this.#pieces.length = this.#passed;
    let at = this.#at;
    for (let from = 0; from < text.length; from += 1) {
      const code = text.charCodeAt(from);
      if (code > LAST_ASCII) {
        at += encoder.encodeInto(text.slice(from), bytes.subarray(at)).written;
        break;
      }
      bytes[at] = code;
      at += 1;
    }
    this.#at = at;
  }

  /** A whole number, 0..2³¹ - 1, in decimal. */
  number(value: number): void {
    let digits = 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits += 1;
    const bytes = this.#room(digits);
    let rest = value;
    for (let at = this.#at + digits - 1; at >= this.#at; at -= 1) {
      bytes[at] = ZERO + (rest % 10);
      rest = (rest / 10) | 0;
    }
    this.#at += digits;
  }

  /** All 32 bits in eight hexadecimal digits. */
  hex(bits: number): void {
    const bytes = this.#room(8);
    let at = this.#at;
    for (let shift = 28; shift >= 0; shift -= 4) {
      bytes[at] = HEX_DIGITS[(bits >>> shift) & 15] ?? 0;
      at += 1;
    }
    this.#at = at;
  }

  /** What was written. The same memory each time: to be sent at once. */
  whole(): Uint8Array {
    // What stands behind the end may be overwritten by then.
    if (this.#pieces.length > this.#passed) this.#pieces.length = this.#passed;
    // Most answers are as long as the one before: a view costs as much as all that was written.
    if (this.#whole.length !== this.#at) this.#whole = this.#bytes.subarray(0, this.#at);
    return this.#whole;
  }

  #room(bytes: number): Uint8Array {
    if (this.#at + bytes > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#at + bytes));
      larger.set(this.#bytes.subarray(0, this.#at));
      this.#bytes = larger;
      this.#whole = larger.subarray(0, 0);
    }
    return this.#bytes;
  }
}
