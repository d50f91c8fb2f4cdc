/** Makes a query of the marks of one question, or says what stands against it. */

import { addsUp, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { QueryFilter } from '../../gym/figures/query.ts';
import { accounted } from './account.ts';
import { type Bounds, boundsOf } from './bounds.ts';
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
import { PLANNED, type Said, saidMeasures, type Turned, turned } from './measures.ts';
import { type Ordered, ordersOf } from './orders.ts';
import { wordOf } from './phrase.ts';
import { rangesOf } from './ranges.ts';
import { reportOf } from './reports.ts';
import { type Rows, rowsOf } from './rows.ts';

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

/** The slots, each filled from its own marks; what they make of each other follows. */
interface Slots {
  readonly said: Said;
  readonly turn: Turned;
  readonly rows: Rows;
  readonly bounds: Bounds;
  readonly ordered: Ordered;
}

type Parts = Pick<Draft, 'measures' | 'by' | 'where'>;

function figures(marks: Marks, filters: Filters): Draft | Stop {
  const slots = slotsOf(marks, filters);
  if (isStop(slots)) return slots;
  const { bounds, ordered, turn } = slots;
  const parts = partsOf(marks, filters, slots);
  if (isStop(parts)) return parts;
  const held = yesNo(marks, parts, ordered.limit);
  const asked = parts.measures.length > 0 ? parts.measures : (marks.base?.measures ?? []);
  const ranges = rangesOf(marks, lookOf(marks, asked, bounds.having.length > 0), marks.base);
  if (isStop(ranges)) return ranges;
  const isWeekparts = held.by.join() === 'weekpart';
  const shown = held.by.length > 0 ? held.by : (marks.base?.by ?? []);
  const draft: Draft = {
    ...EMPTY,
    ...ranges,
    ...ordered,
    measures: parts.measures,
    by: held.by,
    where: isWeekparts ? held.where.filter((one) => weekpartOf(one) === null) : held.where,
    having: bounds.having,
    order: ordered.order.length > 0 ? ordered.order : lossesFirst(bounds.having, shown),
    yesIf: held.by.length > 0 ? null : yesIf(marks),
  };
  const shared = turn.isShare ? withShare(draft, marks) : draft;
  return isStop(shared) ? shared : planned(cued(marks, shared), marks);
}

function slotsOf(marks: Marks, filters: Filters): Slots | Stop {
  const said = saidMeasures(marks);
  const isGrouped = marks
    .all('by')
    .some(({ isPer, dims }) => isPer !== true || !isOfClasses(dims[0]));
  const turn = turned(said, marks, marks.has('who', 'which') || isGrouped);
  if (isStop(turn)) return turn;
  countClasses(marks, said);
  const rows = rowsOf(marks, filters, turn.isPerClass);
  const isCounting = [...said.values()].some(([name]) => name === 'sessions' || name === 'held');
  const isOfStates = isCounting || marks.all('report').length > 0;
  const isRows =
    rows.by.length > 0 ||
    (marks.all('state').length > 0 && isOfStates) ||
    marks.all('bound').length > 0 ||
    ((marks.base?.by.length ?? 0) > 0 && marks.all('state', 'not').length > 0);
  const bounds = boundsOf(marks, said, isRows);
  if (isStop(bounds)) return bounds;
  const isBound = rows.by.length === 0 && bounds.having.length > 0 && marks.base === null;
  const bounded: Rows = isBound ? { ...rows, by: ['series'] } : rows;
  const ordered = ordersOf(marks, said, bounded, bounds.bounded);
  return { said, turn, rows: bounded, bounds, ordered };
}

const isOfClasses = (dim: DimensionName | undefined): boolean =>
  /^(series|class|session)$/.test(dim ?? '');

/** Figures and rows, of what was said and of what words such as "dead" and "free" bring. */
function partsOf(
  marks: Marks,
  filters: Filters,
  { said, rows, bounds, ordered }: Slots,
): Parts | Stop {
  const named = [...said.values()].flat();
  const measures = [
    ...new Set([...named, ...ordered.brought, ...bounds.having.map(([name]) => name)]),
  ];
  const parts = withVerdicts({ measures, by: rows.by, where: filters.where }, marks, rows);
  if (isStop(parts)) return parts;
  const isOfRoom = parts.by.includes('room') || parts.where.some(([dim]) => dim === 'room');
  // The places of a room are those of its classes, each of them.
  if (isOfRoom && parts.measures.join() === 'capacity')
    return { ...parts, measures: ['capacity', 'held'] };
  const free = marks.all('free');
  marks.use(...free);
  if (free.length > 0) return { ...parts, measures: ['capacity', 'booked'] };
  if (parts.measures.length > 0 || marks.base !== null) return parts;
  const usual = usualMeasures(marks, filters, parts.by);
  return isStop(usual) ? usual : { ...parts, measures: usual };
}

/** "which classes should I cut": a filter of classes; of one class its fill and profit. */
function withVerdicts(parts: Parts, marks: Marks, { sought }: Rows): Parts | Stop {
  const verdicts = marks.all('verdict');
  const isRanked = marks.all('order', 'most').length > 0;
  marks.use(...verdicts);
  const [first, ...others] = verdicts.filter(({ values }) => !isRanked || values.length === 1);
  if (first === undefined) return parts;
  if (sought !== null && !isOfClasses(sought.dim))
    return notUnderstood(
      `Only classes are said to be dead, weak or to cut, and no ${wordOf(sought.dim)}.`,
    );
  const values = [...new Set([first, ...others].flatMap((mark) => mark.values))];
  const isAlone = sought === null && parts.where.some(isOneClass);
  const usual: readonly MeasureName[] = values.length > 1 ? ['fill_rate', 'profit'] : ['fill_rate'];
  const said = parts.measures.join() === 'sessions' ? [] : parts.measures;
  return {
    measures: said.length > 0 ? said : usual,
    by: verdictRows(parts.by, marks, said.length > 0, isAlone),
    where: isAlone ? parts.where : [...parts.where, ['verdict', 'is', values]],
  };
}

const isOneClass = ([dim, op, names]: QueryFilter): boolean =>
  dim === 'class' && op === 'is' && names.length === 1;

/** The classes, unless a figure of them is asked for by other rows. */
function verdictRows(
  by: Parts['by'],
  marks: Marks,
  isOfFigure: boolean,
  isAlone: boolean,
): Parts['by'] {
  const named = marks.all('by').flatMap(({ dims }) => dims);
  if (isOfFigure && named.length > 0)
    return by.filter((dim) => dim !== 'series' || named.includes('series'));
  return by.length > 0 || isAlone ? by : ['series'];
}

/** "Is it full", "does it make money", "did more come than": what makes it a yes. */
function yesIf(marks: Marks): Draft['yesIf'] {
  if (!isWord(marks.list[0], 'asked', 'past')) return null;
  const [state] = marks.all('state');
  if (state !== undefined) return { measure: state.name, op: state.op, value: state.value };
  const [more] = marks.all('more');
  return more === undefined ? null : { change: more.way === 'desc' ? 'up' : 'down' };
}

/** "how many classes" counts them; "how many classes had fewer than 5" lists them. */
function countClasses(marks: Marks, said: Said): void {
  const [count] = marks.words('how_many');
  const next = count === undefined ? undefined : marks.after(count);
  if (count === undefined || said.size > 0) return;
  const isChosen = marks.all('bound', 'state', 'order', 'verdict').length > 0;
  const noun = marks.all('noun').find(({ dim, isMany }) => isOfClasses(dim) && isMany);
  if (next?.is === 'by' && next.dims[0] === 'class') said.set(count, ['sessions']);
  else if (noun !== undefined && next?.is !== 'noun' && !isChosen && marks.all('by').length === 0) {
    marks.use(noun);
    said.set(count, ['sessions']);
  } else if (marks.all('filter').some(({ dim }) => dim === 'substitute'))
    said.set(count, ['sessions']);
  else if (next?.is !== 'noun' && !isChosen && marks.all('free').length === 0)
    said.set(count, ['attended']);
}

/** "Did Boxing Basics grow?": against nothing but itself. */
function isOfGrowth(marks: Marks): boolean {
  const grows =
    /\b(gr[eo]w|increas|ris|rose|climb|jump|fall|fell|drop|declin|decreas|shrunk|slip|dip)/i;
  return !marks.has('than', 'compare') && marks.all('more').some(({ typed }) => grows.test(typed));
}

function ownMeasures(marks: Marks, by: readonly DimensionName[]): readonly MeasureName[] {
  if (by.length === 0 && isOfGrowth(marks)) return ['trend'];
  return marks.all('more').flatMap(({ names }) => names);
}

/** A name, a time or a row alone: an overview. */
function usualMeasures(
  marks: Marks,
  { where }: Filters,
  by: readonly DimensionName[],
): readonly MeasureName[] | Stop {
  const own = ownMeasures(marks, by);
  if (own.length > 0) return own;
  const isOfState = where.some(([dim]) => /^(substitute|quality|source|status)$/.test(dim));
  if (isOfState && by.length > 0 && !marks.has('compare', 'than', 'doing')) return ['sessions'];
  if (by.includes('verdict')) return ['fill_rate', 'profit'];
  const isAsked =
    where.length > 0 ||
    marks.all('time').length > 0 ||
    marks.has('how', 'doing', 'compare', 'than') ||
    marks.all('more').length > 0;
  if (by.length > 0 && (isAsked || marks.all('order', 'most').length > 0)) {
    const isOfTime = by.every((dim) => !isOfClasses(dim) && dim !== 'trainer' && dim !== 'room');
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
  { by, where }: Parts,
  limit: number | null,
): Pick<Parts, 'by' | 'where'> {
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
function withShare(draft: Draft, { base }: Marks): Draft | Stop {
  if (draft.having.length > 0)
    return notUnderstood('A share of the classes is not known: ask for the classes themselves.');
  if (!draft.measures.every((name) => addsUp(name))) return draft;
  if (draft.by.length > 0) return { ...draft, share: true };
  if (draft.time?.unit === 'weekend')
    return { ...draft, by: ['weekpart'], range: null, time: null, share: true };
  const filter = draft.where.find(([, op]) => op === 'is');
  if (filter === undefined)
    return base !== null || draft.measures.includes('over_capacity')
      ? draft
      : notUnderstood('A share of what? Name the rows: by trainer, by class or by room.');
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
  const isOfClock = draft.where.some(([dim]) => dim === 'start_time');
  const isOfPart = draft.where.some(([dim]) => dim === 'part_of_day');
  if (isOfClock && isOfPart && marks.has('compare', 'than', 'or'))
    return notUnderstood(
      'Hours and parts of the day were not told apart: compare morning, afternoon and evening, or ask for the hours one after the other.',
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
  return notUnderstood(
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
