/**
 * What each mark must have left in the query. A mark that left nothing was passed over, and its question is not answered: so
 * no word can be dropped by a rule that another word has set aside.
 */

import { MEASURES, type MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Draft } from './draft.ts';
import { isListed, isTaught } from './measures/asked.ts';
import { ABSORBED, FAMILY, PLANNED, RATIOS, TURNED } from './measures/families.ts';
import type { Work } from './work.ts';

type Trace<Is extends Mark['is']> = (mark: MarkOf<Is>, draft: Draft, work: Work) => boolean;

const TIMES = /^(day|week|month|weekday|hour|part_of_day|start_time)$/;
const CLASSES = /^(series|session|class)$/;
const isOf =
  (...dims: readonly DimensionName[]) =>
  ({ by, where }: Draft): boolean =>
    by.some((dim) => dims.includes(dim)) || where.some(([dim]) => dims.includes(dim));
const isHeld = ({ compare, by, where, measures }: Draft): boolean =>
  compare !== null ||
  measures.length > 1 ||
  by.includes('substitute') ||
  where.some(([dim, , values]) => by.includes(dim) && values.length > 1);

const TRACES: { readonly [Is in Mark['is']]?: Trace<Is> } = {
  measure: (mark, { measures, where }, work) =>
    mark.measures.every(
      (one) =>
        measures.includes(one) ||
        (one === 'cancelled' && where.some(([dim]) => dim === 'status')) ||
        (!isListed(mark, work) && isSaid(one, mark, measures)),
    ),
  state: ({ measure }, { measures, having }) =>
    // "Is it fully booked tomorrow": the bookings and the places.
    (measure === 'fill_rate' && measures.join() === 'booked,capacity') ||
    (measures.includes(measure) &&
      (measures.length === 1 || having.some(([one]) => one === measure))),
  turn: ({ into }, { measures, by }) =>
    into === 'per_class'
      ? by.length > 0 || measures.some((one) => RATIOS.has(one))
      : into === 'rate'
        ? measures.some((one) => MEASURES[one].unit === 'rate')
        : into !== 'average' || measures.some((one) => one !== 'slot_index' && RATIOS.has(one)),
  by: ({ dim }, { by }) => by.includes(dim),
  noun: (mark, draft, work) =>
    CLASSES.test(mark.dim) || isOf(mark.dim)(draft) || work.before(mark)?.is === 'all',
  filter: ({ dim, values }, { where, by }) =>
    (dim === 'substitute' && by.includes(dim)) ||
    where.some(
      ([one, , own]) =>
        one === dim && (dim === 'substitute' || values.every((value) => own.includes(value))),
    ),
  name: ({ candidates }, { where }) =>
    candidates.some(({ kind, id }) =>
      where.some(([dim, , own]) => dim === kind && own.includes(id)),
    ),
  time: (_, { range, compare, where }) =>
    range !== null || compare !== null || where.some(([dim]) => TIMES.test(dim)),
  bound: ({ value }, { having }) =>
    having.some(([, , own]) => Math.abs(own - value) < 1e-6 || Math.abs(own - value / 100) < 1e-6),
  amount: ({ value }, { having }) => having.some(([, , own]) => own === value),
  count: ({ value }, { limit, having }) =>
    limit === value || having.some(([, , own]) => own === value),
  nth: ({ value }, { offset }) => offset === value - 1,
  // "The busiest room by revenue" is the first by revenue; "the fullest" is not.
  order: (mark, { order, measures }) =>
    (order.length > 0 || measures.includes('trend')) &&
    mark.measures.every(
      (one) =>
        measures.includes(one) ||
        /^(attended|average_)/.test(one) ||
        (one === 'profit' && measures.includes('profit_per_class')),
    ),
  direction: (_, draft) => draft.order.length > 0 || isHeld(draft),
  sorted: (_, { order }) => order.length > 0,
  verdict: ({ values }, { where }) =>
    where.some(([dim, , own]) => dim === 'verdict' && values.every((one) => own.includes(one))),
  compare: (_, draft) => isHeld(draft),
  than: (_, draft) => isHeld(draft),
  which: ({ typed }, { by }) => !/^which/i.test(typed) || by.length > 0,
  who: (_, draft) => isOf('trainer')(draft),
  when: (mark, { by, where }, work) =>
    // "The class size *when* it was not a sub": leads to a filter.
    (work.marks.indexOf(mark) > 0 && /^(filter|name|not)$/.test(work.after(mark)?.is ?? '')) ||
    [...by, ...where.map(([dim]) => dim)].some((dim) => TIMES.test(dim)),
  how_many: ({ typed }, { by, measures }) =>
    !/^how (often|many times)/i.test(typed) ||
    by.includes('session') ||
    measures.some((one) => MEASURES[one].kind === 'count'),
  each: (_, { by }) => by.length > 0,
  // "How does attendance vary", and over what?
  how: ({ typed }, { by }) =>
    by.length > 0 ||
    !/^(spread|var|distribut|develop|evolve|progress|split|break|differ|drill)/i.test(typed),
  future: (_, { measures }) => measures.every((one) => PLANNED.has(one)),
  free: (_, { measures }) => measures.includes('booked') || measures.includes('empty_seats'),
};

/** Said by another figure: "people" by any of people, "booked" by the no-shows. */
function isSaid(
  one: MeasureName,
  mark: MarkOf<'measure'>,
  measures: readonly MeasureName[],
): boolean {
  const others = [
    ...(ABSORBED[one] ?? []),
    ...(TURNED[one] ?? []),
    ...(mark.strength === 'weak' ? (FAMILY[one] ?? []) : []),
  ];
  return isTaught(one, mark) || others.some((other) => measures.includes(other));
}

/** Marks that left nothing. Of rooms now and timetables each mark is used or not: they have no figures. */
export function untraced(work: Work, draft: Draft): Mark[] {
  if (draft.kind !== 'figures') return [];
  return work.marks.filter((mark) => {
    const trace = TRACES[mark.is] as Trace<Mark['is']> | undefined;
    return !work.noted.has(mark) && trace?.(mark as never, draft, work) === false;
  });
}
