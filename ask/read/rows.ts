/** What the rows are of, which come first, and how many. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Direction, QueryOrder } from '../../gym/figures/query.ts';
import { type Filters, weekpartOf } from './conditions.ts';
import { isWord, type Marks } from './draft.ts';
import { isOfClasses, isOfThings, type Said } from './figures.ts';
import type { Dim, Mark, MarkOf } from './mark.ts';

export interface Rows {
  readonly by: readonly Dim[];
  /** The noun that is looked for: "the busiest *day*", "*which trainers*"; null where rows are only a breakdown. */
  readonly sought: MarkOf<'noun'> | null;
  /** Several rows were asked for, which a bound can choose from: "which classes", "days with". */
  readonly isMany: boolean;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function rowsOf(marks: Marks, { where, several }: Filters, isPerClass: boolean): Rows {
  const { base } = marks;
  const by = new Set<Dim>();
  const isRanked = marks.all('order', 'most').length > 0;
  for (const { dims, isPer } of marks.all('by'))
    if (isPerClass || isPer !== true || !/^(series|session)$/.test(dims[0] ?? ''))
      for (const dim of dims) by.add(dim);
  const reports = marks.all('report');
  const isWhose = marks.has('who') || reports.some(({ report }) => report === 'who');
  const found = soughtOf(marks);
  // "Who had the fullest classes" looks for trainers.
  const sought = isWhose && found !== null && isOfClasses(found.dim) ? null : found;
  if (sought !== null) for (const dim of dimsOf(sought, marks)) by.add(dim);
  for (const noun of marks.all('noun'))
    if (noun !== sought && isRow(noun, marks, by.size > 0)) {
      marks.use(noun);
      by.add(noun.dim);
    }
  if (sought !== null) marks.use(sought);
  const isOf = (mark: Mark | undefined, ...names: readonly MeasureName[]): boolean =>
    mark?.is === 'measure' && names.some((name) => mark.names[0] === name);
  const addAlone = (isMeant: boolean, ...dims: Dim[]): void => {
    if (isMeant && by.size === 0) for (const dim of dims) by.add(dim);
  };
  const isOfCancelled = marks.all('measure').some(({ names }) => names[0] === 'cancelled');
  const isListed = marks.has('list') && isOfCancelled;
  if (isListed && by.size === 1 && by.has('series')) by.clear();
  addAlone(isListed, 'session');
  const isPlain = ({ typed }: Mark): boolean => /^which$/i.test(typed);
  const superlatives = marks.all('order', 'most').filter(({ names }) => names[0] !== 'trend');
  // "Which Mondays were below 30 people?", "our best Saturday", "which evenings".
  addAlone(
    [...marks.words('which').filter(isPlain), ...superlatives].some((mark) => {
      const next = marks.after(mark, marks.after(mark)?.is === 'amount' ? 2 : 1);
      return next?.is === 'time'
        ? next.time.weekdays?.length === 1 && !/^on /i.test(next.typed)
        : next?.is === 'filter' && next.dim === 'part_of_day' && /s$/i.test(next.typed);
    }),
    'day',
  );
  addAlone(isWhose && several.length === 0, 'trainer');
  const happened = happenedIn(marks);
  addAlone(happened !== null, happened ?? 'series');
  addAlone(marks.isOverTime, 'week');
  addAlone(
    marks.has('when') && marks.list.some((mark) => isOf(mark, 'cancelled', 'over_capacity')),
    'day',
  );
  const isOfDay = where.some(([dim]) => dim === 'weekday');
  addAlone(marks.has('when') && isRanked, ...(isOfDay ? [] : ['weekday' as const]), 'hour');
  // "Who subbed and when".
  if (marks.words('when').some((mark) => isWord(marks.before(mark), 'and')) && by.size === 1)
    by.add('day');
  const isEachTime = marks.all('turn').some(({ typed }) => /^(each|every) .*time$/i.test(typed));
  const isOfPlaces = marks.list.some((mark) => isOf(mark, 'fill_rate', 'no_shows', 'booked'));
  addAlone(isEachTime && isOfPlaces, 'session');
  const [order] = marks.all('order');
  const described = order && marks.after(order);
  addAlone(described?.is === 'filter' && described.dim === 'part_of_day', 'day');
  addAlone(
    (isRanked || marks.all('sorted').length > 0) &&
      where.some(([dim, op, values]) => dim === 'class' && op === 'is' && values.length > 1),
    'class',
  );
  // "The classes in order of attendance".
  addAlone(marks.all('sorted').length > 0 && marks.all('noun').some(isOfSeries), 'series');
  // "For each Sunday in November".
  addAlone(
    marks
      .all('time')
      .some(({ time, typed }) => time.weekdays?.length === 1 && /\beach\b|\bevery\b/i.test(typed)),
    'day',
  );
  const isHeld =
    marks.has('compare', 'than', 'each', 'which') || (marks.has('or') && marks.has('asked', 'who'));
  const isOfOne =
    marks.all('most').length > 0 &&
    marks.all('noun').length === 0 &&
    where.some(([dim, op, values]) => dim === 'class' && op === 'is' && values.length === 1);
  const isTrend = marks.all('order', 'most').every(({ names }) => names[0] === 'trend');
  addAlone(
    isRanked &&
      reports.length === 0 &&
      several.length === 0 &&
      base === null &&
      (!isTrend || marks.has('which') || CLIMBERS.test(order?.typed ?? '')),
    // "The most people that boxing has had" came on one date.
    isOfOne ? 'session' : 'series',
  );
  const weekdays = marks.all('noun').find(({ dim }) => dim === 'weekday');
  if (isHeld && weekdays !== undefined && where.some((one) => weekpartOf(one) !== null)) {
    marks.use(weekdays);
    return { by: ['weekpart'], sought: null, isMany: false };
  }
  for (const dim of several) {
    const isAll = !where.some(([name, op]) => name === dim && op === 'is');
    if (isAll || isHeld || isOfThings(dim)) by.add(dim);
  }
  if (by.has('session') || by.has('class')) by.delete('series');
  const isMany = sought?.isMany === true || marks.has('any');
  return { by: [...by].slice(0, 3), sought, isMany };
}

