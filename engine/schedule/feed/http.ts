/**
 * One GET of a feed: a few redirects, a login that stays with its host, and an end to servers that never finish.
 * Certificates are verified: feeds come over the internet, and what they say becomes the timetable.
 */

import { feedFault, networkFault } from './fault.ts';
import type { FeedLimits } from './limits.ts';

/** Redirects followed; chosen here: calendar services do two. */
const MAX_REDIRECTS = 5;

export interface HttpQuestion {
  readonly url: URL;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly limits: FeedLimits;
  readonly signal: AbortSignal;
}

export type HttpFeed =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/** Rejects with `feed_unreachable`, `feed_refused`, `feed_timeout`, `feed_too_large`; when `signal` aborts, with its reason. */
export async function getFeed(question: HttpQuestion): Promise<HttpFeed> {
  const { limits, signal } = question;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate(limits.totalMs)), limits.totalMs);
  const watch = new IdleWatch(limits.idleMs, late);
  try {
    return await exchange(question, watch, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.signal.aborted) throw late.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    watch.stop();
  }
}

/** Aborts when nothing has come for a while. */
class IdleWatch {
  readonly #idleMs: number;
  readonly #late: AbortController;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, late: AbortController) {
    this.#idleMs = idleMs;
    this.#late = late;
    this.sign();
  }

  sign(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#late.abort(silent(this.#idleMs)), this.#idleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function exchange(
  question: HttpQuestion,
  watch: IdleWatch,
  signal: AbortSignal,
): Promise<HttpFeed> {
  const home = question.url.origin;
  let url = question.url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url, headersFor(question, url.origin === home), signal);
    watch.sign();
    const next = redirectOf(response, url);
    if (next === null) return await answerOf(response, { question, watch, signal });
    await response.body?.cancel();
    url = next;
  }
  throw feedFault('feed_refused', { got: `more than ${MAX_REDIRECTS} redirects` });
}

/** The login of the address goes to its own host alone. */
function headersFor({ url, etag, lastModified }: HttpQuestion, isHome: boolean): Headers {
  const headers = new Headers({
    accept: 'text/calendar, application/json, text/csv, */*;q=0.5',
    'user-agent': 'turnout',
  });
  if (etag !== null) headers.set('if-none-match', etag);
  if (lastModified !== null) headers.set('if-modified-since', lastModified);
  if (isHome && url.username !== '') {
    const login = `${unescaped(url.username)}:${unescaped(url.password)}`;
    headers.set('authorization', `Basic ${Buffer.from(login).toString('base64')}`);
  }
  return headers;
}

/** A password with a bare `%` is what its owner typed, and no escape. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function send(url: URL, headers: Headers, signal: AbortSignal): Promise<Response> {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  try {
    return await fetch(bare, { headers, signal, redirect: 'manual' });
  } catch (error) {
    throw signal.aborted ? error : networkFault(error);
  }
}

function redirectOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return null;
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw feedFault('feed_refused', { got: 'a redirect to nowhere' });
  }
  return url;
}

interface Reading {
  readonly question: HttpQuestion;
  readonly watch: IdleWatch;
  readonly signal: AbortSignal;
}

async function answerOf(response: Response, reading: Reading): Promise<HttpFeed> {
  const { question } = reading;
  const wasConditional = question.etag !== null || question.lastModified !== null;
  if (response.status === 304 && wasConditional) {
    await response.body?.cancel();
    return { kind: 'unchanged' };
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    const hint = response.status >= 500 ? { hint: 'its server has a fault; try again later' } : {};
    throw feedFault('feed_refused', { got: `status ${response.status}`, ...hint });
  }
  return {
    kind: 'read',
    bytes: await bodyOf(response, reading),
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
  };
}

/** The limit is of the unpacked text: a packed feed of a few bytes can be endless. */
async function bodyOf(
  response: Response,
  { question, watch, signal }: Reading,
): Promise<Uint8Array> {
  const { maxBytes } = question.limits;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      watch.sign();
      size += chunk.byteLength;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw signal.aborted ? error : networkFault(error);
  }
  if (size > maxBytes) throw feedFault('feed_too_large', { expected: `at most ${maxBytes} bytes` });
  return Buffer.concat(chunks);
}

function tooLate(totalMs: number): Error {
  return feedFault('feed_timeout', { expected: `the whole feed within ${totalMs / 1000} s` });
}

function silent(idleMs: number): Error {
  return feedFault('feed_timeout', {
    expected: `data at least every ${idleMs / 1000} s`,
    got: 'silence',
  });
}
