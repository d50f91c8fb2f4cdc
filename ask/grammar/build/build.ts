/** Makes a query of the marks of one question, or says what stands against it. No mark may be left unused. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import { QUERY_LIMITS } from '../../../gym/figures/query.ts';
import type { Look } from '../dates/span.ts';
import { FORECAST_MESSAGE } from '../marks/meanings.ts';
import { type Breakdown, breakdownOf } from './breakdown.ts';
import { conditionsOf } from './conditions/conditions.ts';
import { type Draft, emptyDraft, isStop, type Stop, unread } from './draft.ts';
import { type Filters, filtersOf } from './filters/filters.ts';
import { liveDraft } from './live.ts';
import type { Asked } from './measures/asked.ts';
import { PLANNED } from './measures/families.ts';
import { measuresOf } from './measures/measures.ts';
import { lossesFirst, ordersOf } from './orders.ts';
import { type Ranges, rangesOf } from './ranges.ts';
import { refusalOf } from './refusals.ts';
import { countedBySeries } from './rows/counted.ts';
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
  if (asked.each !== null && !breakdown.by.includes(asked.each)) breakdown.by.push(asked.each);
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
  draft.order = ordered.order.length > 0 ? ordered.order : lossesFirst(draft);
  draft.limit = ordered.limit;
  draft.offset = ordered.offset;
  draft.measures = named(asked, base, [...conditions.measures, ...ordered.measures]);
  addVerdict(work, draft, verdict);
  if (draft.measures.length === 0 && base === null) {
    const usual = usualMeasures(work, filters, breakdown);
    if (isStop(usual)) return usual;
    draft.measures = usual;
  }
  shown(work, draft);
  work.use(...work.all('timetable').filter((mark) => isTold(mark.typed, draft, work)));
  renumber(work, draft, base);
  ofAll(work, draft);
  return dated(work, draft, ranges);
}

/** Words that only set the figures beside each other. */
function shown(work: Work, draft: Draft): void {
  if (draft.measures.length > 1)
    work.use(
      ...work
        .free('compare')
        .filter(
          (mark) =>
            /^side by side$/i.test(mark.typed) ||
            (work.after(mark)?.is === 'measure' && !/relati/i.test(mark.typed)),
        ),
    );
  if (draft.by.includes('substitute')) work.use(...work.all('compare', 'than', 'direction'));
  // "How has revenue changed week on week": shown week by week.
  if (draft.by.some((dim) => /^(day|week|month)$/.test(dim)) && draft.measures.length > 0)
    for (const mark of work.free('compare').filter(({ typed }) => /^chang/i.test(typed))) {
      work.use(mark);
      work.noted.add(mark);
    }
}

/** "Is Anna our best trainer?": the first of all trainers, and not of Anna alone. */
function ofAll(work: Work, draft: Draft): void {
  const [by] = draft.by;
  const isAsked = /^\W*(is|are|was|were)\b/i.test(work.marked.text) && draft.limit !== null;
  if (!isAsked || by === undefined || draft.by.length > 1) return;
  const alone = draft.where.find(([dim, op, values]) => {
    const isRows =
      dim === by || (by === 'day' && dim === 'weekday') || (by === 'series' && dim === 'class');
    return isRows && op === 'is' && values.length === 1;
  });
  if (alone === undefined) return;
  // "Is Monday our best day": of the week.
  if (by !== alone[0]) for (const noun of work.all('noun')) work.noted.add(noun);
  draft.by = [alone[0]];
  draft.where = draft.where.filter((one) => one !== alone);
  for (const mark of work.all('name', 'time', 'filter')) work.noted.add(mark);
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
  // "How many classes are weak": those of the week, and not their dates.
  const isCounted = draft.measures.join() === 'sessions' && draft.by.length === 0;
  if (isCounted) {
    draft.measures = [];
    for (const mark of work.all('measure')) work.noted.add(mark);
    work.note('The rows are those that were asked for.');
  }
  if (draft.measures.length > 0) return;
  draft.measures.push(...first.measures);
  if (draft.by.length === 0) draft.by.push('series');
}

/** "How many on Monday": people; "how many substitutes": the classes that one taught. */
function countedPeople(work: Work): MeasureName[] | null {
  const [count] = work.all('how_many');
  const next = count === undefined ? undefined : work.after(count);
  const isStanding = /^how (often|many times)/i.test(count?.typed ?? '');
  const standing = isStanding ? work.all('filter') : next?.is === 'filter' ? [next] : [];
  if (standing.some(({ dim }) => dim === 'substitute')) return ['sessions'];
  return count !== undefined && next?.is !== 'noun' ? ['attended'] : null;
}

