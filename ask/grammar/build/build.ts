/** Makes a query of the marks of one question, or says what stands against it. No mark may be left unused. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { QUERY_LIMITS } from '../../../gym/figures/query.ts';
import type { Look } from '../dates/span.ts';
import { FORECAST_MESSAGE } from '../marks/subjects.ts';
import { type Breakdown, breakdownOf } from './breakdown.ts';
import { conditionsOf } from './conditions.ts';
import { type Draft, emptyDraft, isStop, type Stop, unread } from './draft.ts';
import { type Filters, filtersOf } from './filters.ts';
import { liveDraft } from './live.ts';
import type { Asked } from './measures/asked.ts';
import { measuresOf, PLANNED } from './measures/measures.ts';
import { ordersOf } from './orders.ts';
import { type Ranges, rangesOf } from './ranges.ts';
import { refusalOf } from './refusals.ts';
import type { Work } from './work.ts';

/** Marks that only help: they never ask for anything themselves. */
const HELPING =
  /^(and|or|each|which|how_many|how_much|how|have|any|all|list|past|self|future|doing)$/;

/** @param base the question before, where this one goes on from it */
export function build(work: Work, base: Draft | null): Draft | Stop {
  const refusal = refusalOf(work);
  if (refusal !== null) return refusal;
  const filters = filtersOf(work);
  if (isStop(filters)) return filters;
  const live = liveDraft(work, filters, base);
  const draft = live ?? figures(work, filters, base);
  if (isStop(draft)) return draft;
  return whole(work, draft);
}

function whole(work: Work, draft: Draft): Draft | Stop {
  const rest = work.unused().filter(({ is }) => !HELPING.test(is));
  const [negation] = rest.filter(({ is }) => is === 'not');
  if (negation !== undefined) {
    const message = `What “${negation.typed}” leaves out or denies was not understood.`;
    return { stop: 'not_understood', message };
  }
  if (rest.length > 0) return unread([...new Set(rest.map(({ typed }) => typed))]);
  const { measures, dimensions } = QUERY_LIMITS;
  if (draft.by.length > dimensions || draft.measures.length > measures) {
    const message = `At most ${measures} figures by ${dimensions} things at once.`;
    return { stop: 'not_understood', message };
  }
  return draft;
}

function figures(work: Work, filters: Filters, base: Draft | null): Draft | Stop {
  const breakdown = breakdownOf(work, filters);
  const verdict = work.all('verdict');
  const asked = measuresOf(work, breakdown.by.length > 0, base);
  if (isStop(asked)) return asked;
  if (asked.isPerSeries && !breakdown.by.includes('series')) breakdown.by.push('series');
  countedBySeries(work, asked, breakdown);
  const conditions = conditionsOf(work, asked, breakdown);
  if (isStop(conditions)) return conditions;
  const planned = [...asked.of.values()].flat();
  const ranges = datesOf(work, [...planned, ...conditions.measures], base);
  if (isStop(ranges)) return ranges;
  const ranked = base === null ? breakdown : { ...breakdown, by: orBase(breakdown.by, base) };
  const ordered = ordersOf(work, asked, ranked);
  if (isStop(ordered)) return ordered;
  const draft: Draft = {
    ...emptyDraft(),
    by: breakdown.by,
    where: [...filters.where, ...work.extraWhere],
  };
  draft.having = conditions.having;
  draft.order = ordered.order;
  draft.limit = ordered.limit;
  draft.offset = ordered.offset;
  draft.measures = named(asked, base, [...conditions.measures, ...ordered.measures]);
  addVerdict(work, draft, verdict);
  if (draft.measures.length === 0 && base === null) {
    const usual = usualMeasures(work, filters, breakdown);
    if (isStop(usual)) return usual;
    draft.measures = usual;
  }
  if (draft.measures.length > 1)
    work.use(...work.free('compare').filter((mark) => work.after(mark)?.is === 'measure'));
  work.use(...work.all('timetable').filter((mark) => isTold(mark.typed, draft, work)));
  renumber(work, draft, base);
  return dated(work, draft, ranges);
}

function orBase<T>(own: readonly T[], base: Draft & { by: readonly T[] }): T[] {
  return own.length > 0 ? [...own] : [...base.by];
}

function named(asked: Asked, base: Draft | null, brought: readonly MeasureName[]): MeasureName[] {
  const own = [...asked.of.entries()].flatMap(([, measures]) => measures);
  const all = [...new Set([...own, ...brought])];
  // What was taken over from the question before is not asked anew.
  return base !== null && own.every((one) => base.measures.includes(one)) && brought.length === 0
    ? own
    : all;
}