const isOfSeries = (noun: MarkOf<'noun'>): boolean => noun.isMany && noun.dim === 'series';
/** Classes that go up or down, by what they are called. */
const CLIMBERS = /\b(climb|ris|mov|gain|fall|declin)ers?$/i;

/** "What lost money?" are classes, "what got cancelled", "what was full" dates of them. */
function happenedIn({ list }: Marks): Dim | null {
  const [what, next] = list.filter((mark) => !isWord(mark, 'past', 'have'));
  const isWhat =
    isWord(what, 'which') && /^what(.s| is| are| was| were)?$/i.test(what?.typed ?? '');
  if (!isWhat) return null;
  if (next?.is === 'state') return next.bound[0] === 'profit' ? 'series' : 'session';
  return next?.is === 'measure' && next.names[0] === 'cancelled' ? 'session' : null;
}

/** The noun that an order, "which" or a bound is about. */
function soughtOf(marks: Marks): MarkOf<'noun'> | null {
  const nouns = marks.all('noun');
  const isRanked = marks.all('order', 'most').length > 0;
  const isChoosing =
    isRanked || marks.all('bound', 'state', 'verdict').length > 0 || marks.free('not').length > 0;
  const isBroken = marks.all('by').length > 0;
  const chosen = nouns.find((noun) => {
    const previous = beforeNoun(noun, marks);
    const next = marks.list
      .slice(marks.list.indexOf(noun) + 1)
      .find(({ is }) => !/^(filter|time|name)$/.test(is));
    const isHad = isWord(next, 'have', 'which') || (!previous && isWord(next, 'past', 'asked'));
    if (noun.isMany && isHad && next && marks.after(next)?.is === 'measure') return true;
    if (previous === undefined) return marks.all('bound', 'state').length > 0;
    return (
      /^(order|most|nth|sorted)$/.test(previous.is) || isWord(previous, 'which', 'any', 'list')
    );
  });
  const isYesNo =
    isWord(marks.list[0], 'asked') &&
    !marks.has('which', 'any') &&
    !isRanked &&
    marks.all('bound').length === 0;
  if (chosen !== undefined || isYesNo) return chosen ?? null;
  const many = nouns.filter(({ isMany }) => isMany);
  const finest = many.find(({ dim }) => dim !== 'session') ?? many[0];
  if (isChoosing && finest !== undefined) return finest;
  return isRanked && !isBroken ? (nouns[0] ?? null) : null;
}

