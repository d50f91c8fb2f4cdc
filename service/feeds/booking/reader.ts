/**
 * Reads the classes of a range from a booking system, page by page, and gives them on as a feed of OpenActive has them:
 * states in a list, whole or not. Of each class only what is about the class goes on: who booked stays outside.
 */

import {
  BOOKING_SYSTEMS,
  type BookingAccount,
  type BookingSystem,
} from '../../../config/booking.ts';
import {
  idOf,
  isObject,
  type JsonObject,
  nameOf,
  pick,
  textOf,
} from '../../../gym/schedule/values.ts';
import { parsedJson } from '../../../runtime/wire.ts';
import { FeedRefusal, feedFault } from '../fault.ts';
import { GLOFOX } from './glofox.ts';
import { MINDBODY } from './mindbody.ts';
import { MOMENCE } from './momence.ts';
import type { Account, ApiRequest, BookingSource, FeedRange, PagedList, Visit } from './source.ts';
import { TEAMUP } from './teamup.ts';

const SOURCES: Readonly<Record<BookingSystem, BookingSource>> = {
  mindbody: MINDBODY,
  momence: MOMENCE,
  teamup: TEAMUP,
  glofox: GLOFOX,
};

/** Pages read at most; chosen here: 100 classes a day for as long as a feed looks back and ahead. */
const MAX_PAGES = 120;

/** What is kept of an account between reads. */
export interface BookingMemory {
  token?: string;
  /** Names by id, of systems that tell them apart from the classes. */
  names?: ReadonlyMap<string, string>;
}

/** Bytes of an answer. Rejects as `feedRequests` says. */
export type FetchApi = (url: URL, request: ApiRequest) => Promise<Uint8Array>;

export async function readBookings(
  booking: BookingAccount,
  range: FeedRange,
  memory: BookingMemory,
  fetchApi: FetchApi,
): Promise<Uint8Array> {
  const source = SOURCES[booking.system];
  const api = bookingApi(booking, source, memory, fetchApi);
  const { items, total } = await api.all(source, range);
  const classes = new Map(items.map((item) => [idIn(item), item]));
  const names = await api.names(range);
  const visits = await visitsOf(api, source, range);
  const states = [...classes].map(([id, item]) => {
    if (source.isDraft?.(item) === true) return { state: 'deleted', kind: 'class', id };
    const data = { ...knownFields(item, source, names), ...visits.get(id) };
    return { state: 'updated', kind: 'class', id, data };
  });
  // Where a class came or went between two pages, another one may be on neither.
  const more = total === classes.size ? {} : { next: 'unknown' };
  return new TextEncoder().encode(JSON.stringify({ items: states, ...more }));
}

/** Bookings are looked at so far back; chosen here: corrections of a desk come within days. */
const VISITS_BACK_MS = 8 * 86_400_000;

/** What became of the bookings of classes that have begun, by class. */
async function visitsOf(
  api: BookingApi,
  { visits }: BookingSource,
  range: FeedRange,
): Promise<ReadonlyMap<string, Partial<Record<Visit, number>>>> {
  const counts = new Map<string, Partial<Record<Visit, number>>>();
  if (visits === undefined) return counts;
  const { window, nowUtcMs } = range;
  const fromUtcMs = Math.max(window.fromUtcMs, nowUtcMs - VISITS_BACK_MS);
  const past = { ...range, window: { fromUtcMs, toUtcMs: Math.min(window.toUtcMs, nowUtcMs) } };
  const { items, total } = await api.all(visits, past);
  // Counts of a part would be too low.
  if (total !== items.length) return counts;
  for (const item of items) {
    const id = textOf(item[visits.classKey]);
    const visit = visits.became(item);
    if (id === null || visit === null) continue;
    const count = counts.get(id) ?? {};
    counts.set(id, { ...count, [visit]: (count[visit] ?? 0) + 1 });
  }
  return counts;
}

type BookingApi = ReturnType<typeof bookingApi>;

