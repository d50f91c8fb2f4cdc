/** One read of a feed, wherever it is. */

import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bookingAccount } from '../../config/booking.ts';
import { unsetSentence, unsetVariables } from '../../config/environment.ts';
import { TurnoutError } from '../../errors.ts';
import type { FeedState } from '../../gym/schedule/entry.ts';
import type { Reach } from '../../runtime/reach.ts';
import { type GuardedNetwork, INTERNET } from '../../store/guarded-fetch.ts';
import { type BookingMemory, readBookings } from './booking/reader.ts';
import type { FeedRange } from './booking/source.ts';
import { feedFault, systemCodeOf } from './fault.ts';
import {
  FEED_LIMITS,
  type FeedLimits,
  type FeedRead,
  feedReach,
  getFeed,
  type HttpQuestion,
} from './http.ts';
import { type KnownPages, readPages } from './pages.ts';
import { feedWindow } from './window.ts';

export interface ReadFeedOptions {
  readonly signal: AbortSignal;
  readonly limits?: FeedLimits;
  /** Where it may lead; anywhere, and where it is left out. */
  readonly reach?: Reach | undefined;
  /** What a booking system is asked for; left out: what a first read takes, in UTC. */
  readonly range?: FeedRange;
  /** Of the same feed, from one read to the next. */
  readonly memory?: FeedMemory;
  /** For tests. */
  readonly network?: GuardedNetwork;
}

/** What is kept of a feed between reads: a token, and how far its pages were read. Lost with the program. */
export interface FeedMemory extends BookingMemory {
  pages?: KnownPages;
}

/**
 * Reads the feed at an address (http, https, webcal, which is https) or in a file. With `known` of an earlier read the
 * server may say that nothing changed. A feed in pages is read to its last one, and from there on the next time. A booking
 * system is asked for the classes of a range.
 *
 * Rejects with `feed_unreachable`, `feed_refused`, `feed_timeout` and `feed_too_large`, none of which names the address,
 * with `address_refused` where `reach` says so, and with `variable_unset` where the address waits for a variable.
 */
export async function readFeed(
  address: string,
  known: Pick<FeedState, 'etag' | 'lastModified'> | null,
  options: ReadFeedOptions,
): Promise<FeedRead> {
  const { limits = FEED_LIMITS } = options;
  const unset = unsetVariables(address);
  if (unset.length > 0) {
    throw new TurnoutError('variable_unset', { where: 'feed', ...unsetSentence(unset) });
  }
  const booking = bookingAccount(address);
  if (booking !== null) {
    const { range = firstRange(), memory = {} } = options;
    const ask = requestsOf(options);
    const bytes = await readBookings(booking, range, memory, async (url, { headers, body }) =>
      bytesOf(await ask(url, { headers, body })),
    );
    return { kind: 'read', bytes, etag: null, lastModified: null };
  }
  if (!/^(?:https?|webcals?):/i.test(address)) {
    return getFile(address, known?.etag ?? null, limits);
  }
  return readWeb(webUrl(address), known, options);
}

async function readWeb(
  url: URL,
  known: Pick<FeedState, 'etag' | 'lastModified'> | null,
  options: ReadFeedOptions,
): Promise<FeedRead> {
  const { memory = {}, range } = options;
  const { etag = null, lastModified = null } = known ?? {};
  const ask = requestsOf(options);
  const { pages } = memory;
  const first = await (pages === undefined
    ? ask(url, { etag, lastModified })
    : ask(nextUrl(pages.next, url)));
  if (first.kind === 'unchanged') return first;
  const fetchPage = async (next: string) => bytesOf(await ask(nextUrl(next, url)));
  const found = await readPages(first.bytes, fetchPage, pages, range?.window.fromUtcMs);
  if (found === null) return first;
  memory.pages = found.pages;
  if (pages !== undefined && known !== null && !found.isNews) return { kind: 'unchanged' };
  // The first page of a feed hardly ever changes: its tag would hide all that is new.
  return { kind: 'read', bytes: found.bytes, etag: null, lastModified: null };
}

/** Requests of one read, which together may take as long and bring as much as one feed may. */
function requestsOf({ signal, limits = FEED_LIMITS, network = INTERNET, reach }: ReadFeedOptions) {
  const check = feedReach(network, reach);
  const endMs = performance.now() + limits.totalMs;
  let leftBytes = limits.maxBytes;
  return async (url: URL, parts: Partial<HttpQuestion> = {}): Promise<FeedRead> => {
    const totalMs = Math.max(1, Math.ceil(endMs - performance.now()));
    const news = await getFeed({
      etag: null,
      lastModified: null,
      ...parts,
      url,
      limits: { ...limits, totalMs, maxBytes: leftBytes },
      network,
      check,
      signal,
    });
    if (news.kind === 'read') leftBytes -= news.bytes.byteLength;
    return news;
  };
}

/** Of an answer to a question without conditions. */
function bytesOf(news: FeedRead): Uint8Array {
  if (news.kind === 'read') return news.bytes;
  throw feedFault('feed_refused', { got: 'a page that is none' });
}

function firstRange(): FeedRange {
  const nowUtcMs = Date.now();
  return { timezone: 'UTC', nowUtcMs, window: feedWindow(nowUtcMs, null) };
}

function webUrl(address: string): URL {
  const web = address.replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(web))
    throw feedFault('feed_unreachable', { expected: 'an address', got: 'none' });
  return new URL(web);
}

/** The login goes with it where the host is the same. */
function nextUrl(next: string, from: URL): URL {
  const url = URL.canParse(next, from.href) ? new URL(next, from) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw feedFault('feed_refused', { got: 'a next page at no address' });
  }
  if (url.origin === from.origin) {
    url.username = from.username;
    url.password = from.password;
  }
  return url;
}

/** A feed that is a file: read again when its size or its time of change is another. A pipe or device could keep us for ever. */
async function getFile(
  pathOrUrl: string,
  etag: string | null,
  { maxBytes }: FeedLimits,
): Promise<FeedRead> {
  try {
    const path = /^file:/i.test(pathOrUrl) ? fileURLToPath(pathOrUrl) : pathOrUrl;
    const facts = await stat(path);
    if (!facts.isFile()) throw refused('something that is not a file');
    if (facts.size > maxBytes) {
      throw feedFault('feed_too_large', { expected: `at most ${maxBytes} bytes` });
    }
    const tag = `${facts.mtimeMs}-${facts.size}`;
    if (tag === etag) return { kind: 'unchanged' };
    return { kind: 'read', bytes: await readFile(path), etag: tag, lastModified: null };
  } catch (error) {
    throw fileFault(error);
  }
}

function fileFault(error: unknown): unknown {
  const code = systemCodeOf(error) ?? '';
  if (/^(EACCES|EPERM)$/.test(code)) return refused('no permission to read it');
  if (!/^(ENOENT|ENOTDIR|ERR_INVALID_FILE_URL_(HOST|PATH))$/.test(code)) return error;
  return feedFault('feed_unreachable', {
    expected: 'a file',
    got: 'none at this path',
    hint: 'check the path; nothing that is known changes meanwhile',
  });
}

function refused(got: string): TurnoutError {
  return feedFault('feed_refused', {
    expected: 'a file that can be read',
    got,
    hint: 'check the path',
  });
}