/** The mark before a noun, past what only describes it: "which *Saturday evening* classes", "five". */
function beforeNoun(noun: Mark, marks: Marks): Mark | undefined {
  let mark = marks.before(noun);
  while (
    mark !== undefined &&
    (/^(filter|time|amount|name)$/.test(mark.is) || isWord(mark, 'self'))
  )
    mark = marks.before(mark);
  return mark;
}

/** "the busiest evening of the week", "the busiest days" are weekdays; "the emptiest slot of the week" one of each. */
function dimsOf(noun: MarkOf<'noun'>, marks: Marks): Dim[] {
  const [previous, next] = [marks.before(noun), marks.after(noun)];
  const isOfWeek = next?.is === 'noun' && next.dim === 'week';
  if (noun.dim === 'start_time' && isOfWeek) return ['weekday', 'hour'];
  const isPart = previous?.is === 'filter' && previous.dim === 'part_of_day';
  if (noun.dim === 'week' && isPart) return ['weekday'];
  if (noun.dim !== 'day') return [noun.dim];
  const isRanged = marks.all('time').some(({ time }) => time.weekdays === undefined);
  const isOfAll = !isRanged && marks.all('bound').length === 0;
  return [isOfAll && marks.all('order').length > 0 ? 'weekday' : 'day'];
}

/** A noun beside "by", "each" or a figure: "hours, trainers and rooms" after "by", "for every trainer". */
function isRow(noun: MarkOf<'noun'>, marks: Marks, isGrouped: boolean): boolean {
  const previous = marks.before(noun);
  const joined = isWord(previous, 'and') ? marks.before(noun, 2) : previous;
  if (joined?.is === 'by' && noun.dim !== 'series') return true;
  if (isWord(beforeNoun(noun, marks), 'each')) return true;
  if (isGrouped || marks.all('report').length > 0) return false;
  if (noun.dim === 'hour') return true;
  if (!isOfThings(noun.dim)) return false;
  const next = marks.after(noun);
  const isFirst = previous === undefined && (next?.is === 'measure' || isWord(next, 'doing'));
  const isCounted = noun.dim !== 'gym' && marks.has('how_many');
  return noun.isMany ? !isCounted && marks.all('order', 'most').length === 0 : isFirst;
}

export interface Ordered {
  readonly order: readonly QueryOrder[];
  readonly limit: number | null;
  readonly offset: number;
  /** Figures that an order brought: "busiest". */
  readonly brought: readonly MeasureName[];
}

/** The worst of these is the highest. */
const BAD =
  /^(no_shows|no_show_rate|late_cancels|cancelled|empty_seats|cost|over_capacity|empty_seat_value)$/;
