/**
 * The bytes of one RTSP connection, taken apart: messages, and media packets between them (RFC 2326, 10.12).
 *
 * ```text
 *  24 | channel | length, 2 bytes | packet …     a media packet, '$' first
 *  RTSP/1.0 200 OK ⏎ … ⏎⏎ body                   a message: an answer, or a request of the server
 * ```
 *
 * Bytes are read into one buffer that is used again; whatever is whole in it is told at once, and only the start of what
 * is not is moved to the front. Bytes that are neither are skipped, as cameras are known to send some.
 */

/** Two of the largest packets: one that is half there always leaves room to read on. */
const BUFFER_BYTES = 2 * (4 + 0xffff);
/** Largest message: an SDP takes a few kilobytes. Chosen here; what is larger is skipped like any noise. */
const LONGEST_MESSAGE = 32_768;

const DOLLAR = 0x24;
const HEAD_BYTES = 4;
/** How an answer begins, and the requests that a server may make. */
const STARTS = ['RTSP/', 'OPTIONS ', 'ANNOUNCE ', 'GET_PARAMETER ', 'SET_PARAMETER ', 'REDIRECT '];
const LONGEST_START = Math.max(...STARTS.map(({ length }) => length));

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

  constructor(listener: WireListener) {
    this.#listener = listener;
  }

  /** Where the next bytes are to be read to. Never empty. */
  get free(): Buffer {
    return this.#bytes.subarray(this.#filled);
  }

  /** So many bytes have been read into {@link free}. */
  take(count: number): void {
    this.#filled += count;
    let at = 0;
    for (let end = this.#next(at); end !== null; end = this.#next(at)) {
      at = end;
    }
    this.#bytes.copyWithin(0, at, this.#filled);
    this.#filled -= at;
  }

  /** Tells what begins at `at`. @returns where it ends; null where it is not whole yet. */
  #next(at: number): number | null {
    if (at >= this.#filled) {
      return null;
    }
    if (this.#bytes[at] === DOLLAR) {
      return this.#packet(at);
    }
    const head = this.#bytes.toString('latin1', at, Math.min(at + LONGEST_START, this.#filled));
    if (STARTS.some((start) => head.startsWith(start))) {
      return this.#message(at);
    }
    return STARTS.some((start) => start.startsWith(head)) ? null : at + 1;
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
    return end;
  }

  #message(at: number): number | null {
    const headEnd = this.#bytes.subarray(0, this.#filled).indexOf('\r\n\r\n', at, 'latin1');
    if (headEnd < 0) {
      return this.#filled - at > LONGEST_MESSAGE ? at + 1 : null;
    }
    const [startLine = '', ...lines] = this.#bytes.toString('utf8', at, headEnd).split('\r\n');
    const headers = headersOf(lines);
    const bodyAt = headEnd + 4;
    const end = bodyAt + Number(headers.get('content-length')?.[0] ?? 0);
    if (!(end - at <= LONGEST_MESSAGE)) {
      return bodyAt;
    }
    if (end > this.#filled) {
      return null;
    }
    this.#listener.message({ startLine, headers, body: this.#bytes.toString('utf8', bodyAt, end) });
    return end;
  }
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  return headers;
}
