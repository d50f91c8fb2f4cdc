/** What has to be known of a booking system to follow its classes. One module a system; `reader.ts` does the rest. */

import type { InstantRange } from '../../../gym/calendar/zone.ts';
import type { JsonObject } from '../../../gym/schedule/values.ts';

/** The stretch of time that is asked for, and the zone in which the gym lives. */
export interface FeedRange {
  readonly timezone: string;
  readonly nowUtcMs: number;
  readonly window: InstantRange;
}

/** A request below the address of the API. */
export interface ApiRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: string;
}

export interface Account {
  readonly site: string;
  readonly account: Readonly<Record<string, string>>;
  /** What {@link BookingSource.signIn} brought; empty where there is none. */
  readonly token: string;
}

/** A list that comes in pages. */
export interface PagedList {
  /** Asks for what is in a range, a page at a time. @param read How far: pages, and things on them. */
  list(account: Account, range: FeedRange, read: Record<'pages' | 'items', number>): ApiRequest;
  /** Key of a page that has its things, and the path to how many there are on all pages. */
  readonly items: string;
  readonly total: readonly string[];
}

/** What became of a booking. */
export type Visit = 'attended' | 'no_shows' | 'late_cancels';

/** The classes that start in a range, and what else has to be asked for. */
export interface BookingSource extends PagedList {
  readonly api: string;
  /** Of every request; those of a request go before. */
  headers(account: Account): Readonly<Record<string, string>>;
  /** Asks for a token that lasts a while. Left out where the account itself opens everything. */
  signIn?(account: Account): ApiRequest;
  /** Key of the token in the answer. */
  readonly tokenKey?: string;
  /** Keys of a class that are kept, in the form in which `gym/schedule/systems.ts` reads them. Nothing of who booked is among them. */
  readonly keeps: readonly string[];
  /** Key of the people who signed in. 0 says nothing: a gym whose desk signs nobody in has it too. */
  readonly signedIn?: string;
  /** Classes that nobody may see yet. */
  isDraft?(item: JsonObject): boolean;
  /** People that classes name by their ids alone, under a key of a class. */
  readonly named?: PagedList & { readonly key: string };
  /** Bookings of the classes of a range, of which only what became of them is counted. */
  readonly visits?: PagedList & {
    /** Key of the class in a booking. */
    readonly classKey: string;
    became(item: JsonObject): Visit | null;
  };
}