/** "How many classes are over 90 % full": the classes are the rows. */
function countedBySeries(work: Work, asked: Asked, { by }: Breakdown): void {
  const isBound = work.has('bound', 'state');
  const entries = [...asked.of];
  const [count] = entries.filter(([, measures]) => measures.includes('sessions'));
  if (count === undefined || by.length > 0 || !isBound) return;
  const isOwn = work.all('bound').some((mark) => work.after(mark) === count[0]);
  if (isOwn) return;
  asked.of.delete(count[0]);
  by.push(/sessions?/i.test(count[0].typed) ? 'session' : 'series');
  work.note('The rows are the classes that were asked for.');
}

function addVerdict(work: Work, draft: Draft, marks: ReturnType<typeof work.all<'verdict'>>): void {
  const [first] = marks;
  if (first === undefined) return;
  work.use(...marks);
  const before = work.before(first);
  const isNot = before?.is === 'not' && !work.isUsed(before);
  if (isNot && before !== undefined) work.use(before);
  draft.where.push([
    'verdict',
    isNot ? 'is_not' : 'is',
    [...new Set(marks.flatMap(({ values }) => values))],
  ]);
  if (draft.measures.length > 0) return;
  draft.measures.push(...first.measures);
  if (draft.by.length === 0) draft.by.push('series');
}

/** "How did Anna do", "how was Saturday": people and fill. */
function usualMeasures(work: Work, filters: Filters, { by }: Breakdown): MeasureName[] | Stop {
  const [count] = work.all('how_many');
  if (count !== undefined && work.after(count)?.is !== 'noun') return ['attended'];
  const isClassed = filters.where.some(([dim]) => /^(substitute|quality|source|status)$/.test(dim));
  if (isClassed && by.length > 0) return ['sessions'];
  const isDoing = work.all('doing').some(({ typed }) => !/^(do|does|did)$/i.test(typed));
  const isAsked = isDoing || work.has('how', 'compare', 'than') || work.all('direction').length > 0;
  if (isAsked && (isDoing || filters.where.length > 0 || work.has('time') || by.length > 0)) {
    work.use(...work.all('compare', 'than').filter(() => filters.where.length > 0));
    work.note('No figure was named: people who came and how full it was.');
    const isOfTime = by.every((dim) => !/^(series|class|trainer|room|session)$/.test(dim));
    return by.length > 0 && !isOfTime ? ['fill_rate'] : ['attended', 'fill_rate'];
  }
  return {
    stop: 'not_understood',
    message:
      'Which figure is meant was not understood: people, fill, no-shows or revenue, for example.',
  };
}

/** Words of teaching and of the timetable that a question about figures has as well. */
function isTold(typed: string, draft: Draft, work: Work): boolean {
  if (/^(teach|teaches|teaching|taught|coaching)$/i.test(typed)) {
    return (
      draft.by.includes('trainer') ||
      draft.where.some(([dim]) => dim === 'trainer' || dim === 'substitute')
    );
  }
  return /^(are|is|were|was) there/i.test(typed) && work.has('bound', 'state') === false
    ? draft.measures.length > 0 && !/class|session/i.test(typed)
    : false;
}

/** "make that 5 percent": the bound of the question before with another number. */
function renumber(work: Work, draft: Draft, base: Draft | null): void {
  const [bound, ...others] = base?.having ?? [];
  const [amount] = work.free('amount', 'count');
  if (amount?.is === 'count' && bound === undefined && base !== null && base.order.length > 0) {
    work.use(amount);
    draft.limit = amount.value;
    return;
  }
  if (bound === undefined || others.length > 0 || amount === undefined) return;
  work.use(amount, ...work.all('turn'));
  const [measure, op] = bound;
  draft.having = [[measure, op, amount.value]];
}

/** The days that are asked about; of plans those ahead. */
function datesOf(work: Work, measures: readonly MeasureName[], base: Draft | null): Ranges | Stop {
  const isPlanned = measures.some((one) => one === 'booked' || one === 'waitlisted');
  const isPast =
    work.has('past') || /\b(was|were|did|had|ran|came|held|taught)\b/i.test(work.marked.text);
  const look: Look = isPlanned && !isPast ? 'ahead' : 'back';
  const earlier =
    base?.range == null || base.span === null ? null : { days: base.range, span: base.span };
  return rangesOf(work, look, earlier);
}

function dated(work: Work, draft: Draft, ranges: Ranges): Draft | Stop {
  const { range, span, compare } = ranges;
  const { today } = work.marked;
  const isAhead = range !== null && range.from > today;
  const isHeld = draft.measures.some((one) => !PLANNED.has(one) && one !== 'empty_seats');
  if ((isAhead && isHeld) || (work.has('future') && isHeld)) {
    return { stop: 'not_known_here', message: FORECAST_MESSAGE, subject: 'forecast' };
  }
  if (isAhead && draft.measures.includes('empty_seats')) {
    draft.measures = [
      ...new Set(
        draft.measures.flatMap((one) =>
          one === 'empty_seats' ? (['capacity', 'booked'] as const) : [one],
        ),
      ),
    ];
    work.note('Of classes to come, the free places are the capacity less the bookings.');
  }
  return { ...draft, range, span, compare };
}