/** "How does Anna compare?" */
function isWithoutOther(work: Work): boolean {
  const last = work.marks.at(-1);
  return last?.is === 'compare' && /^compares?$/i.test(last.typed) && work.has('name');
}

const WITH_WHAT: Stop = {
  stop: 'not_understood',
  message: 'Compared with what? Name the other one, or ask for all of them (“by trainer”).',
};

/** "How did Anna do", "how was Saturday": people and fill. */
function usualMeasures(work: Work, filters: Filters, { by }: Breakdown): MeasureName[] | Stop {
  const own = work.all('direction').flatMap(({ measures = [] }) => measures);
  if (own.length > 0) return own;
  const counted = countedPeople(work);
  if (counted !== null) return counted;
  const isClassed = filters.where.some(([dim]) => /^(substitute|quality|source|status)$/.test(dim));
  const isOfClasses = work.all('noun').some(({ dim }) => dim === 'series' || dim === 'session');
  if (isClassed && (by.length > 0 || isOfClasses)) return ['sessions'];
  const isDoing = work.all('doing').some(({ typed }) => !/^(do|does|did)$/i.test(typed));
  if (isWithoutOther(work)) return WITH_WHAT;
  const isAsked = isDoing || work.has('how', 'compare', 'than') || work.all('direction').length > 0;
  // "What changed last week" asks for what is different.
  const isOfChange = work.all('compare').some(({ typed }) => /^(chang|differ)/i.test(typed));
  if (
    isAsked &&
    !isOfChange &&
    (isDoing || filters.where.length > 0 || work.has('time') || by.length > 0)
  ) {
    work.use(...work.all('compare', 'than').filter(() => filters.where.length > 0));
    const isOfTime = by.every((dim) => !/^(series|class|trainer|room|session)$/.test(dim));
    const isFill = by.length > 0 && !isOfTime;
    work.note(
      `No figure was named: ${isFill ? 'how full it was' : 'people who came and how full it was'}.`,
    );
    return isFill ? ['fill_rate'] : ['attended', 'fill_rate'];
  }
  return {
    stop: 'not_understood',
    message:
      'Which figure is meant was not understood: people, fill, no-shows or revenue, for example.',
  };
}

/** Words of teaching and of the timetable that a question about figures has as well. */
function isTold(typed: string, draft: Draft, work: Work): boolean {
  // "What should I drop from the timetable?"
  if (/timetable|schedule|programme|rota/i.test(typed) && work.has('verdict')) return true;
  if (/^on the (timetable|schedule)$/i.test(typed) && draft.measures.includes('sessions'))
    return true;
  if (
    /^(teach|teaches|teaching|taught|coaching|working|work|works)( by)?$|^(led|given|taken|run) by$/i.test(
      typed,
    )
  ) {
    return (
      draft.measures.includes('sessions') ||
      draft.by.some((dim) => dim === 'trainer' || dim === 'substitute') ||
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
  // Beside a figure of classes that were held they are of those.
  const isPlanned =
    measures.some((one) => one === 'booked' || one === 'waitlisted') &&
    measures.every((one) => PLANNED.has(one));
  const isPast =
    work.has('past') || /\b(was|were|did|had|ran|came|held|taught)\b/i.test(work.marked.text);
  const look: Look = isPlanned && !isPast ? 'ahead' : 'back';
  const earlier =
    base?.range == null || base.span === null ? null : { days: base.range, span: base.span };
  return rangesOf(work, look, earlier);
}

/** What is known of them where a class is still to come. */
const FREE: ReadonlyMap<MeasureName, readonly MeasureName[]> = new Map([
  ['empty_seats', ['capacity', 'booked']],
  ['fill_rate', ['booked', 'capacity']],
]);

function dated(work: Work, draft: Draft, ranges: Ranges): Draft | Stop {
  const { range, span, compare } = ranges;
  const { today } = work.marked;
  const isAhead = range !== null && range.from > today;
  const isHeld = draft.measures.some((one) => !PLANNED.has(one));
  const isOfPlaces = draft.measures.every((one) => PLANNED.has(one) || FREE.has(one));
  if (isHeld && (work.has('future') || (isAhead && (!isOfPlaces || draft.having.length > 0)))) {
    return { stop: 'not_known_here', message: FORECAST_MESSAGE, subject: 'forecast' };
  }
  if (isAhead && draft.measures.some((one) => FREE.has(one))) {
    const planned = draft.measures.flatMap((one) => FREE.get(one) ?? [one]);
    draft.measures = [...new Set(planned)];
    draft.order = draft.order.map(([one, way]) => [one === 'fill_rate' ? 'booked' : one, way]);
    work.note('Of classes to come, the bookings and the capacity are known.');
  }
  return { ...draft, range, span, compare };
}
