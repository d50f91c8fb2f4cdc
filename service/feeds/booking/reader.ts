/**
 * Reads the classes of a range from a booking system, page by page, and gives them on as a feed of OpenActive has them:
 * states in a list, whole or not. Of each class only what is about the class goes on: who booked stays outside.
 */

import {
  BOOKING_SYSTEMS,
  type BookingAccount,
  type BookingSystem,
} from '../../../config/booking.ts';
import { idOf, isObject, type JsonObject, nameOf, pick } from '../../../gym/schedule/row/values.ts';
import { FeedRefusal, feedFault } from '../fault.ts';
import { GLOFOX } from './glofox.ts';
import { MINDBODY } from './mindbody.ts';
import { MOMENCE } from './momence.ts';
import type { Account, ApiRequest, BookingSource, FeedRange } from './source.ts';
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

/** Bytes of an answer. Rejects as `getFeed` does. */
export type FetchApi = (url: URL, request: ApiRequest) => Promise<Uint8Array>;

export async function readBookings(
  booking: BookingAccount,
  range: FeedRange,
  memory: BookingMemory,
  fetchApi: FetchApi,
): Promise<Uint8Array> {
  const source = SOURCES[booking.system];
  const api = new BookingApi(booking, source, memory, fetchApi);
  const classes = new Map<string, JsonObject>();
  const totals = new Set<number | null>();
  let items = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await api.ask((who) => source.list(who, range, { pages, items }));
    const found = listOf(page, source.items);
    const total = source.total.reduce<unknown>((value, key) => pick(value, key), page);
    totals.add(typeof total === 'number' ? total : null);
    items += found.length;
    for (const item of found) classes.set(idIn(item), item);
    if (found.length === 0 || (typeof total === 'number' && items >= total)) break;
  }
  // Where a class came or went between two pages, another one may be on neither.
  const isWhole = totals.size === 1 && totals.has(classes.size);
  const names = source.named && (await api.names(source.named));
  const states = [...classes].map(([id, item]) => {
    if (source.isDraft?.(item) === true) return { state: 'deleted', kind: 'class', id };
    return { state: 'updated', kind: 'class', id, data: kept(item, source, names) };
  });
  const more = isWhole ? {} : { next: 'unknown' };
  return new TextEncoder().encode(JSON.stringify({ items: states, ...more }));
}

class BookingApi {
  readonly #booking: BookingAccount;
  readonly #source: BookingSource;
  readonly #memory: BookingMemory;
  readonly #fetch: FetchApi;

  constructor(
    booking: BookingAccount,
    source: BookingSource,
    memory: BookingMemory,
    fetchApi: FetchApi,
  ) {
    this.#booking = booking;
    this.#source = source;
    this.#memory = memory;
    this.#fetch = fetchApi;
  }

  /** The answer to a request. A token that has run out is renewed once. */
  async ask(requestOf: (who: Account) => ApiRequest): Promise<JsonObject> {
    const hadToken = this.#memory.token !== undefined;
    try {
      return await this.#send(requestOf(await this.#account()));
    } catch (error) {
      const status = error instanceof FeedRefusal ? error.answeredStatus : null;
      if (status !== 401 && status !== 403) throw error;
      delete this.#memory.token;
      if (!hadToken) throw this.#unknownAccount();
      return this.ask(requestOf);
    }
  }

  /** Read once. */
  async names({ list }: NonNullable<BookingSource['named']>): Promise<ReadonlyMap<string, string>> {
    this.#memory.names ??= new Map(
      listOf(await this.ask(list), this.#source.items).map((one) => [
        idIn(one),
        nameOf(one) ?? idIn(one),
      ]),
    );
    return this.#memory.names;
  }

  async #account(): Promise<Account> {
    const { site, account } = this.#booking;
    const { signIn, tokenKey = '' } = this.#source;
    if (signIn !== undefined && this.#memory.token === undefined) {
      const token = pick(await this.#send(signIn({ site, account, token: '' })), tokenKey);
      if (typeof token !== 'string') throw this.#unknownAccount();
      this.#memory.token = token;
    }
    return { site, account, token: this.#memory.token ?? '' };
  }

  async #send(request: ApiRequest): Promise<JsonObject> {
    const url = new URL((this.#booking.api?.href ?? this.#source.api).replace(/\/$/, ''));
    url.pathname = `${url.pathname.replace(/\/$/, '')}${request.path}`;
    for (const [name, value] of Object.entries(request.query ?? {})) {
      url.searchParams.set(name, String(value));
    }
    const answer = parsed(await this.#fetch(url, request));
    if (isObject(answer)) return answer;
    throw feedFault('feed_refused', {
      expected: `an answer of ${this.#title()}`,
      got: 'half of one, or another text',
      hint: 'it is tried again; nothing that is known changes meanwhile',
    });
  }

  #unknownAccount() {
    const { site, account } = BOOKING_SYSTEMS[this.#booking.system];
    return feedFault('feed_refused', {
      expected: `an account that ${this.#title()} knows`,
      got: 'one that it does not know, or that may not read classes',
      hint: `check ${[site, ...Object.values(account)].join(', ')}`,
    });
  }

  #title(): string {
    return BOOKING_SYSTEMS[this.#booking.system].title;
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
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
function kept(
  item: JsonObject,
  { keeps, named, signedIn }: BookingSource,
  names: ReadonlyMap<string, string> | undefined,
): JsonObject {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return isObject(value) ? { id: idOf(value), name: nameOf(value) } : value;
  };
  const said = keeps.flatMap((key) => {
    const value = Object.hasOwn(item, key) ? plain(item[key]) : undefined;
    const isSilent = value === undefined || value === null || (key === signedIn && value === 0);
    return isSilent ? [] : [[key, value] as const];
  });
  const fields = Object.fromEntries(said);
  if (named === undefined || names === undefined) return fields;
  const [first] = [fields[named.key]].flat();
  if (typeof first !== 'string') return fields;
  return { ...fields, [named.key]: { id: first, name: names.get(first) ?? first } };
}
