/** Classes ranked by how full they are over six weeks, as `GET /v1/classes/performance` answers, and which of them are dead. */

import { type Static, Type } from 'typebox';
import { VALUES } from '../../figures/measures.ts';
import type { GymView } from '../../sessions/view.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import {
  closed,
  count,
  difference,
  noShowsBasis,
  people,
  rate as rateField,
} from '../fields/field.ts';
import { rate } from '../fields/rounding.ts';
import { HEAD, headOf } from '../head.ts';
import { highestFirst, inOrder, lowestFirst } from '../order.ts';
import { type DateRange, windowRange } from '../period.ts';
import {
  byIdentity,
  CLASS_FACTS,
  CLASS_FIGURES,
  classRow,
  MAX_DEAD,
  WINDOW,
  windowOf,
} from './class-row.ts';
import { type ClassReview, reviewOf } from './reviews.ts';

const PLACES = {
  capacity: people('Places of the rated occurrences together.'),
  attended: people('In the graded occurrences together.'),
};

const STAYED_AWAY = {
  no_show_rate: rateField('No-shows over the bookings of the same occurrences.'),
  no_shows_basis: noShowsBasis,
  no_show_occurrences: count('The n of `no_show_rate`.'),
  trend: difference('Fill of the second half of the window minus that of the first.'),
};

/** What a class of a window has besides its {@link CLASS_FIGURES}. */
export const CLASS_EXTENT = { ...PLACES, ...STAYED_AWAY };

const RANKED_CLASS = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among all classes of the window.' }),
    ...CLASS_FACTS,
    ...PLACES,
    ...CLASS_FIGURES,
    ...STAYED_AWAY,
  },
  { ...closed, title: 'RankedClass', description: 'A class of the week over the window.' },
);

export const PERFORMANCE = Type.Object(
  {
    ...HEAD,
    window: WINDOW,
    ...COVERAGE,
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
    total_classes: count('Classes of the week within the window, independent of `limit`.'),
    ranking: Type.Array(RANKED_CLASS, {
      maxItems: 100,
      description: 'Fullest first, then by attendance, then by name; unknown fill last.',
    }),
    dead_classes: Type.Array(RANKED_CLASS, {
      maxItems: MAX_DEAD,
      description:
        'Dead classes, independent of `limit`, emptiest first; unprofitable ones are not among them.',
    }),
    dead_count: count('All dead classes, also where more than 100 are.'),
  },
  { ...closed, title: 'Performance', description: 'Classes ranked by how full they are.' },
);

export type PerformanceBody = Static<typeof PERFORMANCE>;
export type RankedClassBody = Static<typeof RANKED_CLASS>;

const fullestFirst = inOrder<ClassReview>(
  highestFirst(({ figures }) => figures.fill_rate),
  highestFirst(({ figures }) => figures.attended),
  byIdentity,
);
const emptiestFirst = inOrder<ClassReview>(
  lowestFirst(({ figures }) => figures.fill_rate),
  byIdentity,
);

/**
 * Ranks the classes of a window, by default the six weeks that end today. Sessions of the window must be in the view.
 * `limit` (1..) bounds the ranking only.
 */
export function performanceReport(
  view: GymView,
  limit: number,
  range: DateRange = windowRange(view),
): PerformanceBody {
  const ranked = reviewOf(view, range).toSorted(fullestFirst);
  const dead = ranked.filter(({ judged }) => judged.verdict === 'dead');
  const ranks = new Map(ranked.map((review, at) => [review, at + 1]));
  const rowOf = (review: ClassReview): RankedClassBody => ({
    rank: ranks.get(review) ?? 0,
    ...classRow(review),
    ...extentOf(review),
  });
  return {
    ...headOf(view),
    window: windowOf(range),
    ...coverageOf(view, range),
    limit,
    total_classes: ranked.length,
    ranking: ranked.slice(0, limit).map(rowOf),
    dead_classes: dead.toSorted(emptiestFirst).slice(0, MAX_DEAD).map(rowOf),
    dead_count: dead.length,
  };
}

export function extentOf({ figures, sums }: ClassReview) {
  return {
    capacity: figures.capacity,
    attended: figures.attended,
    no_show_rate: rate(figures.no_show_rate),
    no_shows_basis: figures.no_shows_basis,
    no_show_occurrences: figures.no_show_classes,
    trend: rate(VALUES.trend.value(sums)),
  };
}
