/** One read of a feed, wherever it is. */

import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { unsetSentence, unsetVariables } from '../../config/variables.ts';
import { TurnoutError } from '../../errors.ts';
import type { FeedState } from '../../gym/schedule/feed-state.ts';
import type { Reach } from '../../runtime/reach.ts';
import { type GuardedNetwork, INTERNET } from '../../store/guarded-fetch.ts';
import { feedFault, systemCodeOf } from './fault.ts';
import { FEED_LIMITS, type FeedLimits, type FeedRead, feedReach, getFeed } from './http.ts';
import { readPages } from './pages.ts';

export interface ReadFeedOptions {
  readonly signal: AbortSignal;
  readonly limits?: FeedLimits;
  /** Where it may lead; anywhere, and where it is left out. */
  readonly reach?: Reach | undefined;
  /** For tests. */
  readonly network?: GuardedNetwork;
}

/**
 * Reads the feed at an address (http, https, webcal, which is https) or in a file. With `known` of an earlier read the
 * server may say that nothing changed. A feed in pages is read to its last one.
 *
 * Rejects with `feed_unreachable`, `feed_refused`, `feed_timeout` and `feed_too_large`, none of which names the address,
 * with `address_refused` where `reach` says so, and with `variable_unset` where the address waits for a variable.
 */
export async function readFeed(
  address: string,
  known: Pick<FeedState, 'etag' | 'lastModified'> | null,
  { signal, limits = FEED_LIMITS, network = INTERNET, reach }: ReadFeedOptions,
): Promise<FeedRead> {
  const unset = unsetVariables(address);
  if (unset.length > 0) {
    throw new TurnoutError('variable_unset', { where: 'feed', ...unsetSentence(unset) });
  }
  if (!/^(?:https?|webcals?):/i.test(address)) {
    return getFile(address, known?.etag ?? null, limits);
  }
  const url = webUrl(address);
  const { etag = null, lastModified = null } = known ?? {};
  const check = feedReach(network, reach);
  const endMs = performance.now() + limits.totalMs;
  const first = await getFeed({ url, etag, lastModified, limits, network, check, signal });
  if (first.kind === 'unchanged') return first;
  let leftBytes = limits.maxBytes - first.bytes.byteLength;
  const whole = await readPages(first.bytes, async (next) => {
    const page = await getFeed({
      url: nextUrl(next, url),
      etag: null,
      lastModified: null,
      limits: { ...limits, totalMs: Math.max(1, endMs - performance.now()), maxBytes: leftBytes },
      network,
      check,
      signal,
    });
    if (page.kind === 'unchanged') throw feedFault('feed_refused', { got: 'a page that is none' });
    leftBytes -= page.bytes.byteLength;
    return page.bytes;
  });
  // The first page of a feed hardly ever changes: its tag would hide all that is new.
  return whole === null ? first : { kind: 'read', bytes: whole, etag: null, lastModified: null };
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
  const code = systemCodeOf(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ERR_INVALID_FILE_URL_HOST':
    case 'ERR_INVALID_FILE_URL_PATH':
      return feedFault('feed_unreachable', {
        expected: 'a file',
        got: 'none at this path',
        hint: 'check the path; nothing that is known changes meanwhile',
      });
    case 'EACCES':
    case 'EPERM':
      return refused('no permission to read it');
    default:
      return error;
  }
}

function refused(got: string): TurnoutError {
  return feedFault('feed_refused', {
    expected: 'a file that can be read',
    got,
    hint: 'check the path',
  });
}
