/** Classes ranked by how full they are over six weeks, as `GET /v1/classes/performance` answers, and which of them are dead. */

import { type Static, Type } from 'typebox';
import { measured } from '../figures/measures.ts';
import type { GymView } from '../sessions/view.ts';
import {
  byIdentity,
  CLASS_FACTS,
  CLASS_FIGURES,
  CLASS_PLACES,
  type ClassReview,
  MAX_DEAD,
  reviewOf,
  STAYED_AWAY,
  WINDOW_HEAD,
  windowHeadOf,
} from './class-row.ts';
import { count, list, object, schemasOf, valuesOf } from './field.ts';
import { byValue, inOrder } from './order.ts';
import { type DateRange, windowRange } from './period.ts';

const RANKED_CLASS = object('RankedClass', 'A class of the week over the window.', {
  rank: Type.Integer({ minimum: 1, description: 'Place among all classes of the window.' }),
  ...schemasOf({ ...CLASS_FACTS, ...CLASS_PLACES, ...CLASS_FIGURES, ...STAYED_AWAY }),
});

export const PERFORMANCE = object('Performance', 'Classes ranked by how full they are.', {
  ...WINDOW_HEAD,
  limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
  total_classes: count('Classes of the week within the window, independent of `limit`.'),
  ranking: list(
    RANKED_CLASS,
    100,
    'Fullest first, then by attendance, then by name; unknown fill last.',
  ),
  dead_classes: list(
    RANKED_CLASS,
    MAX_DEAD,
    'Dead classes, independent of `limit`, emptiest first; unprofitable ones are not among them.',
  ),
  dead_count: count('All dead classes, also where more than 100 are.'),
});

export type PerformanceBody = Static<typeof PERFORMANCE>;
export type RankedClassBody = Static<typeof RANKED_CLASS>;

const ROW = { ...CLASS_FACTS, ...CLASS_FIGURES, ...CLASS_PLACES, ...STAYED_AWAY };
const fillOf = ({ sums }: ClassReview) => measured(sums, 'fill_rate');

const fullestFirst = inOrder<ClassReview>(
  byValue(fillOf, 'desc'),
  byValue(({ sums }) => measured(sums, 'attended'), 'desc'),
  byIdentity,
);
const emptiestFirst = inOrder<ClassReview>(byValue(fillOf, 'asc'), byIdentity);

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
    ...valuesOf(ROW, review),
  });
  return {
    ...windowHeadOf(view, range),
    limit,
    total_classes: ranked.length,
    ranking: ranked.slice(0, limit).map(rowOf),
    dead_classes: dead.toSorted(emptiestFirst).slice(0, MAX_DEAD).map(rowOf),
    dead_count: dead.length,
  };
}
