/**
 * Pages of an OpenActive feed (Realtime Paged Data Exchange): each names the next, and the last has no items. A single
 * page says little, as the first has what was changed longest ago.
 */

import { isObject, type JsonObject } from '../../gym/schedule/row/values.ts';

/** Pages read at most; chosen here: 500 items a page is usual, and 100,000 classes are the limit. */
const MAX_PAGES = 200;

/** Bytes of the page at an address that another page named. */
export type FetchPage = (address: string) => Promise<Uint8Array>;

/** All pages as one list, from the first; null where the first is no such page. */
export async function readPages(
  first: Uint8Array,
  fetchPage: FetchPage,
): Promise<Uint8Array | null> {
  let page = pageOf(first);
  if (page === null) return null;
  const items: unknown[] = [];
  for (let pages = 1; page !== null && page.items.length > 0 && pages < MAX_PAGES; pages += 1) {
    for (const item of page.items) items.push(item);
    page = pageOf(await fetchPage(page.next));
  }
  // A list that stops short of the end keeps its `next`: it is not the whole feed.
  const isWhole = page !== null && page.items.length === 0;
  const whole = isWhole ? { items } : { items, next: page?.next ?? 'unknown' };
  return new TextEncoder().encode(JSON.stringify(whole));
}

function pageOf(bytes: Uint8Array): { items: readonly unknown[]; next: string } | null {
  // Anything else than a page is left to the parser, which says what is wrong with it.
  if (!/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return null;
  const page = parsed(bytes);
  if (page === null || !Array.isArray(page['items']) || typeof page['next'] !== 'string')
    return null;
  const items: readonly unknown[] = page['items'];
  const isFeed = items.every((item) => isObject(item) && 'state' in item);
  return isFeed ? { items, next: page['next'] } : null;
}

function parsed(bytes: Uint8Array): JsonObject | null {
  try {
    const page: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(page) ? page : null;
  } catch {
    // Broken JSON is told by the parser.
    return null;
  }
}
