/**
 * The shape of a query: all of it but names, days and numbers, which are read from the question itself. A shape has a value
 * for each of its parts, and a small trained model says how probable each value is.
 */

import type { QueryHaving } from '../../gym/figures/query.ts';
import { WEEKDAY_IDS } from './calendar.ts';
import { type Dim, type Filter, type Mark, marksOf } from './mark.ts';
import type { Draft } from './phrase.ts';

export const KINDS = ['refuse', 'unknown_name', 'one_gym', 'now', 'timetable', 'figures'] as const;
export type Kind = (typeof KINDS)[number];
/** Filters whose values stand in the question, and those whose few values are learnt. */
export const NAMED = ['class', 'trainer', 'room', 'gym', 'group', 'weekday', 'time'] as const;
export const CLOSED = [
  'part_of_day',
  'status',
  'substitute',
  'quality',
  'source',
  'verdict',
] as const;
const FILTERS = [...NAMED, ...CLOSED, 'other'] as const;
const REST = ['measures', 'by', 'order', 'limit', 'compare', 'bound', 'share', 'range'] as const;
export type Part = 'kind' | (typeof REST)[number] | (typeof FILTERS)[number];
/** The parts that a query of a kind has besides its kind. */
export const PARTS: Readonly<Record<Kind, readonly Part[]>> = {
  refuse: [],
  unknown_name: [],
  one_gym: [],
  now: FILTERS,
  timetable: [...FILTERS, 'range'],
  figures: [...FILTERS, ...REST],
};

/** '' is none. Lists are parted by commas: measures and rows in the order of the alphabet. */
export type Shape = Readonly<Partial<Record<Part, string>>> & { readonly kind: Kind };

/** What a question has of its own, besides words. */
export interface Has {
  readonly clock: boolean;
  readonly weekday: boolean;
  readonly time: boolean;
  /** Then it does not matter why they are compared. */
  readonly twoTimes: boolean;
  readonly amounts: readonly number[];
}

export function hasOf(marks: readonly Mark[]): Has {
  const times = marksOf(marks, 'time').map(({ time }) => time);
  return {
    clock: marks.some(({ is }) => is === 'clock'),
    weekday: times.some(({ weekdays }) => weekdays !== undefined),
    time: times.length > 0,
    twoTimes: times.length > 1 || times.some(({ before, pair }) => before ?? pair),
    amounts: marksOf(marks, 'amount').map(({ amount }) => amount.value),
  };
}

const KIND_OF_DIM: Partial<Record<Dim, (typeof FILTERS)[number]>> = {
  series: 'class',
  weekpart: 'weekday',
  start_time: 'time',
  hour: 'time',
};

export function partOf(dim: Dim): Part {
  const part = KIND_OF_DIM[dim] ?? dim;
  return (FILTERS as readonly string[]).includes(part) ? (part as Part) : 'other';
}

/** A filter as a part of the shape: `on`, `not`, or with its values, where they stand nowhere. */
export function filterPart([dim, op, values]: Filter, has: Has): [Part, string] {
  const part = partOf(dim);
  const way = op === 'is_not' ? 'not' : 'on';
  const all = (values as readonly unknown[]).map(String).sort().join();
  if ((CLOSED as readonly string[]).includes(part)) return [part, `${way} ${all}`];
  if (part === 'other') return [part, way];
  if (dim === 'weekpart' && !has.weekday) {
    const days = all === 'weekend' ? WEEKDAY_IDS.slice(5) : WEEKDAY_IDS.slice(0, 5);
    return ['weekday', `${way} ${[...days].sort().join()}`];
  }
  const isInText = part === 'time' ? has.clock : part === 'weekday' ? has.weekday : true;
  return [part, isInText ? way : `${way} ${dim} ${op} ${all}`];
}

const isOfTime = (name: string | undefined): boolean =>
  /^(day|week|month|hour|start_time|weekday|weekpart|part_of_day|session)$/.test(name ?? '');

/** The most comes first as it is, but where rows are in the order of time. */
function orderOf({ by = [], order = [], limit }: Draft): string {
  const [[first, way = ''] = []] = order;
  const isUsual = way === 'desc' && (limit !== undefined || !isOfTime(by[0]));
  return isUsual || isOfTime(first) ? '' : way;
}

export function figuresShape(query: Draft, has: Has): Shape {
  const { measures, by = [], limit, offset, compare, having = [], share } = query;
  // "Over 80" of a fill is 0.8.
  const isInText = (value: number) =>
    has.amounts.some((one) => one === value || Math.abs(one - value * 100) < 1e-6);
  const bound = ([name, op, value]: QueryHaving) =>
    isInText(value) ? `${name} ${op}` : `${name} ${op} ${value}`;
  return {
    ...filtersShape(query.where ?? [], has),
    kind: 'figures',
    measures: [...measures].sort().join(),
    by: [...by].sort().join(),
    order: orderOf(query),
    limit: offset ? 'nth' : limit === undefined ? '' : limit === 1 ? 'one' : 'many',
    compare: compare && (typeof compare === 'object' || has.twoTimes) ? 'range' : (compare ?? ''),
    bound: having.map(bound).join(),
    share: share === true ? 'share' : '',
    range: query.from === undefined || !has.time ? '' : 'range',
  };
}

export function filtersShape(where: readonly Filter[], has: Has): Partial<Record<Part, string>> {
  const none = Object.fromEntries(FILTERS.map((part) => [part, '']));
  return { ...none, ...Object.fromEntries(where.map((one) => filterPart(one, has))) };
}
