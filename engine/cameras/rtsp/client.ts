/**
 * One RTSP connection over TCP: asks, answers the server's own questions, and passes media packets on (RFC 2326).
 *
 * One request at a time. Holds a socket and no thread: what comes is read when it comes, as much at once as is there.
 */

import { connect, type Socket } from 'node:net';
import { HttpLogin } from '../http/login.ts';

const DEFAULT_PORT = '554';
/** How long a server may take to let go of a connection that was said good-bye to, ms. Chosen here. */
const GOODBYE_MS = 400;
/** Challenges that are answered for one request: the first, and nonces that went stale meanwhile. */
const MAX_LOGINS = 3;
/** What may wait to be sent, bytes, before the camera counts as one that asks and does not listen. Chosen here. */
const MAX_UNSENT = 65_536;
/** Requests of a server that are agreed to; they ask for nothing. */
const AGREED = new Set(['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER']);

export interface RtspAnswer extends Pick<RtspMessage, 'headers' | 'body'> {
  readonly status: number;
}

type RequestHeaders = Readonly<Record<string, string>>;

export class RtspClient {
  /** The address without its login, with its port: what requests are made for. */
  readonly uri: string;
  /** Resolves when the connection is over, however that came. */
  readonly over: Promise<void>;
  readonly #login: HttpLogin | null;
  readonly #socket: Socket;
  readonly wire: RtspWire;
  /**
   * What was set up: in each later request, and what is ended at the end. Its id is empty where the server gave none; its
   * address is that of all that plays in it.
   */
  session: { readonly id: string; readonly uri: string } | null = null;
  #sequence = 0;
  #isLoginSent = false;
  /** Whether the login has been accepted on this connection. */
  #isWelcome = false;
  #answered: ((answer: RtspAnswer | null) => void) | null = null;
  /** What the system said when it ended the connection; null where it said nothing. */
  systemCode: string | null = null;
  /** What the server called itself when it asked for a login; empty before, and where it does not say. */
  calls: readonly string[] = [];

