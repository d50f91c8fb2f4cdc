/**
 * One GET of a feed: a few redirects, a login that stays with its host, and an end to servers that never finish.
 * Certificates are verified: feeds come over the internet, and what they say becomes the timetable.
 */

import { isTurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import type { Reach } from '../../runtime/reach.ts';
import {
  type GuardedAnswer,
  type GuardedNetwork,
  guardedFetch,
  PACKINGS,
} from '../../store/guarded-fetch.ts';
import { FeedRefusal, feedFault, networkFault } from './fault.ts';

/** How long and how large a feed may be. */
export interface FeedLimits {
  /** For the whole feed, redirects and pages included, ms. */
  readonly totalMs: number;
  /** Longest silence, ms. */
  readonly idleMs: number;
  /** Unpacked. */
  readonly maxBytes: number;
}

/** Chosen here: a feed of a chain of gyms takes seconds. */
export const FEED_LIMITS: FeedLimits = {
  totalMs: 30_000,
  idleMs: 10_000,
  maxBytes: MAX_SCHEDULE_BYTES,
};

/** Redirects followed; chosen here: calendar services do two. */
const MAX_REDIRECTS = 5;

export interface HttpQuestion {
  readonly url: URL;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly limits: FeedLimits;
  readonly network: GuardedNetwork;
  /** See {@link feedReach}: the same for all pages of one feed. */
  readonly check: (addresses: readonly string[]) => void;
  readonly signal: AbortSignal;
  /** For its own host alone, as the body is. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Makes it a POST. */
  readonly body?: string | undefined;
}

/** The bytes of a feed with what tells whether they change, or that they did not. */
export type FeedRead =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/**
 * Where a feed may lead. Its address is the operator's own, in the gym's network or outside; redirects and further pages
 * are what a server says. One on the internet leads nowhere into a private network: it would be read with our rights there.
 *
 * @returns what looks at the addresses of each connection of one read. Throws `address_refused`, and `feed_refused` where it
 * would lead from the internet into a private network.
 */
export function feedReach(
  { isPublic }: GuardedNetwork,
  allowed: Reach | undefined,
): (addresses: readonly string[]) => void {
  let isFromInternet: boolean | null = null;
  return (addresses) => {
    for (const address of addresses) allowed?.check(address);
    if (isFromInternet === null) isFromInternet = addresses.some(isPublic);
    else if (isFromInternet && !addresses.every(isPublic)) {
      throw feedFault('feed_refused', {
        expected: 'a feed that stays on the internet, where its address is',
        got: 'one that leads into a private network',
        hint: 'if that is right, enter the address that it leads to',
      });
    }
  };
}

/** Rejects with `feed_unreachable`, `feed_refused`, `feed_timeout`, `feed_too_large`; when `signal` aborts, with its reason. */
export async function getFeed(question: HttpQuestion): Promise<FeedRead> {
  const { limits, signal } = question;
  const late = new AbortController();
  const end = (ms: number, expected: string, got = {}) =>
    setTimeout(() => late.abort(feedFault('feed_timeout', { expected, ...got })), ms);
  const total = end(limits.totalMs, `the whole feed within ${limits.totalMs / 1000} s`);
  const idleS = limits.idleMs / 1000;
  const idle = end(limits.idleMs, `data at least every ${idleS} s`, { got: 'silence' });
  try {
    const either = AbortSignal.any([signal, late.signal]);
    return await exchange({ ...question, signal: either }, () => void idle.refresh());
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.signal.aborted) throw late.signal.reason;
    throw isTurnoutError(error) ? error : networkFault(error);
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}

/** @param onSign is told of each sign of life. */
async function exchange(question: HttpQuestion, onSign: () => void): Promise<FeedRead> {
  let { url } = question;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isHome = url.origin === question.url.origin;
    const headers = headersFor(question, isHome);
    const { network, check, signal, body } = question;
    const sent = isHome && body !== undefined ? { body } : {};
    const answer = await guardedFetch(url, { network, check, signal, headers, ...sent });
    onSign();
    try {
      const next = redirectOf(answer, url);
      if (next === null) return await readAnswer(answer, question, onSign);
      url = next;
    } finally {
      answer.close();
    }
  }
  throw feedFault('feed_refused', { got: `more than ${MAX_REDIRECTS} redirects` });
}

/** The login of the address goes to its own host alone. */
function headersFor(
  { url, etag, lastModified, headers }: HttpQuestion,
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
    ...(isHome ? headers : {}),
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

function redirectOf(answer: GuardedAnswer, from: URL): URL | null {
  const location = answer.header('location');
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return null;
  const url = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw feedFault('feed_refused', { got: 'a redirect to nowhere' });
  }
  return url;
}

async function readAnswer(
  answer: GuardedAnswer,
  { etag, lastModified, limits }: HttpQuestion,
  onSign: () => void,
): Promise<FeedRead> {
  const { status } = answer;
  if (status === 304 && (etag !== null || lastModified !== null)) return { kind: 'unchanged' };
  if (status !== 200) throw new FeedRefusal(status, answer.header('retry-after'));
  const bytes = await answer.read(limits.maxBytes, onSign);
  if (bytes === null) {
    throw feedFault('feed_too_large', { expected: `at most ${limits.maxBytes} bytes` });
  }
  return {
    kind: 'read',
    bytes,
    etag: answer.header('etag'),
    lastModified: answer.header('last-modified'),
  };
}
