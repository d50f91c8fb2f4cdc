/**
 * The bytes of one RTSP connection, taken apart: messages, and media packets between them (RFC 2326, 10.12).
 *
 * ```text
 *  24 | channel | length, 2 bytes | packet …     a media packet, '$' first
 *  RTSP/1.0 200 OK ⏎ … ⏎⏎ body                   a message: an answer, or a request of the server
 * ```
 *
 * Bytes are read into one buffer that is used again; whatever is whole in it is told at once, and only the start of what
 * is not is moved to the front. Bytes that are neither are skipped, as cameras are known to send some; what sends more
 * of them than of anything else is no camera.
 */

/** Two of the largest packets: one that is half there always leaves room to read on. */
const BUFFER_BYTES = 2 * (4 + 0xffff);
/** Largest message: an SDP takes a few kilobytes. Chosen here. */
const MAX_MESSAGE = 32_768;
/** A message that is announced as larger than this is no camera's, and no other reader is to take it either. Chosen here. */
const OVERFED = 1_048_576;
/** Bytes skipped, less those that made sense since, after which the connection makes none. Chosen here. */
const MAX_NOISE = 65_536;

const DOLLAR = 0x24;
const [LF, CR] = [0x0a, 0x0d];
const HEAD_BYTES = 4;
/** How an answer begins, and the requests that a server may make. */
const STARTS = [
  'RTSP/',
  'OPTIONS ',
  'ANNOUNCE ',
  'GET_PARAMETER ',
  'SET_PARAMETER ',
  'REDIRECT ',
].map((start) => Buffer.from(start, 'latin1'));

/** A message without interpretation. */
export interface RtspMessage {
  /** `RTSP/1.0 200 OK` or a request line. */
  readonly startLine: string;
  /** Values by name in lower case, in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface WireListener {
  message(message: RtspMessage): void;
  /** `packet` is lent: its bytes are overwritten after the call. */
  packet(channel: number, packet: Uint8Array): void;
}

export class RtspWire {
  readonly #bytes = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #listener: WireListener;
  #filled = 0;
  #noise = 0;
  /** Whether a message of more than a megabyte was announced. */
  isOverfed = false;
  /** How much of a message's head has been searched for its end in vain: it may come byte by byte. */
  #searched = 0;

  constructor(listener: WireListener) {
    this.#listener = listener;
  }

  /** Where the next bytes are to be read to. Never empty. */
  get free(): Buffer {
    return this.#bytes.subarray(this.#filled);
  }

  /** So many bytes have been read into {@link free}. @returns whether it makes sense to read on. */
  take(count: number): boolean {
    this.#filled += count;
    let at = 0;
    for (let end = this.#next(at); end !== null; end = this.#next(at)) {
      at = end;
    }
    this.#bytes.copyWithin(0, at, this.#filled);
    this.#filled -= at;
    return this.#noise <= MAX_NOISE;
  }

  /** Tells what begins at `at`. @returns where it ends; null where it is not whole yet. */
  #next(at: number): number | null {
    if (at >= this.#filled || this.#noise > MAX_NOISE) {
      return null;
    }
    if (this.#bytes[at] === DOLLAR) {
      return this.#packet(at);
    }
    for (const start of STARTS) {
      const length = Math.min(start.length, this.#filled - at);
      if (this.#bytes.compare(start, 0, length, at, at + length) === 0) {
        return length === start.length ? this.#message(at) : null;
      }
    }
    this.#noise += 1;
    return at + 1;
  }

  /** What came made sense up to `end`. */
  #known(at: number, end: number): number {
    this.#noise = Math.max(0, this.#noise - (end - at));
    this.#searched = 0;
    return end;
  }

  #giveUp(): null {
    this.#noise = Number.POSITIVE_INFINITY;
    return null;
  }

  #packet(at: number): number | null {
    const bodyAt = at + HEAD_BYTES;
    if (bodyAt > this.#filled) {
      return null;
    }
    const end = bodyAt + this.#bytes.readUInt16BE(at + 2);
    if (end > this.#filled) {
      return null;
    }
    this.#listener.packet(this.#bytes[at + 1] ?? 0, this.#bytes.subarray(bodyAt, end));
    return this.#known(at, end);
  }

  #message(at: number): number | null {
    const bodyAt = this.#headEnd(at);
    if (bodyAt === null) {
      return this.#filled - at > MAX_MESSAGE ? this.#giveUp() : null;
    }
    const [startLine = '', ...lines] = this.#bytes.toString('utf8', at, bodyAt).split(/\r?\n/);
    const headers = headersOf(lines);
    const told = Number.parseInt(headers.get('content-length')?.[0] ?? '', 10) || 0;
    const end = bodyAt + Math.max(0, told);
    if (end - at > MAX_MESSAGE) {
      this.isOverfed = end - at > OVERFED;
      return this.#giveUp();
    }
    if (end > this.#filled) {
      return null;
    }
    this.#listener.message({ startLine, headers, body: this.#bytes.toString('utf8', bodyAt, end) });
    return this.#known(at, end);
  }

  /** Behind the empty line; null where that has not come. Some cameras end their lines without CR. */
  #headEnd(at: number): number | null {
    const bytes = this.#bytes.subarray(0, this.#filled);
    for (let lf = bytes.indexOf(LF, at + this.#searched); lf >= 0; lf = bytes.indexOf(LF, lf + 1)) {
      const next = bytes[lf + 1] === CR ? lf + 2 : lf + 1;
      if (bytes[next] === LF) {
        return next + 1;
      }
    }
    this.#searched = Math.max(0, this.#filled - at - 2);
    return null;
  }
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const values = headers.get(name);
    if (values === undefined) {
      headers.set(name, [value]);
    } else {
      values.push(value);
    }
  }
  return headers;
}
