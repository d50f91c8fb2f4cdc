/**
 * What each page is drawn from. The server makes it from the reports behind the public answers, in their words, and puts it
 * into the page. Dates and times are made by the server.
 */

import type { Goals } from '../gym/figures/class-settings.ts';
import type { OfficePlace, ReaderRole, Unreached } from './owner-data.ts';
import type { REFUSED } from './words/sign-in.ts';

/** What every page has in its frame. */
export interface Frame {
  readonly gym: string;
  readonly timezone: string;
  /** RFC 3339 with the gym's offset: all ages on the page count from it. */
  readonly generatedAt: string;
  /** In the gym's zone. */
  readonly today: string;
  /** Whether this is the demo that runs without a configuration. */
  readonly isDemo: boolean;
  /** What the reader asked for, with its query: `/week?of=2026-11-16`. */
  readonly address: string;
  /** Who is signed in; null for no one. */
  readonly reader: Reader | null;
  /** At a head office; left out at a box. */
  readonly office?: OfficePlace;
  /** At a head office, of a gym whose box does not answer: who is in its rooms now is not known. */
  readonly unreached?: Unreached;
}

/** Who is signed in, as the head of a page says it. */
export interface Reader {
  readonly role: ReaderRole;
  /** What the key is called, of a trainer the own name; null where it has no name. */
  readonly name: string | null;
  /** Whether others in the network can read along. */
  readonly isPlain: boolean;
}

/** The same weekdays of last year. */
export interface LastYear {
  readonly attended: number;
  readonly fill_rate: number | null;
}

/** What figures are seen beside. */
export interface Comparison {
  readonly goals: Goals;
  /** Null where the history does not cover those days; left out where it was not asked. */
  readonly lastYear?: LastYear | null;
}

export interface MissingData {
  readonly page: 'missing';
  readonly what: 'class' | 'session' | 'trainer' | 'day' | 'week' | 'camera';
}

/** A page that is not for the key of the reader. */
export interface RefusedData {
  readonly page: 'refused';
  /** Whose words are said. */
  readonly to: Exclude<keyof typeof REFUSED, 'title'>;
}

/** Whether the reader may change what a gym counts with: at a head office no one may. */
export function isOperator({ reader, office }: Frame): boolean {
  return reader?.role === 'owner' && office === undefined;
}
