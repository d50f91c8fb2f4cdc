/** What the pages of a head office show beyond those of a gym: which gyms there are, and how their boxes are. */

import type { NoShowsBasis } from '../gym/figures/sums.ts';

/** On each page of a head office: where it is, and the ways from gym to gym. */
export interface OfficePlace {
  /** The gym of the page; null for a page of no gym. */
  readonly gym: OfficeGym | null;
  /** Neighbours of the gym by name, some of them at most; it is not in it. */
  readonly near: readonly OfficeGym[];
  /** How many the reader sees. */
  readonly gyms: number;
}

export interface OfficeGym {
  readonly id: string;
  readonly name: string;
}

/** Of a gym whose box does not answer. */
export interface Unreached {
  /** When it last sent something, RFC 3339 with the gym's offset; null where it never did. */
  readonly heardAt: string | null;
}

/**
 * How the box of a gym is. `sending`: heard within a quarter of an hour. `silent`: not lately. `joined`: it has a pass, and has
 * not sent yet. `never`: no box has joined. `ended`: its pass was revoked, and no other box has joined.
 */
export type LineState = 'sending' | 'silent' | 'joined' | 'never' | 'ended';

export interface GymLine {
  readonly state: LineState;
  /** When it last sent something, RFC 3339 with the gym's offset; null where it never did. */
  readonly heardAt: string | null;
  /** Seconds since then. */
  readonly ageS: number | null;
  /** Cameras that give no pictures, of all; null where the box has not said. */
  readonly cameras: { readonly lost: number; readonly all: number } | null;
}

/** Of a gym or of all, in the names of `POST /v1/query`. Null is unknown. */
export interface GymFigures {
  /** Classes that took place. */
  readonly held: number;
  /** Those of them whose people are known: the n of `attended`. */
  readonly counted: number;
  readonly attended: number | null;
  readonly fill_rate: number | null;
  readonly no_shows: number | null;
  readonly no_shows_basis: NoShowsBasis | null;
  readonly revenue: number | null;
}

export interface GymRow extends OfficeGym {
  readonly groups: readonly string[];
  readonly line: GymLine;
  readonly currency: string | null;
  /** Null where no class is known of these days: the box has not said anything of them. */
  readonly figures: GymFigures | null;
  readonly before: GymFigures | null;
}

/** Each with the direction in which it begins. */
export const GYM_SORTS = {
  name: 'asc',
  line: 'desc',
  attended: 'desc',
  fill_rate: 'asc',
  held: 'desc',
  no_shows: 'desc',
  revenue: 'desc',
} as const;
export type GymSort = keyof typeof GYM_SORTS;
export type Direction = 'asc' | 'desc';

/** What the reader asked the list for: all of it is in the address. */
export interface GymsAsked {
  readonly sort: GymSort;
  readonly direction: Direction;
  /** Null for all. */
  readonly group: string | null;
  /** Part of a name or an id; empty for all. */
  readonly search: string;
  /** 1.. */
  readonly page: number;
}

export interface GymsData {
  readonly page: 'gyms';
  readonly asked: GymsAsked;
  /** Seven whole days, and the seven before. */
  readonly from: string;
  readonly to: string;
  /** Of this page of the list. */
  readonly rows: readonly GymRow[];
  /** Place of the first row, from 0. */
  readonly offset: number;
  /** Gyms that were found, on all pages. */
  readonly found: number;
  /** Those of them of which a class of these days is known. */
  readonly known: number;
  readonly pages: number;
  /** Of all that were found; `revenue` is null where they have several currencies. */
  readonly total: GymFigures | null;
  readonly totalBefore: GymFigures | null;
  /** For each currency of the gyms that were found. */
  readonly revenues: readonly { readonly currency: string | null; readonly revenue: number }[];
  /** Of all that were found: those whose box is silent or was shut out, the longest first; at most three are named. */
  readonly silent: { readonly gyms: number; readonly named: readonly GymRow[] };
  /** Of all that were found: those whose box never sent. */
  readonly notJoined: number;
  /** Of all gyms that the reader sees. */
  readonly groups: readonly string[];
}
