/** In which order rows come, and how many: "top three", "the fullest class", "lowest first". */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Direction, QueryOrder } from '../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Breakdown } from './breakdown.ts';
import type { Draft, Ordered, Stop } from './draft.ts';
import { type Asked, first, outdone } from './measures/asked.ts';
import { changeOf, trendAlone } from './trends.ts';
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

const NO_ORDER: Ordered = { order: [], limit: null, offset: 0, measures: [] };
const OF_WHAT: Stop = {
  stop: 'not_understood',
  message:
    'In which order was understood, but not of what: name classes, trainers, rooms, weekdays or hours.',
};

const ONE_EACH: Stop = {
  stop: 'not_understood',
  message: 'The first of each group cannot be picked: ask for one group, or for all rows in order.',
};

export function ordersOf(
  work: Work,
  asked: Asked,
  { by, isOne, subject }: Breakdown,
): Ordered | Stop {
  if (by.length === 0) {
    trendAlone(work, asked, by);
    useAmounts(work);
  }
  const changed = changeOf(work, asked, by);
  if (changed !== null) return changed;
  const named = namedOrder(work, asked);
  const direction = directionOf(work);
  const [sorted] = work.all('sorted');
  const count = countOf(work);
  const isRanking = by.length > 0 && work.all('list').some(({ typed }) => /rank/i.test(typed));
  const signs = [named, direction, sorted, count].filter((one) => one != null);
  if (signs.length === 0 && !isRanking) return { ...NO_ORDER, order: outdone(asked, by) };
  const picked = by.length === 0 ? pickedFrom(work, by) : false;
  if (by.length === 0) return OF_WHAT;
  const measure = named ?? ownMeasure(work, direction, asked) ?? first(asked) ?? usual(by);
  const way = wayOf(measure, direction, sorted ?? null, isOfLow(work) ? 'asc' : 'desc');
  // "Bottom ten, lowest first" says it twice; "top ten, lowest first" would need the other end of the rows.
  const isSaidTwice = wayOf(measure, direction, null, 'desc') === way;
  work.use(...work.all('sorted', 'list', 'nth'), ...(isSaidTwice ? usedWays(work) : []));
  const page = pageOf(work, count, direction !== null && (isOne || picked));
  if (page.limit !== null && isOfEach(subject, work)) return ONE_EACH;
  return { order: [[measure, way]], ...page, measures: [measure] };
}

/** "Top three earners among the Saturday classes": the rows, and whether one of them is asked for. */
function pickedFrom(work: Work, by: DimensionName[]): boolean {
  const isRankedDay = work
    .all('time')
    .some((mark) => mark.phrase.weekdays?.length === 1 && isLedByRank(mark, work));
  if (isRankedDay) {
    by.push('day');
    work.note('The rows are days.');
    return true;
  }
  const evening = work.all('filter').find((one) => isRankedPart(one, work));
  if (evening !== undefined) {
    by.push('weekday');
    work.note('The rows are the days of the week.');
    return !/s$/i.test(evening.typed);
  }
  const isOf = /^\W*(of|among|amongst|out of|from)\b/i.test(work.marked.text) && work.has('which');
  const noun = work.all('noun').find((one) => one.isPlural && (isOf || isAmong(one, work)));
  const isEach = work.all('turn').some(({ into }) => into === 'per_class');
  if (noun === undefined && isEach) by.push('series');
  if (noun === undefined) return false;
  by.push(noun.dim);
  work.use(noun);
  return !/\b(are|were)\b/i.test(work.marked.text);
}

/** "Which evening makes the most", "our three busiest mornings". */
function isRankedPart(mark: MarkOf<'filter'>, work: Work): boolean {
  const before = work.before(mark);
  const isOfDays = before?.is === 'filter' && before.dim === 'weekday';
  const isLed = isLedByRank(isOfDays ? before : mark, work);
  return mark.dim === 'part_of_day' && isLed && /^\w+$/.test(mark.typed);
}

function isLedByRank(mark: Mark, work: Work): boolean {
  return /^(which|order|direction|count)$/.test(work.before(mark)?.is ?? '');
}

/** Behind the rank, with "of" or "among" between them. */
function isAmong(noun: Mark, work: Work): boolean {
  const rank = work.all('order', 'direction', 'count').find(({ at }) => at < noun.at);
  const typed = rank === undefined ? '' : work.marked.text.split(rank.typed).slice(1).join(' ');
  return /\b(among|amongst|of|from|out of|in)\b/i.test(typed);
}

/** "Sorted by how empty they are": the emptiest first. */
function isOfLow(work: Work): boolean {
  return work.all('measure').some(({ typed }) => /^how (empty|quiet)/i.test(typed));
}

/** How many rows, and from which on: "top three", "the fullest", "second best". */
function pageOf(
  work: Work,
  count: number | null,
  isOne: boolean,
): { limit: number | null; offset: number } {
  const [nth] = work.all('nth');
  if (nth !== undefined) return { limit: 1, offset: nth.value - 1 };
  return { limit: count ?? (isOne ? 1 : null), offset: 0 };
}

/** "the fullest class of each week": two things are asked of the rows. */
function isOfEach(subject: Breakdown['subject'], work: Work): boolean {
  return subject !== null && work.all('by').some(({ dim }) => dim !== subject.dim);
}

