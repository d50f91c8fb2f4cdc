/** Makes a query of its shape and of the names, days and numbers of the question; what it lacks, the question before has. */

import { addDays } from '../../gym/calendar/zone.ts';
import { addsUp, MEASURE_NAMES, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import type { Direction, HavingOperator, QueryHaving } from '../../gym/figures/query.ts';
import {
  type Days,
  dateName,
  isDays,
  isLack,
  type Lack,
  type Look,
  lack,
  spanOf,
} from './calendar.ts';
import { valuesOf, whereOf } from './filters.ts';
import { type Amount, type Dim, type Mark, marksOf } from './mark.ts';
import type { Built, Material } from './material.ts';
import type { Draft } from './phrase.ts';
import { type Part, partOf, type Shape } from './shape.ts';
import { rangesOf } from './times.ts';

export interface Work {
  readonly query: Built;
  readonly notes: readonly string[];
  /** Marks that are in it. */
  readonly used: ReadonlySet<Mark>;
}

/** Days of a timetable where none are named, and of a figure. Chosen here. */
const TIMETABLE_DAYS = 7;
/** Of classes to come these are known. */
const PLANNED = /^(sessions|booked|capacity|waitlisted|cancelled)$/;
const AHEAD = /^(booked|waitlisted|capacity)$/;
/** Things before times, and the longer times first. */
const ROW_ORDER: readonly Dim[] = [
  ...(['gym', 'trainer', 'room', 'class', 'series', 'session', 'substitute', 'verdict'] as const),
  ...(['status', 'quality', 'source', 'month', 'week', 'day', 'weekpart', 'weekday'] as const),
  ...(['part_of_day', 'start_time', 'hour'] as const),
];
/** Whether a question has what a value of a part of its shape needs: a name, a time, a number. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one part after another
export function isPossible(
  { marks, base, self }: Pick<Material, 'marks' | 'base' | 'self'>,
  isOverGyms: boolean,
  part: Part,
  value: string,
): boolean {
  const earlier = base !== null && base.report === undefined ? base : null;
  if (part === 'kind') return isOverGyms || value !== 'one_gym';
  if (part === 'by') return isOverGyms || !split(value).includes('gym');
  if (part === 'range')
    return value === '' || marksOf(marks, 'time').length > 0 || daysBefore(base) !== null;
  if (part === 'bound') {
    const bare = split(value).filter((one) => one.split(' ').length === 2).length;
    return bare <= marksOf(marks, 'amount').length || earlier?.having !== undefined;
  }
  if (part === 'limit' && (value === 'many' || value === 'nth'))
    return marksOf(marks, 'amount').length > 0 || earlier?.limit !== undefined;
  if (!/^(on|not)$/.test(value) || part === 'other') return true;
  const isBefore = (base?.where ?? []).some((one) => partOf(one[0]) === part);
  return (
    isBefore ||
    marks.some((mark) => valuesOf(part, mark) !== null) ||
    (part === 'trainer' && self !== null)
  );
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function build(material: Material): Work | Lack {
  const { shape, today } = material;
  const used = new Set<Mark>();
  const where = whereOf(material, used);
  if (isLack(where)) return where;
  if (shape.order === 'newest' && !where.some(([dim]) => dim === 'status'))
    where.push(['status', 'is', ['completed']]);
  const notes = [...used].flatMap((mark) => (mark.is === 'clock' ? (mark.clock.note ?? []) : []));
  if (shape.kind === 'now') {
    if (where.some(([dim]) => dim !== 'room'))
      return lack('Right now only rooms are counted: ask for a room, or for all of them.');
    return { query: { report: 'occupancy', where }, notes, used };
  }
  const names = new Set(shape.kind === 'figures' ? split<MeasureName>(shape.measures) : []);
  // As the catalogue has them: classes, then people, then what they come to.
  const measures = MEASURE_NAMES.filter((name) => names.has(name));
  const isPlanned =
    (measures.some((name) => AHEAD.test(name)) || measures.join() === 'sessions') &&
    measures.every((name) => PLANNED.test(name));
  const isAhead = !material.isPast && (shape.kind === 'timetable' || isPlanned);
  const days = daysOf(material, isAhead ? 'ahead' : 'back', used);
  if (isLack(days)) return days;
  const { compare, notes: dayNotes } = days;
  const isRest = isAhead && material.isLeft;
  const range = isRest ? restOf(days.range, today) : days.range;
  const usual = material.isPast
    ? { from: addDays(today, 1 - TIMETABLE_DAYS), to: today }
    : { from: today, to: addDays(today, TIMETABLE_DAYS - 1) };
  if (shape.kind === 'timetable') {
    const listed = {
      report: 'timetable',
      ...(range ?? usual),
      where,
      next: material.isNext,
    } as const;
    return { query: listed, notes: [...notes, ...dayNotes], used };
  }
  const isToCome = range !== null && range.from > today;
  if (isToCome && !measures.every((name) => PLANNED.test(name) || name === 'held'))
    return lack(
      'That is still to come: Turnout counts what happened and predicts nothing. Bookings and the timetable are known.',
      'not_known_here',
    );
  const rows = rowsOf(material, measures, used);
  if (isLack(rows)) return rows;
  const by = ROW_ORDER.filter((dim) => split(shape.by).includes(dim));
  const isOpen = range === null && where.some(([, , [value]]) => value === 'scheduled');
  const months = { from: spanOf('month', today, -11).from, to: today };
  const taken = isOpen ? usual : by.includes('month') && range === null ? months : null;
  if (taken !== null)
    notes.push(`No time was named: took ${dateName(taken.from)} to ${dateName(taken.to)}.`);
  if (by.length > 0 && names.has('fill_goal'))
    notes.push('All are shown, not only those that reach the goal.');
  const query: Draft = {
    measures: isToCome ? measures.map((name) => (name === 'held' ? 'sessions' : name)) : measures,
    ...named({
      by,
      ...(taken ?? range),
      where,
      ...rows,
      share: shape.share === 'share' && measures.every(addsUp),
      compare,
    }),
  };
  return { query, notes: [...notes, ...dayNotes], used };
}

/** What is left of days that have begun. */
const restOf = (range: Days | null, today: string): Days | null =>
  range !== null && range.from < today && range.to >= today ? { ...range, from: today } : range;

const split = <One extends string>(text = ''): One[] =>
  text === '' ? [] : (text.split(',') as One[]);

/** Without the parts that say nothing. */
function named(parts: object): object {
  const says = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => says(value)));
}

