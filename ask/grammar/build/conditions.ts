/** Bounds of rows and what they bound: "over 90 % full", "never have a waiting list", "profitable". */

import { MEASURES, type MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { HavingOperator, QueryHaving } from '../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Breakdown } from './breakdown.ts';
import type { Stop } from './draft.ts';
import { type Asked, boundNoun, isListed, replace } from './measures/asked.ts';
import { EVENTS } from './measures/families.ts';
import type { Work } from './work.ts';

const OPPOSITE: Readonly<Record<HavingOperator, HavingOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** Measures that a bound brings along, and the bounds. */
export interface Conditions {
  readonly having: QueryHaving[];
  readonly measures: MeasureName[];
}

export function conditionsOf(work: Work, asked: Asked, breakdown: Breakdown): Conditions | Stop {
  const { by, subject } = breakdown;
  addPicked(work, asked, by);
  const having: QueryHaving[] = [];
  for (const mark of work.all('bound')) {
    const measure = boundMeasure(mark, work, asked);
    if (typeof measure !== 'string') return measure;
    if (by.length === 0 && !isYesOrNo(work))
      return stop(`“${mark.typed}” of what? Ask for classes, trainers, rooms or days.`);
    if (isOfOtherRows(mark, work, breakdown)) return OTHER_ROWS;
    const op = negation(mark, work) ? OPPOSITE[mark.op] : mark.op;
    having.push([measure, op, scaled(mark, measure, work)]);
    work.use(mark);
  }
  ofEven(work, asked);
  const states = work.free('state');
  const measures = [...having.map(([measure]) => measure), ...states.map(({ measure }) => measure)];
  for (const mark of states) having.push(...stateBound(mark, by.length > 0, work));
  having.push(...eventsOf(work, asked, by.length > 0));
  if (having.length > 0 && isOfCounted(having, asked, by)) return OTHER_ROWS;
  if (having.length === 0 && subject !== null) having.push(...presentEvents(work, asked, subject));
  return { having, measures };
}

/** "How many people do we need in Total Body to cover its costs?" */
function ofEven(work: Work, asked: Asked): void {
  const isOfEven = [...asked.of.values()].some(([one]) => one === 'breakeven_attendance');
  if (isOfEven)
    for (const mark of work.free('state').filter(({ measure }) => measure === 'profit')) {
      work.use(mark);
      work.noted.add(mark);
    }
}

const OTHER_ROWS: Stop = {
  stop: 'not_understood',
  message: 'Rows cannot be picked by a figure of other rows: ask for one after the other.',
};

/** "Attendance per trainer on days with more than 100 visits": the bound is of the days, the rows are trainers. */
function isOfOtherRows(mark: Mark, work: Work, { subject }: Breakdown): boolean {
  if (subject === null || work.marks[0] === subject || /^(series|session)$/.test(subject.dim))
    return false;
  const isOther = work.all('by').some(({ dim, at }) => dim !== subject.dim && at < subject.at);
  return isOther && mark.at > subject.at;
}

/** "How many sessions had fewer than five people, by room": the bound is of the sessions, the rows are rooms. */
function isOfCounted(
  having: readonly QueryHaving[],
  { of }: Asked,
  by: readonly DimensionName[],
): boolean {
  const isCounted = [...of].some(
    ([{ typed }, [one]]) => one === 'sessions' && /\b(how many|number|count)\b/i.test(typed),
  );
  const isRows = by.length > 0 && !by.some((dim) => /^(series|session|class)$/.test(dim));
  return isCounted && isRows && !having.some(([one]) => one === 'sessions');
}

function isYesOrNo({ marked, isFollowUp }: Work): boolean {
  return isFollowUp || /^\W*(is|are|was|were|do|does|did|has|have|had|any)\b/i.test(marked.text);
}

/** "Is it full" asks how full; rows are picked by it. */
function stateBound(mark: MarkOf<'state'>, isGrouped: boolean, work: Work): QueryHaving[] {
  work.use(mark);
  const { measure, op, value } = mark;
  if (negation(mark, work)) return [[measure, OPPOSITE[op], value]];
  return isGrouped || work.has('any') ? [[measure, op, value]] : [];
}

function addPicked(work: Work, asked: Asked, by: DimensionName[]): void {
  const picked = pickedClasses(work, asked, by.length > 0);
  if (picked.length === 0 || by.some((dim) => /^(series|session|class)$/.test(dim))) return;
  by.push(picked.some((noun) => /session/i.test(noun.typed)) ? 'session' : 'series');
  work.note('The rows are the classes that were asked for.');
}

const BETWEEN_CLASS_AND_EVENT = /^(have|which|who|past|any|all|each)$/;

/**
 * Nouns for classes that something happened to, beside a figure of theirs: "attendance of *classes* with a waitlist",
 * "capacity of the overbooked *sessions*".
 */
function pickedClasses(work: Work, asked: Asked, isGrouped: boolean): Mark[] {
  return [...asked.of.keys()].flatMap((mark) => {
    const noun = eventNoun(mark, work);
    const isOnly = asked.of.size < 2 && (isGrouped || (noun?.at ?? 0) < mark.at);
    const isPicked = noun !== null && !isOnly && !isListed(mark, work);
    return isPicked && !(noun.is === 'noun' && !/^(series|session)$/.test(noun.dim)) ? [noun] : [];
  });
}

/** Something stands between the two: "rooms *that are* over capacity", not "rooms overcrowded". */
function isRelative(noun: Mark, mark: Mark): boolean {
  return mark.at > noun.at + noun.length;
}

function eventNoun(mark: Mark, work: Work): Mark | null {
  if (mark.is !== 'measure' || !mark.measures.some((one) => EVENTS.has(one))) return null;
  // "no-shows among classes with a waitlist".
  const isClass = (one: Mark | undefined): one is MarkOf<'noun' | 'by'> =>
    (one?.is === 'noun' || (one?.is === 'by' && /^among/i.test(one.typed))) &&
    (one.dim === 'series' || one.dim === 'session');
  const after = work.after(mark);
  if (isClass(after) && mark.measures.includes('over_capacity')) return after;
  let at = work.marks.indexOf(mark) - 1;
  while (BETWEEN_CLASS_AND_EVENT.test(work.marks[at]?.is ?? '')) at -= 1;
  const before = work.marks[at];
  // "the rooms that are over capacity".
  const isRows = before?.is === 'noun' && before.isPlural && isRelative(before, mark);
  return isClass(before) || isRows || (before !== undefined && work.noted.has(before))
    ? before
    : null;
}

/** "never had a class that went over capacity". */
function isPassed(mark: Mark): boolean {
  const isOneClass = mark.is === 'noun' && !mark.isPlural && /^(series|session)$/.test(mark.dim);
  return isOneClass || /^(have|any|all|past|doing|each|measure)$/.test(mark.is);
}

/** "not", "never", "don't" before a mark, with nothing but helping words between. */
function negation(mark: Mark, work: Work): boolean {
  for (let at = work.marks.indexOf(mark) - 1; at >= 0; at--) {
    const before = work.marks[at];
    if (before?.is === 'not' && before.side === 'before' && !work.isUsed(before)) {
      work.use(before);
      return true;
    }
    if (before === undefined || !isPassed(before)) return false;
  }
  return false;
}

const stop = (message: string): Stop => ({ stop: 'not_understood', message });

function boundMeasure(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | Stop {
  if (mark.measure !== undefined) return mark.measure;
  const counted = countedRight(mark, work);
  if (counted !== null) return counted;
  const near = nearest(mark, work, asked);
  if (mark.unit === 'percent') return ofPercent(mark, near, asked);
  if (mark.unit === 'money') {
    if (near === null) return 'revenue';
    return MEASURES[near].unit === 'money'
      ? near
      : stop(`“${mark.typed}” is an amount of money: of revenue, cost or profit?`);
  }
  if (mark.isCount === true && (near === null || !EVENTS.has(near))) {
    return stop(`“${mark.typed}”: how often that was so is not known.`);
  }
  if (/\bas (many|much)\b/i.test(work.marked.text)) {
    return stop('Two figures of a row cannot be held against each other.');
  }
  return near ?? countedBehind(mark, work) ?? stop(`“${mark.typed}” of what? Name a figure.`);
}

/** "more than 15 *classes*" are classes, whatever else is asked for; of "more than 3 *rooms*" no figure is known. */
function countedRight(mark: MarkOf<'bound'>, work: Work): MeasureName | Stop | null {
  const noun = boundNoun(mark, work);
  if (noun === null || mark.unit !== 'plain') return null;
  if (!/^(series|session)$/.test(noun.dim))
    return stop(`“${mark.typed} ${noun.typed}”: how many of them there are is no figure.`);
  work.use(noun);
  work.noted.add(noun);
  // "At least two classes *were cancelled*".
  const behind = work.marks.slice(work.marks.indexOf(noun) + 1);
  const next = behind.find(({ is }) => !/^(have|past|which|who|any|doing|not|all)$/.test(is));
  const isOf = (one: MeasureName): boolean => next?.is === 'measure' && next.measures.includes(one);
  if (isOf('cancelled')) return 'cancelled';
  if (isOf('over_capacity')) return 'over_capacity';
  const isEvent = next?.is === 'measure' && next.measures.some((one) => EVENTS.has(one));
  return isEvent || next?.is === 'state'
    ? stop(`“${mark.typed} ${noun.typed}”: only all classes of a row can be counted.`)
    : 'sessions';
}

/** "more than 12 classes", "more than 12 a class". */
function countedBehind(mark: Mark, work: Work): MeasureName | null {
  const after = work.after(mark);
  if (after?.is === 'turn' && after.into === 'per_class') return 'average_attendance';
  const isClass = after?.is === 'noun' && (after.dim === 'series' || after.dim === 'session');
  return isClass ? 'sessions' : null;
}

const SHARES: Partial<Readonly<Record<MeasureName, MeasureName>>> = {
  no_shows: 'no_show_rate',
  attended: 'fill_rate',
  capacity: 'fill_rate',
};

function ofPercent(
  mark: MarkOf<'bound'>,
  near: MeasureName | null,
  { of }: Asked,
): MeasureName | Stop {
  if (near === null) return 'fill_rate';
  const share = SHARES[near];
  if (share !== undefined) replace(of, near, share);
  const measure = share ?? near;
  return MEASURES[measure].unit === 'rate'
    ? measure
    : stop(`“${mark.typed}” is no bound of ${measure.replaceAll('_', ' ')}.`);
}

/** The figure that a bound is of: the one right behind it, or else the last one before it. */
function nearest(mark: MarkOf<'bound'>, work: Work, asked: Asked): MeasureName | null {
  const at = work.marks.indexOf(mark);
  const behind = rightBehind(mark, work, asked);
  if (behind !== null && mark.isCount !== true) return behind;
  for (const before of work.marks.slice(0, at).toReversed()) {
    const found = measureIn(before, asked, work);
    if (found !== null) return found;
    if (before.is === 'bound' && before.at !== mark.at) break;
  }
  for (const after of work.marks.slice(at + 1)) {
    const found = measureIn(after, asked, work);
    if (found !== null) return found;
  }
  return [...asked.of.values()][0]?.[0] ?? null;
}

/** Right behind a bound, but for a second bound of the same phrase and helping words. */
function rightBehind(bound: Mark, work: Work, asked: Asked): MeasureName | null {
  for (const mark of work.marks.slice(work.marks.indexOf(bound) + 1)) {
    const found = measureIn(mark, asked, work);
    if (found !== null) return found;
    const isSame = mark.is === 'bound' && mark.at === bound.at;
    if (!isSame && !/^(any|all|or|self)$/.test(mark.is)) return null;
  }
  return null;
}

function measureIn(mark: Mark, asked: Asked, work: Work): MeasureName | null {
  if (mark.is === 'measure') return asked.of.get(mark)?.[0] ?? weakIn(mark, asked, work);
  if (mark.is !== 'state' || !mark.isMeasureToo) return null;
  work.use(mark);
  return mark.measure;
}

/** "fewer than 10 people on average": the people are those of the figure that is named. */
function weakIn(mark: MarkOf<'measure'>, { of }: Asked, work: Work): MeasureName | null {
  if (mark.strength === 'strong') return null;
  const [own] = mark.measures;
  if (isListed(mark, work)) return own ?? null;
  const unit = own === undefined ? null : MEASURES[own].unit;
  return [...of.values()].flat().find((one) => MEASURES[one].unit === unit) ?? own ?? null;
}

/** "fill over 90" is of 90 %. */
function scaled({ value, unit, typed }: MarkOf<'bound'>, measure: MeasureName, work: Work): number {
  if (unit !== 'plain' || MEASURES[measure].unit !== 'rate' || value <= 1) return value;
  work.note(`Took “${typed}” as per cent.`);
  return Number((value / 100).toFixed(6));
}

/** What a measure comes to where it is denied: "without any walk-ins", "do not fill", "nobody came". */
function deniedBound(measure: MeasureName, mark: Mark): QueryHaving | null {
  if (EVENTS.has(measure) || measure === 'booked') return [measure, '<=', 0];
  if (measure === 'breakeven_attendance') return ['profit', '<', 0];
  if (measure === 'fill_rate') return [measure, '<', 1];
  const isComing = /^(came|come|attend|visit|people|show|turn)/i.test(mark.typed);
  return measure === 'attended' && isComing ? [measure, '<=', 0] : null;
}

/** "never have a waiting list", and the events that pick classes: "of classes with a waiting list". */
function eventsOf(work: Work, { of }: Asked, isGrouped: boolean): QueryHaving[] {
  if (!isGrouped) return [];
  return [...of].flatMap(([mark, [measure]]): QueryHaving[] => {
    if (measure === undefined || mark.is !== 'measure') return [];
    const denied = deniedBound(measure, mark);
    if (denied !== null && negation(mark, work)) {
      of.set(mark, [denied[0]]);
      return [denied];
    }
    const isPicked = eventNoun(mark, work) !== null && (of.size > 1 || !work.has('by'));
    return isPicked && !isMeasuredBy(mark, work) && !isListed(mark, work) && !work.has('bound')
      ? [[measure, '>', 0]]
      : [];
  });
}

/** "The worst classes *for* late cancels": the figure, and no condition. */
function isMeasuredBy({ typed }: Mark, { marked }: Work): boolean {
  return marked.text.toLowerCase().includes(` for ${typed.toLowerCase()}`);
}

/** "which classes had walk-ins", "which classes were cancelled". */
function presentEvents(work: Work, { of }: Asked, subject: Mark): QueryHaving[] {
  if (work.has('order', 'direction', 'compare', 'than', 'by_word', 'by')) return [];
  const events = [...of.values()].flat();
  // "At what hour do late cancels *happen*" asks for the number.
  const isHappening = work.all('have').some(({ typed }) => /^(happen|occur)/i.test(typed));
  if (isHappening) return [];
  const isOne = of.size === 1 || work.after(subject)?.is === 'have';
  const isBehind = [...of.keys()].every(({ at }) => at > subject.at);
  if (!isOne || !isBehind || !events.every((one) => EVENTS.has(one))) return [];
  return events.map((one) => [one, '>', 0]);
}
