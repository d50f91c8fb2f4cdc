/** Makes a query of the marks of one question, or says what stands against it. */

import { addsUp, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { QueryFilter } from '../../gym/figures/query.ts';
import { accounted } from './account.ts';
import { boundsOf } from './bounds.ts';
import type { Look } from './calendar.ts';
import {
  type Draft,
  EMPTY,
  isStop,
  isWord,
  type Marks,
  notUnderstood,
  type Stop,
} from './draft.ts';
import { type Filters, filtersOf, weekpartOf } from './filters.ts';
import type { Mark } from './mark.ts';
import { PLANNED, type Said, saidMeasures, turned } from './measures.ts';
import { ordersOf } from './orders.ts';
import { rangesOf } from './ranges.ts';
import { reportOf } from './reports.ts';
import { rowsOf } from './rows.ts';

const FORECAST: Stop = {
  stop: 'not_known_here',
  message:
    'That is still to come: Turnout counts what happened and predicts nothing. Bookings and the timetable are known.',
};

export function fill(marks: Marks, self: string | null): Draft | Stop {
  const filters = filtersOf(marks, self);
  const report = reportOf(marks, filters);
  const draft = report ?? figures(marks, filters);
  return isStop(draft) ? draft : accounted(marks, draft);
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function figures(marks: Marks, filters: Filters): Draft | Stop {
  const said = saidMeasures(marks);
  const isGrouped = marks
    .all('by')
    .some(({ isPer, dims }) => isPer !== true || !/^(series|session)$/.test(dims[0] ?? ''));
  const isWho = marks.has('who', 'which') || isGrouped;
  const turn = turned(said, marks, isWho);
  if (isStop(turn)) return turn;
  const counted = countedClasses(marks, said);
  const rows = rowsOf(marks, counted === null ? filters : filters, turn.isPerClass);
  const isRows =
    rows.by.length > 0 ||
    (marks.all('state').length > 0 &&
      (marks.all('report').length > 0 ||
        [...said.values()].some(([name]) => name === 'sessions' || name === 'held'))) ||
    marks.all('bound').length > 0 ||
    ((marks.base?.by.length ?? 0) > 0 && marks.all('state', 'not').length > 0);
  const bounds = boundsOf(marks, said, isRows);
  if (isStop(bounds)) return bounds;
  let by: readonly DimensionName[] = rows.by;
  if (by.length === 0 && bounds.having.length > 0 && marks.base === null) by = ['series'];
  const ordered = ordersOf(marks, said, { ...rows, by }, bounds.bounded);
  let where: readonly QueryFilter[] = filters.where;
  const isRanked = marks.all('order', 'most').length > 0;
  const cut = marks.all('verdict');
  marks.use(...cut);
  const verdicts = isRanked ? cut.filter(({ values }) => values.length === 1) : cut;
  let measures: MeasureName[] = [
    ...new Set(
      [...said.values()].flat().concat(
        ordered.brought,
        bounds.having.map(([name]) => name),
      ),
    ),
  ];
  if (verdicts.length > 0) {
    const first = verdicts[0] as Mark;
    const not = marks.before(first);
    const isNot = not?.is === 'not' && !marks.isUsed(not);
    if (isNot && not !== undefined) marks.use(not);
    const isOfOne = filters.where.some(
      ([dim, op, values]) => dim === 'class' && op === 'is' && values.length === 1,
    );
    const isAsked = isOfOne && rows.sought === null;
    if (!isAsked)
      where = [
        ...where,
        [
          'verdict',
          isNot ? 'is_not' : 'is',
          [...new Set(verdicts.flatMap(({ values }) => values))],
        ],
      ];
    if (measures.join() === 'sessions') measures = [];
    const saidBy = marks.all('by').flatMap(({ dims }) => dims);
    if (measures.length > 0 && saidBy.length > 0)
      by = by.filter((dim) => dim !== 'series' || saidBy.includes('series'));
    else if (by.length === 0 && !isAsked) by = ['series'];
    if (measures.length === 0)
      measures = verdicts.some(({ values }) => values.length > 1)
        ? ['fill_rate', 'profit']
        : ['fill_rate'];
  }
  const free = marks.all('free');
  marks.use(...free);
  if (free.length > 0) measures = ['capacity', 'booked'];
  if (measures.length === 0 && marks.base === null) {
    const usual = usualMeasures(marks, filters, by);
    if (isStop(usual)) return usual;
    measures = [...usual];
  }
  const held = yesNo(marks, by, where, ordered.limit);
  const ranges = rangesOf(
    marks,
    lookOf(
      marks,
      measures.length > 0 ? measures : (marks.base?.measures ?? []),
      bounds.having.length > 0,
    ),
    marks.base,
  );
  if (isStop(ranges)) return ranges;
  const isWeekparts = held.by.join() === 'weekpart';
  const draft: Draft = {
    ...EMPTY,
    measures,
    by: held.by,
    where: isWeekparts ? held.where.filter((one) => weekpartOf(one) === null) : held.where,
    having: bounds.having,
    order:
      ordered.order.length > 0
        ? ordered.order
        : lossesFirst(bounds.having, held.by.length > 0 ? held.by : (marks.base?.by ?? [])),
    limit: ordered.limit,
    offset: ordered.offset,
    range: ranges.range,
    time: ranges.time,
    compare: ranges.compare,
  };
  if (turn.isShare && draft.having.length > 0)
    return notUnderstood('A share of the classes is not known: ask for the classes themselves.');
  const shared = turn.isShare ? withShare(draft) : draft;
  return planned(cued(marks, shared), marks);
}

/** "how many classes" counts them; "how many classes had fewer than 5" lists them. */
function countedClasses(marks: Marks, said: Said): Mark | null {
  const [count] = marks.words('how_many');
  const next = count === undefined ? undefined : marks.after(count);
  if (count === undefined || said.size > 0) return null;
  if (
    next?.is === 'noun' &&
    /^(series|session)$/.test(next.dim) &&
    marks.all('bound', 'state').length === 0
  ) {
    marks.use(next);
    said.set(count, ['sessions']);
    return count;
  }
  if (next?.is === 'by' && next.dims[0] === 'class') {
    said.set(count, ['sessions']);
    return count;
  }
  const noun = marks.all('noun').find(({ dim, isMany }) => dim === 'series' && isMany);
  if (
    noun !== undefined &&
    next?.is !== 'noun' &&
    marks.all('bound', 'state', 'order', 'verdict', 'by').length === 0
  ) {
    marks.use(noun);
    said.set(count, ['sessions']);
    return count;
  }
  if (next?.is === 'filter' && next.dim === 'substitute') said.set(count, ['sessions']);
  else if (
    next?.is !== 'noun' &&
    marks.all('bound', 'state', 'order', 'free', 'verdict').length === 0
  )
    said.set(count, ['attended']);
  return count;
}

/** A name, a time or a row alone: an overview. */
function usualMeasures(
  marks: Marks,
  { where }: Filters,
  by: readonly DimensionName[],
): readonly MeasureName[] | Stop {
  const own = marks.all('more').flatMap(({ names }) => names);
  if (own.length > 0) return own;
  const isOfClasses = marks.all('noun').some(({ dim }) => /^(series|session|class)$/.test(dim));
  const isOfState = where.some(([dim]) => /^(substitute|quality|source|status)$/.test(dim));
  if (isOfState && (by.length > 0 || isOfClasses) && !marks.has('compare', 'than', 'doing'))
    return ['sessions'];
  if (by.includes('verdict')) return ['fill_rate', 'profit'];
  const isAsked =
    where.length > 0 ||
    marks.all('time').length > 0 ||
    marks.has('how', 'doing', 'compare', 'than') ||
    marks.all('more').length > 0;
  if (by.length > 0 && (isAsked || marks.all('order', 'most').length > 0)) {
    const isOfTime = by.every((dim) => !/^(series|class|trainer|room|session)$/.test(dim));
    return isOfTime ? ['attended', 'fill_rate'] : ['fill_rate'];
  }
  if (!isAsked)
    return notUnderstood(
      'Which figure is meant was not understood: people, fill, no-shows or revenue, for example.',
    );
  marks.isOverview = true;
  marks.note('No figure was named: classes, people who came and how full they were.');
  return ['held', 'attended', 'fill_rate'];
}

/** "Is Anna our best trainer?": the first of all trainers, and not of Anna alone. */
function yesNo(
  marks: Marks,
  by: readonly DimensionName[],
  where: readonly QueryFilter[],
  limit: number | null,
) {
  const isAsked = isWord(marks.list[0], 'asked') && limit !== null;
  const [dim] = by;
  const alone = where.find(([name, op, values]) => {
    const isRows =
      name === dim ||
      (dim === 'day' && name === 'weekday') ||
      (dim === 'series' && name === 'class');
    return isRows && op === 'is' && values.length === 1;
  });
  if (!isAsked || by.length !== 1 || alone === undefined) return { by, where };
  return { by: [alone[0]], where: where.filter((one) => one !== alone) };
}

/** Of bookings what is to come, of all others what was. */
function lookOf(marks: Marks, measures: readonly MeasureName[], isBound: boolean): Look {
  const isPlanned =
    measures.some((name) => name === 'booked' || name === 'waitlisted' || name === 'capacity') &&
    measures.every((name) => PLANNED.has(name));
  return isPlanned && !isBound && !marks.has('past') ? 'ahead' : 'back';
}

const lossesFirst = (having: Draft['having'], by: readonly DimensionName[]): Draft['order'] =>
  by.length > 0 && having.some(([name, op]) => name === 'profit' && op.startsWith('<'))
    ? [['profit', 'asc']]
    : [];

/** "What share of visits is at the weekend": the parts of the week, each with its share. */
function withShare(draft: Draft): Draft {
  if (!draft.measures.every((name) => addsUp(name))) return draft;
  if (draft.by.length > 0) return { ...draft, share: true };
  if (draft.time?.unit === 'weekend')
    return { ...draft, by: ['weekpart'], range: null, time: null, share: true };
  const filter = draft.where.find(([, op]) => op === 'is');
  if (filter === undefined) return draft;
  const part = weekpartOf(filter);
  const rest = draft.where.filter((one) => one !== filter);
  return { ...draft, by: [part === null ? filter[0] : 'weekpart'], where: rest, share: true };
}

/** What compares must have been used: by two times, or by rows of several. */
function cued(marks: Marks, draft: Draft): Draft | Stop {
  const superlative = marks.all('order', 'most').find(({ names }) => names[0] !== 'trend');
  if (superlative !== undefined && draft.by.length === 0 && marks.base === null)
    return notUnderstood(
      `“${superlative.typed}” of what? Name the classes, trainers, rooms or times.`,
    );
  const more = marks.all('more')[0];
  const isAlone =
    more !== undefined && draft.compare === null && draft.by.length === 0 && marks.base === null;
  if (isAlone && !draft.measures.includes('slot_index') && !draft.measures.includes('trend'))
    return notUnderstood(`“${more.typed}” than what? Name the time, or the other one.`);
  const [cue] = marks.free('word').filter((mark) => isWord(mark, 'compare', 'than'));
  if (
    cue === undefined ||
    draft.compare !== null ||
    draft.by.length > 0 ||
    draft.measures.length > 1 ||
    marks.base !== null
  )
    return draft;
  const isTrend = draft.measures.includes('trend') || draft.measures.includes('slot_index');
  return isTrend
    ? draft
    : notUnderstood(
        'Compared with what? Name the other one, or ask for all of them (“by trainer”).',
      );
}

/** Of classes to come, bookings and places are known. */
function planned(draft: Draft | Stop, marks: Marks): Draft | Stop {
  if (isStop(draft)) return draft;
  const { range, measures } = draft;
  const isAhead = range !== null && range.from > marks.today;
  const isFree = marks.all('free').length > 0;
  if (isFree && range !== null && range.to < marks.today)
    return { ...draft, measures: ['empty_seats'] };
  if (!isAhead || measures.every((name) => PLANNED.has(name))) return draft;
  const isPlaces = measures.every(
    (name) => PLANNED.has(name) || name === 'empty_seats' || name === 'fill_rate',
  );
  const isOverview = measures.join() === 'held,attended,fill_rate';
  if (isOverview) return { ...draft, measures: ['sessions', 'booked', 'capacity'] };
  if (!isPlaces || draft.having.length > 0 || marks.has('future')) return FORECAST;
  marks.note('Of classes to come, the bookings and the capacity are known.');
  return {
    ...draft,
    measures: ['booked', 'capacity'],
    order: draft.order.map(([, way]) => ['booked', way]),
  };
}
