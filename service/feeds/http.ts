/**
 * GETs of a feed: a few redirects, a login that stays with its host, and an end to servers that never finish.
 * Certificates are verified: feeds come over the internet, and what they say becomes the timetable.
 */

import { unescaped } from '../../config/booking.ts';
import { isTurnoutError } from '../../errors.ts';
import { MAX_SCHEDULE_BYTES } from '../../gym/schedule/entry.ts';
import type { Reach } from '../../runtime/reach.ts';
import {
  type GuardedAnswer,
  type GuardedNetwork,
  guardedFetch,
  INTERNET,
  PACKINGS,
} from '../../store/guarded-fetch.ts';
import type { FeedState } from '../../store/history/classes/class-store.ts';
import { FeedRefusal, feedFault, networkFault } from './fault.ts';

/**
 * How long (`totalMs`, redirects and pages included) and how large (unpacked) a feed may be, and its longest silence. Chosen
 * here: a feed of a chain of gyms takes seconds.
 */
export const FEED_LIMITS = { totalMs: 30_000, idleMs: 10_000, maxBytes: MAX_SCHEDULE_BYTES };

/** Redirects followed; chosen here: calendar services do two. */
const MAX_REDIRECTS = 5;

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly limits?: Readonly<typeof FEED_LIMITS>;
  /** Where it may lead; anywhere, and where it is left out. */
  readonly reach?: Reach | undefined;
  /** For tests. */
  readonly network?: GuardedNetwork;
}

type Tags = Pick<FeedState, 'etag' | 'lastModified'>;

/** What is asked for. Headers and the body, which makes it a POST, are for its own host alone. */
export interface FeedRequest extends Partial<Tags> {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** The bytes of a feed with what tells whether they change, or that they did not. */
export type FeedRead =
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'read'; readonly bytes: Uint8Array } & Tags);

/**
 * Where a feed may lead. Its address is the operator's own, in the gym's network or outside; redirects and further pages
 * are what a server says. One on the internet leads nowhere into a private network: it would be read with our rights there.
 *
 * @returns what looks at the addresses of each connection of one read. Throws `address_refused`, and `feed_refused` where it
 * would lead from the internet into a private network.
 */
function feedReach({ isPublic }: GuardedNetwork, allowed: Reach | undefined) {
  let isFromInternet: boolean | null = null;
  return (addresses: readonly string[]): void => {
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

/**
 * Requests of one read, which together may take as long and bring as much as one feed may. They reject with
 * `feed_unreachable`, `feed_refused`, `feed_timeout`, `feed_too_large`; when `signal` aborts, with its reason.
 */
export function feedRequests(options: RequestOptions) {
  const { signal, limits = FEED_LIMITS, network = INTERNET, reach } = options;
  const check = feedReach(network, reach);
  const endMs = performance.now() + limits.totalMs;
  let leftBytes = limits.maxBytes;
  return async (home: URL, request: FeedRequest = {}): Promise<FeedRead> => {
    const late = new AbortController();
    const end = (ms: number, expected: string, got = {}) =>
      setTimeout(() => late.abort(feedFault('feed_timeout', { expected, ...got })), ms);
    const leftMs = Math.max(1, Math.ceil(endMs - performance.now()));
    const total = end(leftMs, `the whole feed within ${limits.totalMs / 1000} s`);
    const idleS = limits.idleMs / 1000;
    const idle = end(limits.idleMs, `data at least every ${idleS} s`, { got: 'silence' });
    const guarded = { network, check, signal: AbortSignal.any([signal, late.signal]) };
    const onSign = () => void idle.refresh();
    try {
      const answer = await follow(home, request, guarded, onSign);
      const news = await readAnswer(answer, request, leftBytes, onSign).finally(answer.close);
      if (news.kind === 'read') leftBytes -= news.bytes.byteLength;
      return news;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.signal.aborted) throw late.signal.reason;
      throw isTurnoutError(error) ? error : networkFault(error);
    } finally {
      clearTimeout(total);
      clearTimeout(idle);
    }
  };
}

/** The answer behind all redirects. @param onSign is told of each sign of life. */
async function follow(
  home: URL,
  { etag, lastModified, headers, body }: FeedRequest,
  guarded: Omit<Parameters<typeof guardedFetch>[1], 'headers'>,
  onSign: () => void,
): Promise<GuardedAnswer> {
  const login = `${unescaped(home.username)}:${unescaped(home.password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const forAll = {
    accept: 'text/calendar, application/json, text/csv, */*;q=0.5',
    'accept-encoding': PACKINGS,
    'user-agent': 'turnout',
    ...(etag == null ? {} : { 'if-none-match': etag }),
    ...(lastModified == null ? {} : { 'if-modified-since': lastModified }),
  };
  const forHome = { ...forAll, ...(home.username !== '' && { authorization }), ...headers };
  let url = home;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isHome = url.origin === home.origin;
    const sent = isHome ? { headers: forHome, ...(body !== undefined && { body }) } : {};
    const answer = await guardedFetch(url, { ...guarded, headers: forAll, ...sent });
    onSign();
    const location = answer.header('location');
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === null) return answer;
    answer.close();
    url = webAddress(location, url, 'a redirect to nowhere');
  }
  throw feedFault('feed_refused', { got: `more than ${MAX_REDIRECTS} redirects` });
}

/** An address that a server gave. Throws `feed_refused` where it is none of the web. */
export function webAddress(address: string, from: URL, got: string): URL {
  const url = URL.canParse(address, from.href) ? new URL(address, from) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw feedFault('feed_refused', { got });
}

async function readAnswer(
  answer: GuardedAnswer,
  { etag, lastModified }: FeedRequest,
  maxBytes: number,
  onSign: () => void,
): Promise<FeedRead> {
  const { status } = answer;
  if (status === 304 && (etag != null || lastModified != null)) return { kind: 'unchanged' };
  if (status !== 200) throw new FeedRefusal(status, answer.header('retry-after'));
  const bytes = await answer.read(maxBytes, onSign);
  if (bytes === null) throw feedFault('feed_too_large', { expected: `at most ${maxBytes} bytes` });
  const [tag, changed] = [answer.header('etag'), answer.header('last-modified')];
  return { kind: 'read', bytes, etag: tag, lastModified: changed };
}
