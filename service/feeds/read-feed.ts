/** One read of a feed, wherever it is. */

import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bookingAccount, webUrlOf } from '../../config/booking.ts';
import { unsetSentence, unsetVariables } from '../../config/environment.ts';
import { TurnoutError } from '../../errors.ts';
import type { FeedState } from '../../store/history/classes/class-store.ts';
import { codeOf } from '../../store/history/database.ts';
import { type BookingMemory, readBookings } from './booking/reader.ts';
import type { FeedRange } from './booking/source.ts';
import { feedFault } from './fault.ts';
import {
  FEED_LIMITS,
  type FeedRead,
  type FeedRequest,
  feedRequests,
  type RequestOptions,
  webAddress,
} from './http.ts';
import { type KnownPages, readPages } from './pages.ts';
import { feedWindow } from './window.ts';

export interface ReadFeedOptions extends RequestOptions {
  /** What a booking system is asked for; left out: what a first read takes, in UTC. */
  readonly range?: FeedRange;
  /** Of the same feed, from one read to the next. */
  readonly memory?: FeedMemory;
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
  const { limits = FEED_LIMITS, memory = {}, range } = options;
  const unset = unsetVariables(address);
  if (unset.length > 0) {
    throw new TurnoutError('variable_unset', { where: 'feed', ...unsetSentence(unset) });
  }
  const booking = bookingAccount(address);
  if (booking === null && !/^(?:https?|webcals?):/i.test(address)) {
    return getFile(address, known?.etag ?? null, limits.maxBytes);
  }
  const ask = feedRequests(options);
  /** Of an answer to a question without conditions. */
  const bytesAt = async (url: URL, request?: FeedRequest) => {
    const news = await ask(url, request);
    if (news.kind === 'read') return news.bytes;
    throw feedFault('feed_refused', { got: 'a page that is none' });
  };
  if (booking !== null) {
    const fetchApi = (url: URL, { headers, body }: FeedRequest) => bytesAt(url, { headers, body });
    return untagged(await readBookings(booking, range ?? firstRange(), memory, fetchApi));
  }
  const web = webUrlOf(address);
  if (!URL.canParse(web))
    throw feedFault('feed_unreachable', { expected: 'an address', got: 'none' });
  const url = new URL(web);
  const { pages } = memory;
  const { etag = null, lastModified = null } = known ?? {};
  const first = await (pages === undefined
    ? ask(url, { etag, lastModified })
    : ask(nextUrl(pages.next, url)));
  if (first.kind === 'unchanged') return first;
  const fetchPage = (next: string) => bytesAt(nextUrl(next, url));
  const found = await readPages(first.bytes, fetchPage, pages, range?.window.fromUtcMs);
  if (found === null) return first;
  memory.pages = found.pages;
  if (pages !== undefined && known !== null && !found.isNews) return { kind: 'unchanged' };
  // The first page of a feed hardly ever changes: its tag would hide all that is new.
  return untagged(found.bytes);
}

function untagged(bytes: Uint8Array): FeedRead {
  return { kind: 'read', bytes, etag: null, lastModified: null };
}

function firstRange(): FeedRange {
  const nowUtcMs = Date.now();
  return { timezone: 'UTC', nowUtcMs, window: feedWindow(nowUtcMs, null) };
}

/** The login goes with it where the host is the same. */
function nextUrl(next: string, from: URL): URL {
  const url = webAddress(next, from, 'a next page at no address');
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
  maxBytes: number,
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
    const code = codeOf(error) ?? '';
    if (/^(EACCES|EPERM)$/.test(code)) throw refused('no permission to read it');
    if (!/^(ENOENT|ENOTDIR|ERR_INVALID_FILE_URL_(HOST|PATH))$/.test(code)) throw error;
    throw feedFault('feed_unreachable', {
      expected: 'a file',
      got: 'none at this path',
      hint: 'check the path; nothing that is known changes meanwhile',
    });
  }
}

function refused(got: string): TurnoutError {
  const hint = 'check the path';
  return feedFault('feed_refused', { expected: 'a file that can be read', got, hint });
}