function daysOf(
  { shape, marks, leftOut, today, base }: Material,
  look: Look,
  used: Set<Mark>,
): { range: Days | null; compare: Days | null; notes: readonly string[] } | Lack {
  const none = { range: null, compare: null, notes: [] };
  const isOfFigures = isOneAgainstOther(shape, marks);
  const compare = isOfFigures ? '' : (shape.compare ?? '');
  if (shape.range !== 'range' && compare === '') return none;
  const times = marksOf(marks, 'time').filter((mark) => {
    const { time } = mark;
    if (time.weekdays === undefined) return true;
    if (leftOut.has(mark)) return false;
    return time.isEither === true ? shape.weekday === '' : isDays(time.days(look));
  });
  const before = daysBefore(base);
  const ranges = rangesOf(
    times.map(({ time }) => time),
    { today, look, compare, base: before },
  );
  if (isLack(ranges)) return ranges;
  for (const mark of times) used.add(mark);
  const range = ranges.range ?? before;
  const isLost = range === null && times.length === 0;
  if (isLost) return lack('Which time is meant was not understood: name the days.');
  const notes = times.flatMap(({ time }) => time.note ?? []);
  return { range, compare: ranges.compare, notes };
}

/** "Bookings beside attendance on the 28th", "yesterday, money in against money out": two figures of one time. */
function isOneAgainstOther({ measures, compare }: Shape, marks: readonly Mark[]): boolean {
  const [time, ...others] = marksOf(marks, 'time').map((mark) => mark.time);
  const isOneTime = others.length === 0 && time !== undefined && !(time.before ?? time.pair);
  const names = split(measures);
  return compare === 'range' && isOneTime && names.length === 2 && !names.includes('fill_rate');
}

function daysBefore(base: Built | null): Days | null {
  const { from, to } = base !== null && 'from' in base ? base : {};
  return from === undefined || to === undefined ? null : { from, to };
}

type Rows = Pick<Draft, 'order' | 'having' | 'limit' | 'offset'>;

/** Order, bounds and numbers of rows; 0 is none. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function rowsOf(
  { shape, marks, base }: Material,
  measures: readonly MeasureName[],
  used: Set<Mark>,
): Rows | Lack {
  const amounts = marksOf(marks, 'amount');
  const earlier = base !== null && base.report === undefined ? base : null;
  const bounds = split(shape.bound);
  const having: QueryHaving[] = [];
  const numbers = [...amounts];
  const isBest = shape.limit === 'many' || shape.limit === 'nth';
  const counted = isBest
    ? numbers.find(({ amount }) => amount.unit === 'plain' && Number.isInteger(amount.value))
    : undefined;
  if (counted !== undefined) numbers.splice(numbers.indexOf(counted), 1);
  for (const [at, bound] of bounds.entries()) {
    const [name = 'attended', op = '>', value] = bound.split(' ') as [
      MeasureName,
      HavingOperator,
      string?,
    ];
    const mark = value === undefined ? numbers[at] : undefined;
    const known = earlier?.having?.find(([one]) => one === name)?.[2];
    const number = value === undefined ? (mark ? sized(name, mark.amount) : known) : Number(value);
    if (number === undefined) return lack('Which number is meant was not understood.');
    if (mark !== undefined) used.add(mark);
    having.push([name, op, number]);
  }
  if (counted !== undefined) used.add(counted);
  const first = (bounds[0]?.split(' ')[0] as MeasureName | undefined) ?? measures[0];
  const by =
    measures.length > 1 && first !== undefined && measures.includes(first) ? first : measures[0];
  const limit = shape.limit === 'one' ? 1 : (counted?.amount.value ?? earlier?.limit);
  if (isBest && limit === undefined) return lack('How many are meant was not understood.');
  const isNth = shape.limit === 'nth';
  return {
    order: orderOf(shape, by, having),
    having,
    limit: shape.limit === '' ? 0 : isNth ? 1 : (limit ?? 1),
    offset: isNth ? (limit ?? 1) - 1 : 0,
  };
}

function orderOf(
  { order = '', by: rows, limit }: Shape,
  by: MeasureName | undefined,
  having: readonly QueryHaving[],
): NonNullable<Draft['order']> {
  if (order === 'newest') return [['session', 'desc']];
  if (order !== '' && by !== undefined) return [[by, order as Direction]];
  // Of rows that a bound chose, those that are furthest from it come first.
  const [[bound, op = '>'] = []] = having;
  if (bound !== undefined && rows !== '' && having.every(([name]) => name === bound))
    return [[bound, op.startsWith('<') ? 'asc' : 'desc']];
  return limit === '' || by === undefined ? [] : [[by, 'desc']];
}

/** In the unit of the figure: "over 80" of a fill is 80 %. */
function sized(name: MeasureName, { value, unit }: Amount): number {
  return MEASURES[name].unit === 'rate' && unit === 'plain' && value > 1 ? value / 100 : value;
}