  /** Connects. `onPacket` gets each media packet with its channel; the bytes are lent for the call. */
  constructor(url: URL, onPacket: (channel: number, packet: Uint8Array) => void) {
    const port = url.port === '' ? DEFAULT_PORT : url.port;
    this.uri = `rtsp://${url.hostname}:${port}${url.pathname}${url.search}${url.hash}`;
    this.#login = HttpLogin.from(url);
    const wire = new RtspWire({ message: (message) => this.#message(message), packet: onPacket });
    this.wire = wire;
    const onread = {
      buffer: () => wire.free,
      callback: (count: number) => {
        if (!wire.take(count)) this.destroy();
        return true;
      },
    };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    this.#socket = connect({ host, port: Number(port), noDelay: true, onread });
    this.#socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.systemCode = code ?? null;
    });
    this.over = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#resolve(null);
        resolve();
      });
    });
  }

  /** Whether `address` may be given the login: it is another one of the same host, or there is no login. */
  mayMoveTo(address: string): boolean {
    const { hostname } = new URL(this.uri);
    const isSameHost = URL.canParse(address) && new URL(address).hostname === hostname;
    return isSameHost || this.#login === null;
  }

  /**
   * Asks, and asks again with a login where the server wants one. A request that is still waiting for its answer gets
   * none.
   *
   * @returns null where the connection ended before the answer, or something else was asked.
   */
  async ask(method: string, uri: string, headers: RequestHeaders = {}): Promise<RtspAnswer | null> {
    // Of a login that was accepted, a challenge refuses the nonce alone, though some servers do not call it stale.
    let isForgiven = this.#isWelcome;
    for (let left = MAX_LOGINS; ; left -= 1) {
      this.#resolve(null);
      const answer = await new Promise<RtspAnswer | null>((resolve) => {
        this.#answered = resolve;
        if (this.#socket.closed) this.#resolve(null);
        else this.#socket.write(this.#request(method, uri, headers));
      });
      if (answer?.status !== 401 || this.#login === null) {
        this.#isWelcome ||= this.#isLoginSent && answer !== null && answer.status < 300;
        return answer;
      }
      this.calls = callsIn(answer.headers);
      const isNew = this.#login.learn(answer.headers.get('www-authenticate') ?? []);
      if (left === 0 || !(isNew || isForgiven)) return answer;
      isForgiven = false;
    }
  }

  /** Ends the session where there is one, and the connection. Resolves when nothing is left of it, within half a second. */
  async close(): Promise<void> {
    if (this.session !== null && !this.#socket.connecting && !this.#socket.closed) {
      this.#socket.end(this.#request('TEARDOWN', this.session.uri, {}));
      const late = setTimeout(() => this.destroy(), GOODBYE_MS);
      await this.over;
      clearTimeout(late);
    }
    this.destroy();
    await this.over;
  }

  /** Ends the connection at once, without a word to the server. */
  destroy(): void {
    this.#socket.destroy();
  }

  #request(method: string, uri: string, headers: RequestHeaders): Buffer {
    this.#sequence += 1;
    const authorization = this.#login?.header(method, uri) ?? null;
    const session = this.session?.id ?? '';
    this.#isLoginSent = authorization !== null;
    const all = {
      CSeq: String(this.#sequence),
      'User-Agent': 'Turnout',
      ...(session === '' ? {} : { Session: session }),
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`, 'latin1');
  }

  #message({ startLine, headers, body }: RtspMessage): void {
    const [first = '', second = ''] = startLine.split(' ', 2);
    const sequence = headers.get('cseq')?.[0];
    if (first.startsWith('RTSP/')) {
      const status = Number(second);
      // Not all cameras count as they are told to. What is certain is that neither a late answer nor "go on" is the answer.
      const isLate = sequence !== undefined && Number(sequence) < this.#sequence;
      if (!isLate && status >= 200) this.#resolve({ status, headers, body });
      return;
    }
    const answer = AGREED.has(first) ? '200 OK' : '501 Not Implemented';
    this.#socket.write(`RTSP/1.0 ${answer}\r\nCSeq: ${sequence ?? ''}\r\n\r\n`, 'latin1');
    if (this.#socket.writableLength > MAX_UNSENT) this.destroy();
  }

  #resolve(answer: RtspAnswer | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }
}

/** What the head of an answer says of its maker: the server, and the realm of the login. */
export function callsIn(
  headers: ReadonlyMap<string, readonly string[]> | undefined,
): readonly string[] {
  const challenges = headers?.get('www-authenticate')?.join() ?? '';
  const realms = [...challenges.matchAll(/realm="([^"]+)"/gi)].map(([, realm = '']) => realm);
  return [...(headers?.get('server') ?? []), ...realms];
}

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
    for (let end: number | null = at; end !== null; end = this.#next(at)) at = end;
    this.#bytes.copyWithin(0, at, this.#filled);
    this.#filled -= at;
    return this.#noise <= MAX_NOISE;
  }

  /** Tells what begins at `at`. @returns where it ends; null where it is not whole yet. */
  #next(at: number): number | null {
    if (at >= this.#filled || this.#noise > MAX_NOISE) return null;
    const end = this.#bytes[at] === DOLLAR ? this.#packet(at) : this.#message(at);
    // What made sense makes up for as much noise.
    if (end === null) return null;
    this.#searched = 0;
    this.#noise = Math.max(0, this.#noise - (end - at));
    if (end > at) return end;
    this.#noise += 1;
    return at + 1;
  }

  #packet(at: number): number | null {
    const bodyAt = at + HEAD_BYTES;
    if (bodyAt > this.#filled) return null;
    const end = bodyAt + this.#bytes.readUInt16BE(at + 2);
    if (end > this.#filled) return null;
    this.#listener.packet(this.#bytes[at + 1] ?? 0, this.#bytes.subarray(bodyAt, end));
    return end;
  }

  /** @returns `at` where no message begins there. */
  #message(at: number): number | null {
    const room = this.#filled - at;
    const isBegun = STARTS.some((start) => {
      const length = Math.min(start.length, room);
      return this.#bytes.compare(start, 0, length, at, at + length) === 0;
    });
    if (!isBegun) return at;
    const bodyAt = this.#headEnd(at);
    if (bodyAt === null) return room > MAX_MESSAGE ? this.#giveUp() : null;
    const [startLine = '', ...lines] = this.#bytes.toString('utf8', at, bodyAt).split(/\r?\n/);
    const headers = headersOf(lines);
    const length = Number.parseInt(headers.get('content-length')?.[0] ?? '', 10) || 0;
    const end = bodyAt + Math.max(0, length);
    this.isOverfed = end - at > OVERFED;
    if (end - at > MAX_MESSAGE) return this.#giveUp();
    if (end > this.#filled) return null;
    this.#listener.message({ startLine, headers, body: this.#bytes.toString('utf8', bodyAt, end) });
    return end;
  }

  #giveUp(): null {
    this.#noise = Number.POSITIVE_INFINITY;
    return null;
  }

  /** Behind the empty line; null where that has not come. Some cameras end their lines without CR. */
  #headEnd(at: number): number | null {
    const bytes = this.#bytes.subarray(0, this.#filled);
    for (let lf = bytes.indexOf(LF, at + this.#searched); lf >= 0; lf = bytes.indexOf(LF, lf + 1)) {
      const next = bytes[lf + 1] === CR ? lf + 2 : lf + 1;
      if (bytes[next] === LF) return next + 1;
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
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}
