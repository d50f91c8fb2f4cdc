/**
 * GET requests to one camera: one kept-alive connection, login when asked for, a few redirects.
 *
 * TLS certificates are not verified: those of cameras are self-signed nearly without exception, and a camera that
 * cannot be added is no safer. The connection is encrypted, but an attacker inside the network could pose as the
 * camera; a password then goes to him only where basic login is all he asks for.
 */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isTurnoutError, type TurnoutError } from '../../../errors.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';
import { HttpLogin } from './login.ts';

/** Redirects followed for one request. Chosen here: cameras do one, to HTTPS or a new path. */
const MAX_REDIRECTS = 3;

/** One answer to a wrong password, one to a stale nonce. */
const MAX_LOGINS = 2;

const NO_LOGIN = { username: '', password: '' };

/**
 * One request, whose answer is not read yet. Cameras send heads that Node's strict parser refuses, and sign their own
 * certificates.
 */
export function request(
  url: URL,
  options: https.RequestOptions,
  body?: Uint8Array,
): Promise<IncomingMessage> {
  const { request: ask } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const lenient = { insecureHTTPParser: true, rejectUnauthorized: false, ...options };
    const sent = ask(url, lenient, resolve);
    sent.on('error', (error) => {
      // The camera had closed the kept-alive connection in the moment we used it: not a fault.
      const isStale = sent.reusedSocket && systemCodeOf(error) === 'ECONNRESET';
      if (isStale && options.signal?.aborted !== true) resolve(request(url, options, body));
      else reject(error);
    });
    sent.end(body);
  });
}

/** The body of an answer; null where it has more than `most` bytes. */
export async function bodyOf(response: IncomingMessage, most: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export class HttpClient {
  /** With the login. */
  readonly #address: URL;
  readonly #login: HttpLogin | null;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 1 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 1 }),
  };

  readonly #reach: Reach | undefined;
  #reached: URL;

  /** @param url an `http:` or `https:` URL, with the login in it. @param reach Where it and its redirects may lead. */
  constructor(url: URL, reach?: Reach) {
    this.#reach = reach;
    this.#login = HttpLogin.from(url);
    this.#address = url;
    this.#reached = url;
  }

  /**
   * For a reader of its own: the address that answered last, where redirects have led, and the login as a header, which
   * may be of a kind that the reader does not know; both with a login only where that is the camera of the address.
   */
  handOver(): { readonly url: string; readonly authorization: string | null } {
    const { username, password } = this.#isHome(this.#reached) ? this.#address : NO_LOGIN;
    const url = Object.assign(new URL(this.#reached), { username, password });
    return { url: url.href, authorization: this.#authorization(url) };
  }

  /**
   * The answer of status 200, its body not read yet. Throws the faults of a source; when `signal` aborts, the caller knows
   * why.
   */
  async get(signal: AbortSignal): Promise<IncomingMessage> {
    let url = Object.assign(new URL(this.#address), NO_LOGIN);
    let logins = 0;
    let redirects = 0;
    for (;;) {
      const response = await this.#ask(url, signal);
      const { statusCode = 0 } = response;
      if (statusCode === 200) {
        this.#reached = url;
        return response;
      }
      response.resume();
      const challenges = response.headersDistinct['www-authenticate'] ?? [];
      const login = logins < MAX_LOGINS && this.#isHome(url) ? this.#login : null;
      const next = redirectOf(response, url);
      if (next !== null && redirects < MAX_REDIRECTS) {
        redirects += 1;
        url = next;
      } else if (statusCode === 401 && login?.learn(challenges)) {
        logins += 1;
      } else {
        throw statusFault(statusCode);
      }
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #authorization(url: URL): string | null {
    const uri = `${url.pathname}${url.search}`;
    return this.#isHome(url) ? (this.#login?.header('GET', uri) ?? null) : null;
  }

  /** The login is for the camera of the address alone: scheme, host and port. */
  #isHome(url: URL): boolean {
    return url.origin === this.#address.origin;
  }

  async #ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const authorization = this.#authorization(url);
    const reach = this.#reach;
    reach?.check(url.hostname);
    try {
      return await request(url, {
        agent: this.#agents[url.protocol === 'https:' ? 'https:' : 'http:'],
        ...(authorization !== null && { headers: { authorization } }),
        ...(reach !== undefined && { lookup: reach.lookup }),
        signal,
      });
    } catch (error) {
      throw signal.aborted || isTurnoutError(error) ? error : networkFault(systemCodeOf(error));
    }
  }
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null;
  if (!URL.canParse(location, from.href)) {
    throw sourceFault('camera_not_video', { got: 'a redirect to nowhere' });
  }
  const url = Object.assign(new URL(location, from), NO_LOGIN);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw sourceFault('camera_not_video', { got: 'a redirect that leaves HTTP' });
  }
  return url;
}

export function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What Node's HTTP client and the status of an answer say, as the faults of a source. */

/** System errors by name: errno(3) and getaddrinfo(3). */
export const NETWORK: Readonly<Record<string, SourceFaultCode>> = {
  ECONNREFUSED: 'camera_refused',
  ECONNRESET: 'camera_refused',
  EPIPE: 'camera_refused',
  ENOTFOUND: 'camera_unreachable',
  EAI_AGAIN: 'camera_unreachable',
  EHOSTUNREACH: 'camera_unreachable',
  ENETUNREACH: 'camera_unreachable',
  EHOSTDOWN: 'camera_unreachable',
  ETIMEDOUT: 'camera_timeout',
  EMFILE: 'descriptors_exhausted',
  ENFILE: 'descriptors_exhausted',
};

/** The fault of a request that got no answer, by the code of Node's error. Its text holds addresses and is left out. */
export function networkFault(systemCode: string | undefined): TurnoutError {
  const code = NETWORK[systemCode ?? ''];
  if (code !== undefined) return sourceFault(code);
  // What is left are answers that are not HTTP or not TLS.
  return sourceFault('camera_not_video', { got: 'an answer that is not HTTP' });
}

/** The fault of an answer with this status. */
export function statusFault(status: number): TurnoutError {
  if (status === 401 || status === 403) return sourceFault('camera_unauthorized');
  if (status === 404 || status === 410) return sourceFault('camera_not_found');
  return sourceFault('camera_refused', { got: `status ${status}` });
}
