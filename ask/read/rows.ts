/** What the rows are of. */

import type { DimensionName } from '../../gym/figures/dimensions.ts';
import { isWord, type Marks } from './draft.ts';
import { type Filters, weekpartOf } from './filters.ts';
import type { Mark, MarkOf } from './mark.ts';

export interface Rows {
  readonly by: readonly DimensionName[];
  /** The noun that is looked for: "the busiest *day*", "*which trainers*"; null where rows are only a breakdown. */
  readonly sought: MarkOf<'noun'> | null;
  /** Rows of several that were asked for, which a bound can choose from: "which classes", "days with". */
  readonly isMany: boolean;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function rowsOf(marks: Marks, filters: Filters, isPerClass: boolean): Rows {
  const by: DimensionName[] = [];
  const add = (...dims: readonly DimensionName[]): void => {
    for (const dim of dims) if (!by.includes(dim)) by.push(dim);
  };
  for (const mark of marks.all('by')) {
    marks.use(mark);
    const isOfClass = mark.isPer === true && /^(series|session)$/.test(mark.dims[0] ?? '');
    if (!isOfClass || isPerClass) add(...mark.dims);
  }
  const isTaught = marks.all('report').some(({ isWho }) => isWho);
  const isWhose =
    (marks.has('who') || isTaught) &&
    (marks.all('report').length === 0 || marks.all('most').length > 0);
  const found = soughtOf(marks);
  const sought = isWhose && found !== null && /^(series|session)$/.test(found.dim) ? null : found;
  if (sought !== null) {
    marks.use(sought);
    const next = marks.after(sought);
    const isOfWeek =
      sought.dim === 'start_time' &&
      ((next?.is === 'time' && next.time.unit === 'week') ||
        (next?.is === 'noun' && next.dim === 'week'));
    if (isOfWeek) add('weekday', 'hour');
    else add(ofWeek(sought, marks));
  }
  for (const noun of marks.all('noun')) {
    if (noun === sought || !isRowNoun(noun, marks, by.length > 0)) continue;
    marks.use(noun);
    add(noun.dim);
  }
  const who = marks.words('who')[0];
  if (isWhose && by.length === 0) {
    const isOfNamed = filters.several.length > 0 && filters.several[0] !== 'trainer';
    if (!isOfNamed) add('trainer');
  }
  if (marks.isOverTime && by.length === 0) add('week');
  const isOfEvent =
    marks.has('when') &&
    marks.all('measure').some(({ names }) => /^(cancelled|over_capacity)$/.test(names[0] ?? ''));
  if (isOfEvent && by.length === 0) add('day');
  const weekdays = marks.all('noun').find(({ dim, isMany }) => dim === 'weekday' && isMany);
  if (
    weekdays !== undefined &&
    marks.has('than', 'or', 'compare') &&
    filters.where.some((one) => weekpartOf(one) !== null)
  ) {
    marks.use(weekdays);
    return { by: ['weekpart'], sought: null, isMany: false };
  }
  if (marks.has('when') && by.length === 0 && marks.all('order', 'most').length > 0)
    add('weekday', 'hour');
  const order = marks.all('order')[0];
  const described = order === undefined ? undefined : marks.after(order);
  if (
    by.length === 0 &&
    described?.is === 'filter' &&
    described.dim === 'part_of_day' &&
    marks.all('noun').length === 0
  )
    add('day');
  const asked = marks.words('which', 'list')[0];
  const listed = asked === undefined ? undefined : marks.after(asked);
  const isListed = listed?.is === 'measure' && listed.names[0] === 'cancelled';
  if (isListed && by.length === 0 && marks.all('noun').length === 0) add('session');
  const isOfFamily = filters.where.some(
    ([dim, op, values]) => dim === 'class' && op === 'is' && values.length > 1,
  );
  if (isOfFamily && by.length === 0 && marks.all('order', 'most').length > 0) add('class');
  heldRows(marks, filters, add);
  const whom =
    sought?.isMany === true ||
    (who !== undefined && marks.all('bound', 'state').length > 0) ||
    marks.has('any');
  return { by: spelled(by), sought, isMany: whom };
}

/** "classes and sessions" are one; a class name is finer than nothing. */
function spelled(by: readonly DimensionName[]): readonly DimensionName[] {
  const isFine = by.includes('session');
  const isNamed = by.includes('class');
  return by.filter((dim) => !(dim === 'series' && (isFine || isNamed))).slice(0, 3);
}

/** "the busiest evening of the week", "best day of the week": weekdays and not dates. */
function ofWeek(noun: MarkOf<'noun'>, marks: Marks): DimensionName {
  const before = marks.before(noun);
  if (noun.dim === 'week' && before?.is === 'filter' && before.dim === 'part_of_day')
    return 'weekday';
  if (noun.dim !== 'day') return noun.dim;
  const times = marks.all('time');
  const isRanged = times.some(({ time }) => time.weekdays === undefined);
  const isBounded = marks.all('bound').length > 0;
  return noun.isMany && !isRanged && !isBounded && marks.all('order').length > 0
    ? 'weekday'
    : 'day';
}

/** The noun that an order, "which" or a bound is about. */
function soughtOf(marks: Marks): MarkOf<'noun'> | null {
  const nouns = marks.all('noun');
  const isSought = (noun: MarkOf<'noun'>): boolean => {
    const previous = beforeNoun(noun, marks);
    const isHad = isWord(marks.after(noun), 'have', 'which');
    if (noun.isMany && isHad && marks.after(noun, 2)?.is === 'measure') return true;
    if (previous === undefined)
      return (
        (noun.isMany && marks.all('by', 'measure').length === 0 && !marks.has('compare')) ||
        marks.all('order', 'most', 'bound', 'state').length > 0
      );
    return (
      previous.is === 'order' ||
      previous.is === 'most' ||
      previous.is === 'nth' ||
      previous.is === 'sorted' ||
      isWord(previous, 'which', 'any', 'list') ||
      (isWord(previous, 'compare') && noun.isMany)
    );
  };
  const chosen = nouns.find(isSought);
  if (chosen !== undefined) return chosen;
  const isYesNo =
    isWord(marks.list[0], 'asked') &&
    !marks.has('which', 'any') &&
    marks.all('bound', 'order', 'most').length === 0;
  if (isYesNo) return null;
  const isChoosing =
    marks.all('bound', 'state', 'order', 'most', 'verdict').length > 0 ||
    marks.free('not').length > 0;
  const many =
    nouns.find(({ isMany, dim }) => isMany && dim !== 'session') ??
    nouns.find(({ isMany }) => isMany);
  if (isChoosing && many !== undefined) return many;
  const [only] = nouns;
  const isRanked = marks.all('order', 'most').length > 0 && marks.all('by').length === 0;
  return isRanked ? (only ?? null) : null;
}

/** The mark before a noun, past what only describes it: "which *Saturday evening* classes", "five". */
function beforeNoun(noun: Mark, marks: Marks): Mark | undefined {
  let at = marks.list.indexOf(noun) - 1;
  for (; at >= 0; at -= 1) {
    const mark = marks.list[at];
    if (
      mark === undefined ||
      !(/^(filter|time|amount|name)$/.test(mark.is) || isWord(mark, 'self'))
    )
      return mark;
  }
  return undefined;
}

/** Nouns beside a figure: "hours, trainers and rooms" after "by", "for every trainer". */
function isRowNoun(noun: MarkOf<'noun'>, marks: Marks, isGrouped: boolean): boolean {
  const previous = marks.before(noun);
  const isAfterBy =
    (isWord(previous, 'and') && marks.before(noun, 2)?.is === 'by') || previous?.is === 'by';
  if (isAfterBy && noun.dim !== 'series') return true;
  if (isWord(previous, 'each') || isWord(beforeNoun(noun, marks), 'each')) return true;
  const isOfEach =
    /^(trainer|room)$/.test(noun.dim) &&
    !noun.isMany &&
    previous === undefined &&
    (marks.after(noun)?.is === 'measure' || isWord(marks.after(noun), 'doing'));
  if (isOfEach) return true;
  const isOfAll =
    noun.isMany &&
    /^(trainer|room)$/.test(noun.dim) &&
    !marks.has('how_many') &&
    marks.all('order', 'most', 'report').length === 0;
  if (isOfAll && !isGrouped) return true;
  return !isGrouped && noun.dim === 'hour' && marks.all('report').length === 0;
}

/** Several values of one kind that are held against each other are rows. */
function heldRows(
  marks: Marks,
  { several, where }: Filters,
  add: (...dims: DimensionName[]) => void,
): void {
  const isHeld =
    marks.has('compare', 'than', 'each', 'which') ||
    marks.all('more', 'most', 'order').length > 0 ||
    (marks.has('or') && marks.has('asked', 'who'));
  for (const dim of several) {
    const count = where.find(([name, op]) => name === dim && op === 'is')?.[2].length ?? 0;
    const isParts = dim === 'part_of_day' && count === 3;
    const isFiner = dim === 'start_time' && several.length > 1;
    const isOfSome = dim === 'trainer' || dim === 'room';
    if (((isHeld || isOfSome) && !isFiner) || isParts || dim === 'substitute') add(dim);
  }
}
