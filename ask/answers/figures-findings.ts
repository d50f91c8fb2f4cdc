/** The answer of a query of figures as a finding: a sentence of the query and its rows, the numbers in it, one item a row. */

import { dateAt } from '../../gym/calendar/zone.ts';
import { figuresBody } from '../../gym/figures/body.ts';
import { addsUp, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { DIMENSIONS, type DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresAnswer, HavingOperator, NormalQuery } from '../../gym/figures/query.ts';
import { type DateRange, todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { capitalised, classes, counted, date, list } from '../../web/words/format.ts';
import type { Item } from '../findings.ts';
import { figuresPhrase, filter, rangeText, wordOf } from '../read/phrase.ts';
import type { YesIf } from '../reader.ts';
import {
  type AnyAnswer,
  type AnyRow,
  type NamedNumbers,
  type ReportAnswer,
  type RowDimension,
  scored,
  type Unscored,
} from './outcome.ts';
import { pictureOf } from './pictures.ts';
import { bare, figure, versus } from './values.ts';
import { dayText, plain } from './wording.ts';

/** Rows that the sentence names. Chosen here: the days of a week and one more. */
export const MAX_NAMED = 8;
/** Smaller changes are called slight. Chosen here. */
const SLIGHT = 0.05;
const HOLDS: Readonly<Record<HavingOperator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** The answer first; what was asked stands in the notes, so that an answer to another question is seen to be one. */
export function figuresFindings(answer: FiguresAnswer, view: GymView, yesIf?: YesIf): ReportAnswer {
  const { currency } = view.gym;
  const { query } = answer;
  const phrase = figuresPhrase(query, view, currency);
  const isTotal = query.by.length === 0;
  const words: RowWords = {
    nameOf: (row) => rowName(row, query.by, query),
    currencyOf: () => currency,
    textOf: (row) => figuresText(query.measures, row, currency),
  };
  const rows = () => ofTwo(answer, words, yesIf) ?? rowsText(answer, words);
  const found = isTotal ? totalText(answer, view) : rows();
  const isOpen = isUndecided(answer, view);
  const verdict = `${isOpen ? '' : yesOrNo(answer, yesIf)}${isTotal ? verdictOf(answer) : ''}`;
  const summary = `${verdict}${verdict.endsWith(': ') ? found : capitalised(found)}.`;
  return {
    summary,
    numbers: numbersOf(answer, words),
    items: scored(
      itemsOf(
        answer,
        words,
        { '@type': typeOf(query), name: phrase, description: summary },
        figuresBody(answer, view),
      ),
    ),
    notes: [
      `Read as: ${phrase}.`,
      ...(isOpen ? [STILL_OPEN] : []),
      ...partlyKnown(answer),
      ...answer.notes,
    ],
    // A picture shows all rows in their own places.
    chart: pictureOf(answer, figuresPhrase({ ...query, order: [] }, view, currency)),
  };
}

const STILL_OPEN = 'Today’s classes are not over yet, so this may still change.';
const hasClassesLeft = (view: GymView): boolean =>
  view.sessions.some(
    ({ isCancelled, startsUtcMs, endsUtcMs }) =>
      !isCancelled &&
      endsUtcMs > view.nowUtcMs &&
      dateAt(view.gym.timezone, startsUtcMs) === todayOf(view),
  );

/** While classes of today are still to end, more than before is a yes, and less is no answer yet. */
function isUndecided({ query, total }: FiguresAnswer, view: GymView): boolean {
  const { measures, compare, to } = query;
  if (compare === null || to !== todayOf(view)) return false;
  const isMore = measures.every(
    (name) => addsUp(name) && name !== 'profit' && (total.change?.[name] ?? 0) > 0,
  );
  return !isMore && hasClassesLeft(view);
}

/** "Yes: " where a yes or no was asked and the figure says it. */
function yesOrNo({ query: { measures }, total }: FiguresAnswer, yesIf: YesIf | undefined): string {
  if (yesIf === undefined || 'than' in yesIf) return '';
  if ('change' in yesIf) {
    // More classes alone are not better, and figures that disagree are neither.
    const ways = measures.flatMap((name) =>
      name === 'held' && measures.length > 1 ? [] : [Math.sign(total.change?.[name] ?? 0)],
    );
    const [way = 0] = ways;
    if (way === 0 || ways.some((other) => other !== way)) return '';
    return way === (yesIf.change === 'up' ? 1 : -1) ? 'Yes. ' : 'No. ';
  }
  const value = total[yesIf.measure] ?? (yesIf.measure === 'fill_rate' ? plannedFill(total) : null);
  if (value === null) return '';
  return HOLDS[yesIf.op](value, yesIf.value) ? 'Yes: ' : 'No: ';
}

/** "Yes: Saturday 637 people; Sunday 537 people" to "is Saturday better than Sunday"; null where it is not of two. */
function ofTwo({ query, rows }: FiguresAnswer, { nameOf, textOf }: RowWords, yesIf?: YesIf) {
  if (yesIf === undefined || !('than' in yesIf) || rows.length !== 2) return null;
  const wordsOf = (row: AnyRow) => nameOf(row).toLowerCase().split(/\W+/);
  /** Where a word of its name alone stands in the question. */
  const placeOf = (row: AnyRow): number => {
    const others = rows.filter((one) => one !== row).flatMap(wordsOf);
    const own = wordsOf(row).filter((word) => word.length > 2 && !others.includes(word));
    const places = own.map((word) => yesIf.text.toLowerCase().indexOf(word));
    return Math.min(...places.filter((place) => place >= 0));
  };
  const pair = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  const [measure = 'held'] = query.measures;
  const [first = null, second = null] = pair.map((row) => row[measure] ?? null);
  // No-shows without check-ins are a lower bound: then there is no telling.
  const isSure = rows.every(
    (row) => Number.isFinite(placeOf(row)) && !textOf(row).includes('at least'),
  );
  if (!isSure || first === null || second === null || first === second) return null;
  const isSo = first > second === (yesIf.than === 'up');
  return `${isSo ? 'Yes' : 'No'}: ${pair.map((row) => `${nameOf(row)} ${textOf(row)}`).join('; ')}`;
}

/** Of classes to come the bookings say how full they are. */
function plannedFill({ capacity, booked }: FiguresAnswer['total']): number | null {
  return capacity == null || booked == null || capacity === 0 ? null : booked / capacity;
}

/** "Down: ", "Slightly up: " before a figure that is held against another time. */
function verdictOf({ query: { measures }, total }: FiguresAnswer): string {
  const [only, ...others] = measures;
  if (only === undefined || others.length > 0) return '';
  const change = total.change?.[only] ?? null;
  const before = total.previous?.[only] ?? null;
  if (change === null || before === null) return '';
  if (change === 0) return 'Unchanged: ';
  const isSlight = Math.abs(change) < SLIGHT * Math.abs(before);
  const way = change > 0 ? 'up' : 'down';
  return isSlight ? `Slightly ${way}: ` : `${capitalised(way)}: `;
}

/** "268 people with Anna Petrova from 16 to 18 Nov 2026 so far; 274 from 9 to 11 Nov 2026". */
function totalText({ query, total }: FiguresAnswer, view: GymView): string {
  const { measures, where, from, to, compare } = query;
  const { currency } = view.gym;
  const [only, ...others] = measures;
  const before = only === undefined ? null : (total.previous?.[only] ?? null);
  const isHeld = others.length === 0 && before !== null && compare !== null;
  const { previous: _, change: __, ...plainTotal } = total;
  const figures = figuresText(measures, isHeld ? (plainTotal as typeof total) : total, currency);
  const isRunning = isHeld && to === todayOf(view) && (from < to || hasClassesLeft(view));
  const of = `${where.map((one) => filter(one, view)).join('')}${rangeText(query)}`;
  const now = `${figures}${of}${isRunning ? ' so far' : ''}`;
  if (!isHeld || only === undefined) return now;
  return `${now}; ${bare(only, before, currency)}${rangeText(compare)}`;
}

function figuresText(
  measures: readonly MeasureName[],
  row: FiguresAnswer['total'],
  currency: string | null,
): string {
  const { capacity, booked, n } = row;
  const has = (...names: readonly MeasureName[]) => names.every((name) => measures.includes(name));
  // Where the places and the bookings of the same classes are asked for, what is left of them.
  const isOfSame = capacity != null && booked != null && n?.capacity === n?.booked;
  if (has('capacity', 'booked') && measures.length === 2 && isOfSame) {
    const left = capacity > booked ? counted(capacity - booked, 'place') : 'no places';
    return `${left} left: ${plain(booked, 0)} of ${plain(capacity, 0)} booked`;
  }
  const figures = measures.map(
    (one) => `${figure(one, row, currency)}${versus(one, row, currency)}`,
  );
  // Of classes to come too.
  const classesOf = n?.capacity ?? 0;
  const isOfPlaces = measures.every((name) => name === 'capacity' || name === 'held');
  if (isOfPlaces && capacity != null && classesOf > 1)
    return `${plain(capacity / classesOf, 1)} places a class (${list(figures)} in ${classes(classesOf)})`;
  return list(figures);
}

/** What rows are called, the currency of each, which differ over gyms, and all figures of one. */
export interface RowWords {
  readonly nameOf: (row: AnyRow) => string;
  readonly currencyOf: (row: AnyRow) => string | null;
  readonly textOf: (row: AnyRow) => string;
}

/** The rows in words, the name of their figure once. */
export function rowsText(answer: AnyAnswer, words: RowWords): string {
  const { nameOf, currencyOf } = words;
  const { query, rows, row_count } = answer;
  if (rows.length === 0) return 'None';
  if (query.limit === 1) return bestText(answer, words);
  const [only, ...others] = query.measures;
  const isList = query.by.includes('session') && query.measures.join() === 'cancelled';
  const texts = rows.slice(0, MAX_NAMED).map((row) => {
    const currency = currencyOf(row);
    if (isList) return nameOf(row);
    const value =
      only !== undefined && others.length === 0
        ? `${shortly(only, row, currency)}${versus(only, row, currency)}`
        : figuresText(query.measures, row, currency);
    return `${nameOf(row)} ${value}`;
  });
  const rest = row_count - Math.min(rows.length, MAX_NAMED);
  const isPart = query.limit < row_count && query.limit <= MAX_NAMED;
  const more = rest > 0 && !isPart ? `; and ${plain(rest, 0)} more` : '';
  const head =
    only !== undefined && others.length === 0 && !isList
      ? `${capitalised(wordOf(only))}${only === 'average_attendance' ? ' of a class' : ''}: `
      : '';
  return `${manyText(answer)}${head}${texts.join('; ')}${more}${sumText(answer, currencyOf(answer.total))}`;
}

/** How many there are comes first: "how many classes were full", "how many days had more than 40 people". */
function manyText({ query: { by, where, having }, row_count }: AnyAnswer): string {
  const [dim, ...dims] = by;
  const isChosen =
    (row_count > 1 && having.length > 0) || where.some(([name]) => name === 'verdict');
  if (dim === undefined || dims.length > 0 || !isChosen) return '';
  const isOfClasses = dim === 'session' || dim === 'series';
  return `${isOfClasses ? classes(row_count) : counted(row_count, wordOf(dim))}. `;
}

/** "Monday: 40 people"; of several that are as good "Monday and Tuesday: 40 people each". */
function bestText({ query, rows }: AnyAnswer, { nameOf, currencyOf }: RowWords): string {
  const figures = rows.map((row) => figuresText(query.measures, row, currencyOf(row)));
  const names = rows.map(nameOf);
  if (new Set(figures).size > 1)
    return names.map((name, at) => `${name}: ${figures[at]}`).join('; ');
  // Names of classes have commas of their own.
  const named = names.some((name) => name.includes(',')) ? names.join('; ') : list(names);
  return `${named}: ${figures[0]}${rows.length > 1 ? ' each' : ''}`;
}

/** The name of the figure has been said already: "Monday 31 of 402 bookings (7.7%)". */
function shortly(measure: MeasureName, row: AnyRow, currency: string | null): string {
  const value = row[measure] ?? null;
  return value === null
    ? figure(measure, row, currency).replace(/^.* unknown/, 'unknown')
    : bare(measure, value, currency);
}

/** What adds up is summed, where all of it is asked for. */
function sumText({ query, rows, total, row_count }: AnyAnswer, currency: string | null): string {
  const sums = query.measures.filter(addsUp);
  const isAll = query.having.length === 0 && rows.length > 1 && row_count === rows.length;
  if (!isAll || sums.length === 0 || sums.length < query.measures.length) return '';
  return `; in all ${figuresText(sums, total, currency)}`;
}

export function numbersOf(
  { query, rows, total, row_count }: AnyAnswer,
  { nameOf }: RowWords,
): NamedNumbers {
  const of = (name: string, row: FiguresAnswer['total']): NamedNumbers[] =>
    query.measures.map((one) => ({
      [`${name}${one}`]: row[one] ?? null,
      ...(row.previous && { [`${name}previous_${one}`]: row.previous[one] ?? null }),
    }));
  const named = rows.slice(0, MAX_NAMED).flatMap((row) => of(`${nameOf(row)}.`, row));
  const ofRows = query.by.length === 0 ? [] : [{ row_count }, ...named];
  return Object.assign({}, ...of('', total), ...ofRows);
}

/** The one item of a total; else one a row. @param figures as the API tells them */
export function itemsOf(
  { query, rows, total }: AnyAnswer,
  { nameOf, textOf }: RowWords,
  whole: Omit<Unscored, 'figures'>,
  figures: { readonly rows: readonly object[]; readonly total: object } = { rows, total },
): Unscored[] {
  if (query.by.length === 0) return [{ ...whole, figures: figures.total }];
  return rows.map((row, at) => {
    const name = capitalised(nameOf(row));
    const description = `${name}: ${textOf(row)}.`;
    return { '@type': whole['@type'], name, description, figures: figures.rows[at] ?? {} };
  });
}

/** A figure that some classes do not know says so. */
function partlyKnown({ query, total, possible }: FiguresAnswer): string[] {
  return query.measures.flatMap((one) => {
    const known = total.n[one] ?? 0;
    const all = possible[one] ?? 0;
    const isPartly = known > 0 && known < all;
    return isPartly ? [`${capitalised(wordOf(one))}: known for ${known} of ${all} classes.`] : [];
  });
}

/** What a row of figures is of, in words: "Monday", "week of 12 Oct", "Power Ride, Mon 18:00"; with the year of several. */
export function rowName(row: AnyRow, by: readonly RowDimension[], range?: DateRange): string {
  const isOfOneYear = range?.from.slice(0, 4) === range?.to.slice(0, 4);
  return by.map((dim) => keyText(dim, row, isOfOneYear)).join(', ');
}

function keyText(dim: RowDimension, row: AnyRow, isOfOneYear: boolean): string {
  const named = dim === 'gym' ? 'gym_name' : DIMENSIONS[dim].label;
  const label = named === null ? null : (row[named] ?? null);
  const value = row[dim] ?? null;
  const dated = (day: string, year: string): string =>
    `${date(day, 'weekday').slice(0, 3)} ${dayText(day)}${year}`;
  const yearOf = (day: string): string => (isOfOneYear ? '' : ` ${day.slice(0, 4)}`);
  if (label !== null)
    return label.replace(/\d{4}-\d\d-\d\d(?= \d\d:\d\d, )/, (day) => dated(day, yearOf(day)));
  if (value === null) return `no ${dim.replaceAll('_', ' ')}`;
  const text = String(value);
  const year = yearOf(text);
  switch (dim) {
    case 'day':
      return dated(text, year);
    case 'week':
      return `week of ${dayText(text)}${year}`;
    case 'month':
      return date(`${text}-01`, 'year').slice(2);
    case 'weekday':
    case 'weekpart':
    case 'part_of_day':
      return capitalised(text);
    case 'hour':
      return `${text.padStart(2, '0')}:00`;
    case 'substitute':
      return value === true ? 'by a substitute' : 'by the usual trainer';
    case 'quality':
      return `grade ${text}`;
    default:
      return text;
  }
}

const TYPES: Partial<Readonly<Record<DimensionName, Item['@type']>>> = {
  series: 'Class',
  class: 'Class',
  session: 'ClassSession',
  trainer: 'Trainer',
  room: 'Room',
  day: 'Day',
  week: 'Day',
  month: 'Day',
  weekday: 'Day',
  weekpart: 'Day',
  hour: 'Hour',
  part_of_day: 'Hour',
  start_time: 'Hour',
};

/** What the first dimension that has a type is. */
function typeOf({ by, measures }: NormalQuery): Item['@type'] {
  if (by.length === 0 && measures.every((one) => MEASURES[one].unit === 'money')) return 'Money';
  if (by.includes('hour') && by.includes('weekday')) return 'Hour';
  return by.map((dim) => TYPES[dim]).find((type) => type !== undefined) ?? 'Figures';
}
