/**
 * One RTSP connection over TCP: asks, answers the server's own questions, and passes media packets on (RFC 2326).
 *
 * One request at a time. Holds a socket and no thread: what comes is read when it comes, as much at once as is there.
 */

import { connect, type Socket } from 'node:net';
import { HttpLogin } from '../http-login.ts';
import { type RtspMessage, RtspWire } from './wire.ts';

const DEFAULT_PORT = '554';
/** How long a server may take to let go of a connection that was said good-bye to, ms. Chosen here. */
const GOODBYE_MS = 400;
/** Challenges that are answered for one request: the first, and nonces that went stale meanwhile. */
const MOST_LOGINS = 3;
/** Requests of a server that are agreed to; they ask for nothing. */
const AGREED = new Set(['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER']);

export interface RtspAnswer {
  readonly status: number;
  readonly headers: RtspMessage['headers'];
  readonly body: string;
}

export type RequestHeaders = Readonly<Record<string, string>>;

export class RtspClient {
  /** The address without its login, with its port: what requests are made for. */
  readonly uri: string;
  /** Resolves when the connection is over, however that came. */
  readonly over: Promise<void>;
  readonly #login: HttpLogin | null;
  readonly #socket: Socket;
  #session: string | null = null;
  #sequence = 0;
  #answered: ((answer: RtspAnswer | null) => void) | null = null;
  #systemCode: string | null = null;
  #isOver = false;

  /** Connects. `onPacket` gets each media packet with its channel; the bytes are lent for the call. */
  constructor(url: URL, onPacket: (channel: number, packet: Uint8Array) => void) {
    const port = url.port === '' ? DEFAULT_PORT : url.port;
    this.uri = `rtsp://${url.hostname}:${port}${url.pathname}${url.search}${url.hash}`;
    this.#login = HttpLogin.from(url);
    const wire = new RtspWire({ message: (message) => this.#message(message), packet: onPacket });
    const onread = {
      buffer: () => wire.free,
      callback: (count: number) => {
        wire.take(count);
        return true;
      },
    };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    this.#socket = connect({ host, port: Number(port), noDelay: true, onread });
    this.#socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.#systemCode = code ?? null;
    });
    this.over = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#isOver = true;
        this.#settle(null);
        resolve();
      });
    });
  }

  /** What the system said when it ended the connection; null where it said nothing. */
  get systemCode(): string | null {
    return this.#systemCode;
  }

  /** Goes into each later request. */
  set session(id: string) {
    this.#session = id;
  }

  /**
   * Asks, and asks again with a login where the server wants one.
   *
   * @returns null where the connection ended before the answer.
   */
  async ask(method: string, uri: string, headers: RequestHeaders = {}): Promise<RtspAnswer | null> {
    for (let left = MOST_LOGINS; ; left -= 1) {
      const answer = await this.#askOnce(method, uri, headers);
      const challenges = answer?.headers.get('www-authenticate') ?? [];
      const isAskedFor = answer?.status === 401 && left > 0;
      if (!isAskedFor || !this.#login?.learn(challenges)) {
        return answer;
      }
    }
  }

  /** Ends the session where there is one, and the connection. Resolves when nothing is left of it, within half a second. */
  async close(): Promise<void> {
    if (this.#session !== null && !this.#socket.connecting && !this.#isOver) {
      this.#socket.end(this.#request('TEARDOWN', this.uri, {}));
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
    const all = {
      CSeq: String(this.#sequence),
      'User-Agent': 'Turnout',
      ...(this.#session === null ? {} : { Session: this.#session }),
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
    } else if (sequence === null || sequence === String(this.#sequence)) {
      this.#settle({ status: Number(second), headers: message.headers, body: message.body });
    }
  }

  #agree(method: string, sequence: string | null): void {
    const status = AGREED.has(method) ? '200 OK' : '501 Not Implemented';
    this.#socket.write(`RTSP/1.0 ${status}\r\nCSeq: ${sequence ?? ''}\r\n\r\n`, 'latin1');
  }

  #settle(answer: RtspAnswer | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }
}