/** What "fullest" is of. "Biggest" gives way to a figure that is named. */
function ownMeasure(work: Work, direction: Way | null, asked: Asked): MeasureName | undefined {
  const [own] = direction?.measures ?? [];
  const sizes = work
    .all('order')
    .filter(({ typed }) => /^(biggest|largest|smallest)$/i.test(typed));
  const isSize = sizes.length > 0;
  const isOfClasses = sizes.some((mark) => isOfClass(work.after(mark)));
  const isOfRooms = work.all('noun').some(({ dim }) => dim === 'room') && !isOfClasses;
  const size = isOfRooms ? 'capacity' : own;
  const turned = [...asked.of.values()].flat().find((one) => one === 'profit_per_class');
  if (own === 'profit' && turned !== undefined) return turned;
  return isSize ? (first(asked) ?? size) : own;
}

/** "Are there *many* walk-ins?": how many there are, and no order. */
function useAmounts(work: Work): void {
  if (!/^\W*(is|are|was|were|do|does|did|have|has|had)\b/i.test(work.marked.text)) return;
  for (const mark of work.free('direction')) {
    if (!/^(so |very )?(many|much|a lot|lots|plenty|few)( of)?$/i.test(mark.typed)) continue;
    work.use(mark);
    work.noted.add(mark);
  }
}

/** "The room with the biggest *classes*". */
function isOfClass(mark: Mark | undefined): boolean {
  return mark?.is === 'noun' && /^(series|session)$/.test(mark.dim);
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
  return { direction: plain.direction, measures: plain.measures ?? [], isJudging };
}

function wayOf(
  measure: MeasureName,
  way: Way | null,
  sorted: MarkOf<'sorted'> | null,
  usualWay: Direction,
): Direction {
  const direction = sorted?.direction ?? way?.direction ?? usualWay;
  const isJudging = sorted === null ? way?.isJudging : /\b(best|worst)\b/i.test(sorted.typed);
  if (isJudging !== true || !BAD.has(measure)) return direction;
  return direction === 'desc' ? 'asc' : 'desc';
}

/** The mark that gives the order, and one that only makes it stronger: "the most". */
function usedWays(work: Work): Mark[] {
  const [order, ...orders] = work.free('order');
  // "The most wasteful, meaning the most empty places" says it twice.
  const says = (one: MarkOf<'order'>): string => `${one.direction} ${one.measures.join()}`;
  const directions = work.free('direction');
  if (order !== undefined)
    return [
      order,
      ...orders.filter((one) => says(one) === says(order)),
      ...directions.filter(
        ({ typed, direction }) => /^(top|bottom)$/i.test(typed) && direction === order.direction,
      ),
    ];
  const plain = directions.find(({ isComparative }) => !isComparative) ?? directions[0];
  // "the highest …, top 5" says it twice.
  return directions.filter((one) => one === plain || isSame(one, plain));
}

function isSame(one: MarkOf<'direction'>, other: MarkOf<'direction'> | undefined): boolean {
  const isTop = /^(top|bottom)$/i.test(one.typed) || /^(top|bottom)$/i.test(other?.typed ?? '');
  return isTop && one.direction === other?.direction && !one.isComparative;
}

/** "by fill rate", "ranked by profit". */
function namedOrder(work: Work, asked: Asked): MeasureName | null {
  for (const mark of work.all('by_word')) {
    const after = work.after(mark);
    const next = after?.is === 'sorted' ? work.after(after) : after;
    // "By attendance, corrected for the slot": another figure speaks for it.
    const isSaid = next?.is === 'measure' && !asked.of.has(next);
    const found = next === undefined ? undefined : isSaid ? first(asked) : asked.of.get(next)?.[0];
    if (found !== undefined) {
      work.use(mark);
      return found;
    }
  }
  return null;
}

/** "Which classes lost more than £100": the one that lost the most comes first. */
export function lossesFirst({ by, having }: Draft): QueryOrder[] {
  const isLoss = having.some(([measure, op]) => measure === 'profit' && op.startsWith('<'));
  return isLoss && !by.some((dim) => /^(day|week|month)$/.test(dim)) ? [['profit', 'asc']] : [];
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
  const isRank = (mark: Mark | undefined): boolean =>
    mark !== undefined && /^(order|direction|noun|count|verdict)$/.test(mark.is);
  // "five *morning* classes", "top 3 *by* revenue"; "19 and 20 November" is no rank.
  const isNear = (mark: Mark): boolean => {
    const [before, after] = [work.before(mark), work.after(mark)];
    const isLed = isRank(before) || before?.is === 'list';
    if (isLed || isRank(after) || /^limit/i.test(mark.typed)) return true;
    const isKind = after?.is === 'name' || after?.is === 'filter' || after?.is === 'time';
    return isKind && isRank(work.after(after));
  };
  for (const mark of work.free('count')) {
    // "What does one class cost": of each, and no rank.
    const isRanked = work.has('order', 'direction', 'nth', 'by_word', 'verdict');
    if (/^one$/i.test(mark.typed) && !isRanked) continue;
    if (isNear(mark)) {
      work.use(mark);
      return mark.value;
    }
  }
  return null;
}