const OF_TIME = /^(day|week|month|weekday|hour|start_time|part_of_day)$/;
type Superlative = MarkOf<'order'> | MarkOf<'most'> | MarkOf<'more'>;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function ordersOf(
  marks: Marks,
  said: Said,
  rows: Rows,
  bounded: ReadonlySet<Mark>,
): Ordered {
  const isHeld = marks.has('compare', 'than');
  const isOne = rows.sought !== null && !rows.sought.isMany && !isHeld && !marks.has('or');
  const superlatives: Superlative[] = [
    ...marks
      .all('order', 'most')
      .filter(({ names }) => names[0] !== 'trend' || !(marks.isOverTime || isHeld)),
    ...(isOne ? marks.all('more') : []),
  ];
  const count = countOf(marks);
  const [nth] = marks.all('nth');
  const none = { order: [], limit: count, offset: 0, brought: [] };
  const main = superlatives.find(({ names }) => names.length > 0) ?? superlatives[0];
  const sorted = marks.all('sorted').at(-1);
  const hasRows = rows.by.length > 0 || (marks.base?.by.length ?? 0) > 0;
  if (main === undefined) {
    const first =
      nextFigure(marks.all('sorted')[0], marks, said) ??
      figureOf(said, bounded) ??
      marks.base?.measures[0];
    if (first === undefined && sorted !== undefined && rows.by.length > 0 && said.size === 0) {
      const usual = rows.by.some((dim) => OF_TIME.test(dim)) ? 'attended' : 'fill_rate';
      return { ...none, order: [[usual, sorted.way]], brought: [usual] };
    }
    if (first === undefined) return none;
    if (sorted !== undefined) return { ...none, order: [[first, sorted.way]] };
    return first === 'slot_index' && rows.isMany ? { ...none, order: [[first, 'desc']] } : none;
  }
  const isOnlyBound = [...said.keys()].every((mark) => bounded.has(mark));
  const behind = marks.list.slice(marks.list.indexOf(main) + 1);
  const until = behind.findIndex((mark) => said.has(mark));
  // "Who had the fullest classes and how many no-shows": two figures, in the order of the first.
  const isApart = until > 0 && behind.slice(0, until).some((mark) => isWord(mark, 'and'));
  const brought = main.names.length > 0 && (isOnlyBound || isApart) ? main.names : [];
  const isBoth = new Set(superlatives.map(({ way }) => way)).size > 1;
  if (!hasRows || isBoth) return { ...none, limit: null, brought };
  const of =
    isApart && main.names[0] !== undefined
      ? main.names[0]
      : orderedBy(main, marks, said, bounded, rows);
  const isBad = main.names.length === 0 && main.is === 'order' && BAD.test(of);
  const plain: Direction =
    sorted !== undefined && main.is !== 'most' && main.names.length === 0 ? sorted.way : main.way;
  const way = isBad ? (plain === 'asc' ? 'desc' : 'asc') : plain;
  const isSingle =
    rows.sought === null
      ? marks.has('who', 'when', 'which') && main.names[0] !== 'trend'
      : !rows.sought.isMany;
  return {
    order: [[of, way]],
    limit: nth === undefined ? (count ?? (isSingle ? 1 : null)) : 1,
    offset: nth === undefined ? 0 : nth.value - 1,
    brought: said.size === 0 ? [of] : brought,
  };
}

const nextFigure = (mark: Mark | undefined, marks: Marks, said: Said): MeasureName | undefined => {
  const next = mark && marks.list.slice(marks.list.indexOf(mark) + 1).find((one) => said.has(one));
  return next && said.get(next)?.[0];
};

const figureOf = (said: Said, bounded: ReadonlySet<Mark>): MeasureName | undefined =>
  [...said].find(([mark]) => !bounded.has(mark))?.[1][0] ?? said.names()[0];

/** "most *no-shows*": the figure to the right; "busiest day *by revenue*": the one that is named; else its own. */
function orderedBy(
  main: Superlative,
  marks: Marks,
  said: Said,
  bounded: ReadonlySet<Mark>,
  rows: Rows,
): MeasureName {
  const own = said.get(main)?.[0];
  if (own !== undefined) return own;
  const at = marks.list.indexOf(main);
  const right = marks.list.slice(at + 1).find((mark) => said.has(mark) && !bounded.has(mark));
  const named = right === undefined ? figureOf(said, bounded) : said.get(right)?.[0];
  const [first] = main.names;
  if (named !== undefined || first !== undefined) return named ?? first ?? 'attended';
  const next = marks.after(main);
  const isOfCount = next?.is === 'noun' && isOfClasses(next.dim) && next !== rows.sought;
  const isOfCover = marks.all('filter').some(({ dim }) => dim === 'substitute');
  if (main.is === 'most' && (isOfCount || isOfCover || marks.all('report').length > 0))
    return 'held';
  // "The most I ever had" is of people, "the best" of the fill.
  if (main.is === 'most' && marks.base === null) return 'attended';
  return (
    marks.base?.measures[0] ?? (rows.by.some((dim) => OF_TIME.test(dim)) ? 'attended' : 'fill_rate')
  );
}

/** "the five fullest classes", "top 10", "3 quietest". */
function countOf(marks: Marks): number | null {
  const near = marks
    .all('amount')
    .find((amount) =>
      [marks.before(amount), marks.after(amount)].some(
        (mark) => mark !== undefined && /^(order|most|noun|sorted)$/.test(mark.is),
      ),
    );
  if (
    near === undefined ||
    near.unit !== 'plain' ||
    near.value < 1 ||
    !Number.isInteger(near.value)
  )
    return null;
  marks.use(near);
  // "Between the four rooms" is of all of them.
  const noun = marks.after(near);
  const isRanked = marks.all('order', 'most', 'sorted', 'more').length > 0;
  const isAll = noun?.is === 'noun' && isOfThings(noun.dim);
  return isAll && !isRanked && !marks.has('list') ? null : near.value;
}
