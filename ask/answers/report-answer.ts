/** What the answer of every report is made with, and of. */

import type { SessionFilter } from '../../gym/reports/narrow.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Item } from '../findings.ts';
import type { QueryOf } from '../query.ts';
import type { Chart } from './outcome.ts';
import type { Days } from './words/wording.ts';

/** The gym at the time that is asked about. */
export interface Scene {
  /** Holds the classes of `range`: the gym as it is, or as it was. */
  readonly view: GymView;
  /** The gym as it is now: rooms, names. */
  readonly now: GymView;
  /** What is answered: at most 42 days. */
  readonly range: Days;
  /** The date where the gym is, now. */
  readonly today: string;
  /** What is to be said of the range. */
  readonly notes: readonly string[];
}

export type NamedNumbers = Readonly<Record<string, number | string | null>>;

export interface ReportAnswer {
  readonly summary: string;
  readonly numbers: NamedNumbers;
  readonly items: Item[];
  readonly notes: string[];
  readonly chart?: Chart | null;
}

/** What narrows a query. */
export type Filters = Pick<
  QueryOf<'attendance'>,
  'class' | 'weekday' | 'from_hour' | 'to_hour' | 'room' | 'trainer'
>;

export function sessionFilter(filters: Filters): SessionFilter {
  return {
    className: filters.class,
    weekday: filters.weekday,
    fromHour: filters.from_hour,
    toHour: filters.to_hour,
    roomName: filters.room,
    trainerId: filters.trainer,
  };
}

/** How well an item fits, by its place: the first fits best. */
function scoreAt(place: number): number {
  return Math.max(1, 100 - place);
}

/** An item that is not scored yet. */
export type Unscored = Omit<Item, 'score'>;

export function scored(items: readonly Unscored[]): Item[] {
  return items.map((item, at) => ({ ...item, score: scoreAt(at) }));
}