function bookingApi(
  { system, site, account, api }: BookingAccount,
  source: BookingSource,
  memory: BookingMemory,
  fetchApi: FetchApi,
) {
  const { title, ...parts } = BOOKING_SYSTEMS[system];
  const unknownAccount = () =>
    feedFault('feed_refused', {
      expected: `an account that ${title} knows`,
      got: 'one that it does not know, or that may not read classes',
      hint: `check ${[parts.site, ...Object.values(parts.account)].join(', ')}`,
    });
  const send = async (token: string, requestOf: (who: Account) => ApiRequest) => {
    const who: Account = { site, account, token };
    const request = requestOf(who);
    const headers = { ...source.headers(who), ...request.headers };
    const url = new URL((api?.href ?? source.api).replace(/\/$/, ''));
    url.pathname = `${url.pathname.replace(/\/$/, '')}${request.path}`;
    for (const [name, value] of Object.entries(request.query ?? {})) {
      url.searchParams.set(name, String(value));
    }
    const answer = parsedJson(
      new TextDecoder().decode(await fetchApi(url, { ...request, headers })),
    );
    if (isObject(answer)) return answer;
    throw feedFault('feed_refused', {
      expected: `an answer of ${title}`,
      got: 'half of one, or another text',
      hint: 'it is tried again; nothing that is known changes meanwhile',
    });
  };
  const tokenNow = async (): Promise<string> => {
    const { signIn, tokenKey = '' } = source;
    if (signIn !== undefined && memory.token === undefined) {
      const token = pick(await send('', signIn), tokenKey);
      if (typeof token !== 'string') throw unknownAccount();
      memory.token = token;
    }
    return memory.token ?? '';
  };
  /** The answer to a request. A token that has run out is renewed once. */
  const ask = async (requestOf: (who: Account) => ApiRequest): Promise<JsonObject> => {
    const hadToken = memory.token !== undefined;
    try {
      return await send(await tokenNow(), requestOf);
    } catch (error) {
      const status = error instanceof FeedRefusal ? error.answeredStatus : null;
      if (status !== 401 && status !== 403) throw error;
      delete memory.token;
      if (!hadToken) throw unknownAccount();
      return ask(requestOf);
    }
  };
  /** All pages of a list, and how many things it says that it has; null where that changed from one page to the next. */
  const all = async ({ list, items: key, total: path }: PagedList, range: FeedRange) => {
    const items: JsonObject[] = [];
    const totals = new Set<unknown>();
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await ask((who) => list(who, range, { pages, items: items.length }));
      const found = listOf(page, key);
      const total = path.reduce<unknown>((value, name) => pick(value, name), page);
      totals.add(total);
      items.push(...found);
      if (found.length === 0 || typeof total !== 'number' || items.length >= total) break;
    }
    const [total, ...others] = totals;
    return { items, total: others.length === 0 && typeof total === 'number' ? total : null };
  };
  /** Of people whom classes name by their ids, read once; undefined where classes have the names themselves. */
  const names = async (range: FeedRange): Promise<BookingMemory['names']> => {
    const { named } = source;
    if (named === undefined || memory.names !== undefined) return memory.names;
    const { items } = await all(named, range);
    memory.names = new Map(items.map((one) => [idIn(one), nameOf(one) ?? idIn(one)]));
    return memory.names;
  };
  return { all, names };
}

function listOf(answer: JsonObject, key: string): JsonObject[] {
  const list = answer[key];
  if (Array.isArray(list)) return list.filter(isObject);
  throw feedFault('feed_refused', {
    expected: `a list under "${key}"`,
    got: 'an answer without one',
    hint: 'its API may have changed: look for a new version of Turnout',
  });
}

/** One without an id gets one of its own from the parser. */
function idIn(item: JsonObject): string {
  return idOf(item) ?? JSON.stringify(item);
}

/** What is about the class; of people and places in it their id and name. */
function knownFields(
  item: JsonObject,
  { keeps, named, signedIn }: BookingSource,
  names: ReadonlyMap<string, string> | undefined,
): JsonObject {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return isObject(value) ? { id: idOf(value), name: nameOf(value) } : value;
  };
  const values = keeps.flatMap((key) => {
    const value = Object.hasOwn(item, key) ? plain(item[key]) : undefined;
    const isSilent = value === undefined || value === null || (key === signedIn && value === 0);
    return isSilent ? [] : [[key, value] as const];
  });
  const fields = Object.fromEntries(values);
  if (named === undefined || names === undefined) return fields;
  const [first] = [fields[named.key]].flat();
  if (typeof first !== 'string') return fields;
  return { ...fields, [named.key]: { id: first, name: names.get(first) ?? first } };
}
