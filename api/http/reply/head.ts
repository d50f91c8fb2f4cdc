/**
 * The head of an answer: its status line, the headers that it has beside its own, and all of it in bytes, for a server that
 * takes a head in one call. Everywhere else headers are pairs.
 */

import { STATUS_CODES } from 'node:http';
import type { WireHead } from '../exchange.ts';
import type { Headers } from '../message.ts';
import type { Turn } from '../turn.ts';
import { CORS_HEADERS } from './cors.ts';

type Header = Headers[number];

/** JSON and text load nothing, and no page frames them. On every answer, errors too. */
export const SECURITY_HEADERS: Headers = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

/** On nearly every answer: safe for browsers, and every page may read it. */
const USUAL: Headers = [...SECURITY_HEADERS, ...CORS_HEADERS];

const ASK_EACH_TIME: Header = ['Cache-Control', 'no-cache'];
const KEEP_NOT: Header = ['Cache-Control', 'no-store'];

/** {@link SECURITY_HEADERS} without those that `own` has: pages bring theirs. */
export function securityHeaders(own: Headers): Headers {
  return SECURITY_HEADERS.filter(([name]) => !own.some(([known]) => known === name));
}

/** What {@link answerHeaders} gave last: many answers in a row are alike, and a list that is the same is not written again. */
let last = {
  own: USUAL,
  content: USUAL,
  isTagged: false,
  isForeign: false,
  headers: USUAL,
};

/**
 * The headers of an answer with a body, those that change from one answer to the next last.
 *
 * @param own Of the answer itself, and of the {@link Settle} of its turn.
 * @param content What its body is. @param isTagged Whether it has an entity tag.
 */
export function answerHeaders(
  { isForeign }: Pick<Turn, 'isForeign'>,
  own: Headers,
  content: Headers,
  isTagged: boolean,
): Headers {
  const isSame = last.own === own && last.content === content && last.isTagged === isTagged;
  if (isSame && last.isForeign === isForeign) return last.headers;
  const headers = listOf(isForeign, own, content, isTagged);
  last = { own, content, isTagged, isForeign, headers };
  return headers;
}

function listOf(isForeign: boolean, own: Headers, content: Headers, isTagged: boolean): Headers {
  let isUsual = !isForeign;
  let isShared = !isForeign;
  let isCached = false;
  for (const [name] of own) {
    if (name === 'Cache-Control') isCached = true;
    else if (name === 'Cross-Origin-Resource-Policy') isShared = isUsual = false;
    else if (isUsual) isUsual = !SECURITY_HEADERS.some(([known]) => known === name);
  }
  // A page that must not ask may not read the answer either, nor what is for pages of our own alone.
  const usual = isUsual ? USUAL : [...securityHeaders(own), ...(isShared ? CORS_HEADERS : [])];
  // Answers change with the cameras: store them, but ask each time. What is no answer to a read is not stored.
  const caching = isCached ? [] : [isTagged ? ASK_EACH_TIME : KEEP_NOT];
  return [...content, ...usual, ...caching, ...own];
}

/** `404` becomes `404 Not Found`. */
export function statusLine(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? 'Unknown'}`;
}

/** Where a header is in the bytes of a {@link Page}. */
interface Slot {
  readonly header: Header;
  readonly at: number;
  readonly end: number;
}

const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const LAST_ASCII = 127;
const encoder = new TextEncoder();

/**
 * The bytes of the last head of one status. Most answers have the same headers as the one before: a header that is the same
 * pair (not only an equal one) at the same place is not written again.
 */
class Page {
  readonly #start: number;
  #bytes: Uint8Array = new Uint8Array(1024);
  #at = 0;
  readonly #slots: Slot[] = [];
  /** What was written last, and where it ends. */
  #headers: Headers | null = null;
  #headersEnd = 0;
  /** Of {@link #bytes}: most heads are as long as the one before. */
  #whole = this.#bytes.subarray(0, 0);

  constructor(status: number) {
    this.#text(statusLine(status));
    this.#start = this.#at;
  }

  write({ headers, id }: WireHead): Uint8Array {
    const { length } = headers;
    this.#at = headers === this.#headers ? this.#headersEnd : this.#start;
    if (headers !== this.#headers) {
      for (const [place, header] of headers.entries()) this.#header(header, place);
      this.#headers = headers;
      this.#headersEnd = this.#at;
    }
    if (id !== undefined) {
      this.#header(id.front, length);
      this.#hex(id.end);
      // What was behind is overwritten.
      if (this.#slots.length > length + 1) this.#slots.length = length + 1;
    }
    if (this.#whole.length !== this.#at) this.#whole = this.#bytes.subarray(0, this.#at);
    return this.#whole;
  }

  #header(header: Header, place: number): void {
    const known = this.#slots[place];
    if (known !== undefined && known.header === header && known.at === this.#at) {
      this.#at = known.end;
      return;
    }
    const at = this.#at;
    const [name, value] = header;
    this.#text('\r\n');
    this.#text(name);
    this.#text(': ');
    this.#text(value);
    // It may be longer than the one before, and lie on those behind it.
    if (known === undefined || known.end !== this.#at) this.#slots.length = place;
    this.#slots[place] = { header, at, end: this.#at };
  }

  /** In UTF-8. */
  #text(text: string): void {
    // Three bytes are the most that a unit of UTF-16 takes.
    const bytes = this.#room(3 * text.length);
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

  /** All 32 bits in eight digits. */
  #hex(bits: number): void {
    const bytes = this.#room(8);
    let at = this.#at;
    for (let shift = 28; shift >= 0; shift -= 4) {
      bytes[at] = HEX_DIGITS[(bits >>> shift) & 15] ?? 0;
      at += 1;
    }
    this.#at = at;
  }

  #room(bytes: number): Uint8Array {
    if (this.#at + bytes > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#at + bytes));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#whole = larger.subarray(0, 0);
    }
    return this.#bytes;
  }
}

const pages = new Map<number, Page>();

/** Status and headers, without a line end at either end. The same memory each time: to be sent, or copied, at once. */
export function headBytes(head: WireHead): Uint8Array {
  let page = pages.get(head.status);
  if (page === undefined) {
    page = new Page(head.status);
    pages.set(head.status, page);
  }
  return page.write(head);
}
