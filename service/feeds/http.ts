/**
 * One GET of a feed: a few redirects, a login that stays with its host, and an end to servers that never finish.
 * Certificates are verified: feeds come over the internet, and what they say becomes the timetable.
 */

import { isTurnoutError } from '../../errors.ts';
import { feedFault, networkFault } from './fault.ts';
import { type FeedAnswer, getAnswer, PACKINGS } from './get.ts';
import type { FeedLimits } from './limits.ts';
import type { FeedReach } from './reach.ts';

/** Redirects followed; chosen here: calendar services do two. */
const MAX_REDIRECTS = 5;

export interface HttpQuestion {
  readonly url: URL;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly limits: FeedLimits;
  /** The same for all pages of one feed. */
  readonly reach: FeedReach;
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
    const answer = await send(url, { question, isHome: url.origin === home, signal });
    watch.sign();
    try {
      const next = redirectOf(answer, url);
      if (next === null) return await readAnswer(answer, { question, watch, signal });
      url = next;
    } finally {
      answer.close();
    }
  }
  throw feedFault('feed_refused', { got: `more than ${MAX_REDIRECTS} redirects` });
}

/** The login of the address goes to its own host alone. */
function headersFor(
  { url, etag, lastModified }: HttpQuestion,
  isHome: boolean,
): Readonly<Record<string, string>> {
  const login = `${unescaped(url.username)}:${unescaped(url.password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return {
    accept: 'text/calendar, application/json, text/csv, */*;q=0.5',
    'accept-encoding': PACKINGS,
    'user-agent': 'turnout',
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    ...(isHome && url.username !== '' ? { authorization } : {}),
  };
}

/** A password with a bare `%` is what its owner typed, and no escape. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Sending {
  readonly question: HttpQuestion;
  readonly isHome: boolean;
  readonly signal: AbortSignal;
}

async function send(url: URL, { question, isHome, signal }: Sending): Promise<FeedAnswer> {
  const headers = headersFor(question, isHome);
  try {
    const lookup = await unlessAborted(question.reach.wayTo(url), signal);
    return await getAnswer({ url, headers, lookup, signal });
  } catch (error) {
    throw signal.aborted || isTurnoutError(error) ? error : networkFault(error);
  }
}

/** Name servers cannot be interrupted. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function redirectOf(answer: FeedAnswer, from: URL): URL | null {
  const location = answer.header('location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return null;
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

async function readAnswer(answer: FeedAnswer, reading: Reading): Promise<HttpFeed> {
  const { question } = reading;
  const { status } = answer;
  const wasConditional = question.etag !== null || question.lastModified !== null;
  if (status === 304 && wasConditional) return { kind: 'unchanged' };
  if (status !== 200) {
    const hint = status >= 500 ? { hint: 'its server has a fault; try again later' } : {};
    throw feedFault('feed_refused', { got: `status ${status}`, ...hint });
  }
  return {
    kind: 'read',
    bytes: await bodyOf(answer, reading),
    etag: answer.header('etag'),
    lastModified: answer.header('last-modified'),
  };
}

/** The limit is of the unpacked text: a packed feed of a few bytes can be endless. */
async function bodyOf(
  { body }: FeedAnswer,
  { question, watch, signal }: Reading,
): Promise<Uint8Array> {
  const { maxBytes } = question.limits;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
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
