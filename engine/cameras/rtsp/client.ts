/**
 * One RTSP connection over TCP: asks, answers the server's own questions, and passes media packets on (RFC 2326).
 *
 * One request at a time. Holds a socket and no thread: what comes is read when it comes, as much at once as is there.
 */

import { connect, type Socket } from 'node:net';
import { HttpLogin } from '../http/login.ts';
import { type RtspMessage, RtspWire } from './wire.ts';

const DEFAULT_PORT = '554';
/** How long a server may take to let go of a connection that was said good-bye to, ms. Chosen here. */
const GOODBYE_MS = 400;
/** Challenges that are answered for one request: the first, and nonces that went stale meanwhile. */
const MAX_LOGINS = 3;
/** What may wait to be sent, bytes, before the camera counts as one that asks and does not listen. Chosen here. */
const MAX_UNSENT = 65_536;
/** Requests of a server that are agreed to; they ask for nothing. */
const AGREED = new Set(['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER']);

export interface RtspAnswer {
  readonly status: number;
  readonly headers: RtspMessage['headers'];
  readonly body: string;
}

/** What was set up: in each later request, and what is ended at the end. */
export interface RtspSession {
  /** Empty where the server gave none. */
  readonly id: string;
  /** Address of all that plays in it. */
  readonly uri: string;
}

export type RequestHeaders = Readonly<Record<string, string>>;

export class RtspClient {
  /** The address without its login, with its port: what requests are made for. */
  readonly uri: string;
  /** Resolves when the connection is over, however that came. */
  readonly over: Promise<void>;
  readonly #host: string;
  readonly #login: HttpLogin | null;
  readonly #socket: Socket;
  readonly #wire: RtspWire;
  session: RtspSession | null = null;
  #sequence = 0;
  #isLoginSent = false;
  /** Whether the login has been accepted on this connection. */
  #isWelcome = false;
  #answered: ((answer: RtspAnswer | null) => void) | null = null;
  /** What the system said when it ended the connection; null where it said nothing. */
  systemCode: string | null = null;
  /** What the server called itself when it asked for a login; empty before, and where it does not say. */
  calls: readonly string[] = [];
  #isOver = false;

  /** Connects. `onPacket` gets each media packet with its channel; the bytes are lent for the call. */
  constructor(url: URL, onPacket: (channel: number, packet: Uint8Array) => void) {
    const port = url.port === '' ? DEFAULT_PORT : url.port;
    this.uri = `rtsp://${url.hostname}:${port}${url.pathname}${url.search}${url.hash}`;
    this.#login = HttpLogin.from(url);
    const wire = new RtspWire({ message: (message) => this.#message(message), packet: onPacket });
    this.#wire = wire;
    const onread = {
      buffer: () => wire.free,
      callback: (count: number) => {
        if (!wire.take(count)) {
          this.destroy();
        }
        return true;
      },
    };
    this.#host = url.hostname;
    const host = this.#host.replace(/^\[|\]$/g, '');
    this.#socket = connect({ host, port: Number(port), noDelay: true, onread });
    this.#socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.systemCode = code ?? null;
    });
    this.over = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#isOver = true;
        this.#settle(null);
        resolve();
      });
    });
  }

  /** Whether the server sent, or was about to send, an answer that no camera sends. */
  get isOverfed(): boolean {
    return this.#wire.isOverfed;
  }

  /** Whether `address` may be given the login: it is another one of the same host, or there is no login. */
  mayMoveTo(address: string): boolean {
    const isSameHost = URL.canParse(address) && new URL(address).hostname === this.#host;
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
      const answer = await this.#askOnce(method, uri, headers);
      if (answer?.status !== 401 || this.#login === null) {
        this.#isWelcome ||= this.#isLoginSent && answer !== null && answer.status < 300;
        return answer;
      }
      this.calls = callsIn(answer.headers);
      const isNew = this.#login.learn(answer.headers.get('www-authenticate') ?? []);
      if (left === 0 || !(isNew || isForgiven)) {
        return answer;
      }
      isForgiven = false;
    }
  }

  /** Ends the session where there is one, and the connection. Resolves when nothing is left of it, within half a second. */
  async close(): Promise<void> {
    if (this.session !== null && !this.#socket.connecting && !this.#isOver) {
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

  #askOnce(method: string, uri: string, headers: RequestHeaders): Promise<RtspAnswer | null> {
    if (this.#isOver) {
      return Promise.resolve(null);
    }
    this.#settle(null);
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(this.#request(method, uri, headers));
    });
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

  #message(message: RtspMessage): void {
    const [first = '', second = ''] = message.startLine.split(' ', 2);
    const sequence = message.headers.get('cseq')?.[0] ?? null;
    if (!first.startsWith('RTSP/')) {
      this.#agree(first, sequence);
      return;
    }
    const status = Number(second);
    // Not all cameras count as they are told to. What is certain is that neither a late answer nor "go on" is the answer.
    const isLate = sequence !== null && Number(sequence) < this.#sequence;
    if (!isLate && status >= 200) {
      this.#settle({ status, headers: message.headers, body: message.body });
    }
  }

  #agree(method: string, sequence: string | null): void {
    const status = AGREED.has(method) ? '200 OK' : '501 Not Implemented';
    this.#socket.write(`RTSP/1.0 ${status}\r\nCSeq: ${sequence ?? ''}\r\n\r\n`, 'latin1');
    if (this.#socket.writableLength > MAX_UNSENT) {
      this.destroy();
    }
  }

  #settle(answer: RtspAnswer | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }
}

/** What the head of an answer says of its maker: the server, and the realm of the login. */

export function callsIn(
  headers: ReadonlyMap<string, readonly string[]> | undefined,
): readonly string[] {
  const realms = (headers?.get('www-authenticate') ?? []).flatMap((challenge) => {
    const [, realm = ''] = /realm="([^"]*)"/i.exec(challenge) ?? [];
    return realm === '' ? [] : [realm];
  });
  return [...(headers?.get('server') ?? []), ...realms];
}
