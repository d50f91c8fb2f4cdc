/**
 * Pages of an OpenActive feed (Realtime Paged Data Exchange): each names the next, and the last has no items. A single
 * page says little, as the first has what was changed longest ago. Once all were read, the last one is asked for what is new.
 */

import { isObject, type JsonObject, pick } from '../../gym/schedule/values.ts';
import { parsedJson } from '../../runtime/wire.ts';

/** Pages read at most; chosen here: 500 items a page is usual, and 100,000 classes are the limit. */
const MAX_PAGES = 200;

/** Bytes of the page at an address that another page named. */
export type FetchPage = (address: string) => Promise<Uint8Array>;

/** The newest state of each thing of a feed, and where what changes from now on will be. */
export interface KnownPages {
  readonly states: Map<string, JsonObject>;
  next: string;
}

/**
 * A page and all that follow it, put into what is known. Null where it is no page.
 *
 * @param fromUtcMs What has ended before is forgotten.
 */
export async function readPages(
  first: Uint8Array,
  fetchPage: FetchPage,
  pages: KnownPages = { states: new Map(), next: '' },
  fromUtcMs = 0,
) {
  const { states } = pages;
  let page = pageOf(first);
  if (page === null) return null;
  let isNews = false;
  for (let read = 1; page !== null && page.items.length > 0 && read < MAX_PAGES; read += 1) {
    isNews = true;
    for (const item of page.items) {
      const key = `${String(item['kind'])}/${String(item['id'])}`;
      // The order is that of the feed, in which the newest comes last.
      states.delete(key);
      if (item['state'] !== 'deleted' && !(endOf(item) < fromUtcMs)) states.set(key, item);
    }
    pages.next = page.next;
    page = pageOf(await fetchPage(page.next));
  }
  const items = [...states.values()];
  // A list that stops short of the end keeps its `next`: it is not the whole feed.
  const isWhole = page !== null && page.items.length === 0;
  if (isWhole) pages.next = page?.next ?? pages.next;
  const whole = isWhole ? { items } : { items, next: pages.next };
  /* With all states as one list; `isNews`: whether anything is new. */
  return { pages, isNews, bytes: new TextEncoder().encode(JSON.stringify(whole)) };
}

/** NaN for what has no date, such as a series. */
function endOf({ data }: JsonObject): number {
  return Date.parse(String(pick(data, 'endDate', 'startDate')));
}

/** States of things, and the address of the next page. */
function pageOf(bytes: Uint8Array) {
  // Anything else than a page is left to the parser, which says what is wrong with it.
  if (!/^\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64)))) return null;
  const page = parsedJson(new TextDecoder().decode(bytes));
  if (!isObject(page) || !Array.isArray(page['items'])) return null;
  if (typeof page['next'] !== 'string') return null;
  const items: readonly unknown[] = page['items'];
  const states = items.filter((item) => isObject(item) && 'state' in item) as JsonObject[];
  return states.length === items.length ? { items: states, next: page['next'] } : null;
}
