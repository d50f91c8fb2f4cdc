/** In which order rows come, and how many: "top three", "the fullest class", "lowest first". */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Direction, QueryOrder } from '../../../gym/figures/query.ts';
import type { Mark } from '../marks/mark.ts';
import type { Breakdown } from './breakdown.ts';
import type { Stop } from './draft.ts';
import type { Asked } from './measures/asked.ts';
import type { Work } from './work.ts';

/** Of these less is better. */
const BAD: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'no_shows',
  'no_show_rate',
  'late_cancels',
  'empty_seats',
  'empty_seat_value',
  'cost',
  'cancelled',
  'over_capacity',
  'breakeven_attendance',
]);

export interface Ordered {
  readonly order: QueryOrder[];
  readonly limit: number | null;
  readonly offset: number;
  /** Measures that an order brings along: "fullest". */
  readonly measures: MeasureName[];
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
export function ordersOf(work: Work, asked: Asked, breakdown: Breakdown): Ordered | Stop {
  const { by } = breakdown;
  if (by.length === 0) trendAlone(work, asked);
  const named = namedOrder(work, asked);
  const direction = directionOf(work);
  const sorted = work.all('sorted')[0];
  const count = countOf(work);
  const isRanking = by.length > 0 && work.all('list').some(({ typed }) => /rank/i.test(typed));
  const isRanked =
    isRanking || named !== null || direction !== null || sorted !== undefined || count !== null;
  if (!isRanked) return { order: [], limit: null, offset: 0, measures: [] };
  if (by.length === 0) {
    return {
      stop: 'not_understood',
      message:
        'In which order was understood, but not of what: name classes, trainers, rooms, weekdays or hours.',
    };
  }
  const measures = direction?.measures ?? [];
  const isOfSize = work
    .all('order')
    .some(({ typed }) => /^(biggest|largest|smallest)$/i.test(typed));
  const own = isOfSize ? (first(asked) ?? measures[0]) : measures[0];
  const measure = named ?? own ?? first(asked) ?? usual(by);
  const way = wayOf(measure, direction, sorted?.direction ?? null);
  const [nth] = work.all('nth');
  work.use(...work.all('sorted', 'list', 'nth'), ...(sorted === undefined ? usedWays(work) : []));
  const isSingle = breakdown.isOne && sorted === undefined && named === null ? 1 : null;
  const isRankedOne = breakdown.isOne && direction !== null ? 1 : isSingle;
  return {
    order: [[measure, way]],
    limit: nth === undefined ? (count ?? (direction === null ? null : isRankedOne)) : 1,
    offset: nth === undefined ? 0 : nth.value - 1,
    measures: [measure],
  };
}

interface Way {
  readonly direction: Direction;
  readonly measures: readonly MeasureName[];
  /** "best": of some measures that is the lowest. */
  readonly isJudging: boolean;
}

/** "top", "fullest", "best", "most". */
function directionOf(work: Work): Way | null {
  const [order] = work.free('order');
  if (order !== undefined) {
    return {
      direction: order.direction,
      measures: order.measures,
      isJudging: order.measures.length === 0,
    };
  }
  const directions = work.free('direction');
  const plain = directions.find(({ isComparative }) => !isComparative) ?? directions[0];
  if (plain === undefined) return null;
  const isJudging = /\b(better|worse)\b/i.test(plain.typed);
  return { direction: plain.direction, measures: [], isJudging };
}

function wayOf(measure: MeasureName, way: Way | null, sorted: Direction | null): Direction {
  if (sorted !== null) return sorted;
  if (way === null) return 'desc';
  if (!way.isJudging || !BAD.has(measure)) return way.direction;
  return way.direction === 'desc' ? 'asc' : 'desc';
}

/** The mark that gives the order, and one that only makes it stronger: "the most". */
function usedWays(work: Work): Mark[] {
  const [order] = work.free('order');
  if (order !== undefined) return [order];
  const directions = work.free('direction');
  const plain = directions.find(({ isComparative }) => !isComparative) ?? directions[0];
  return plain === undefined ? [] : [plain];
}

/** "Is Power Ride growing?": its trend, and no order. */
function trendAlone(work: Work, asked: Asked): void {
  const [order, ...others] = work.all('order');
  if (order === undefined || others.length > 0 || order.measures[0] !== 'trend') return;
  asked.of.set(order, order.measures);
  work.use(order);
}

/** "by fill rate", "ranked by profit". */
function namedOrder(work: Work, asked: Asked): MeasureName | null {
  for (const mark of work.all('by_word')) {
    const after = work.after(mark);
    const next = after?.is === 'sorted' ? work.after(after) : after;
    const found = next === undefined ? undefined : asked.of.get(next)?.[0];
    if (found !== undefined) {
      work.use(mark);
      return found;
    }
  }
  return null;
}

function first(asked: Asked): MeasureName | undefined {
  return [...asked.of.values()][0]?.[0];
}

/** What "best" is of where nothing is named: of times how many came, of all else how full it was. */
function usual(by: readonly DimensionName[]): MeasureName {
  const isTime = by.every((dim) =>
    /^(day|week|month|weekday|hour|part_of_day|start_time)$/.test(dim),
  );
  return isTime ? 'attended' : 'fill_rate';
}

/** "top three", "the five emptiest". */
function countOf(work: Work): number | null {
  const near = (mark: Mark | undefined): boolean =>
    mark !== undefined && /^(order|direction|noun|count|filter|name|verdict|by)$/.test(mark.is);
  for (const mark of work.free('count')) {
    if (near(work.before(mark)) || near(work.after(mark))) {
      work.use(mark);
      return mark.value;
    }
  }
  return null;
}
