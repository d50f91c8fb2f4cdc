/** Things that happen to classes, as conditions: "with no-shows", "never have a waiting list". */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { QueryHaving } from '../../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import { type Asked, isListed } from '../measures/asked.ts';
import { EVENTS } from '../measures/families.ts';
import type { Work } from '../work.ts';
import { negation } from './negation.ts';

export function addPicked(work: Work, asked: Asked, by: DimensionName[]): void {
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

/** What a measure comes to where it is denied: "without any walk-ins", "do not fill", "nobody came". */
function deniedBound(measure: MeasureName, mark: Mark): QueryHaving | null {
  if (EVENTS.has(measure) || measure === 'booked') return [measure, '<=', 0];
  if (measure === 'breakeven_attendance') return ['profit', '<', 0];
  if (measure === 'fill_rate') return [measure, '<', 1];
  const isComing = /^(came|come|attend|visit|people|show|turn)/i.test(mark.typed);
  return measure === 'attended' && isComing ? [measure, '<=', 0] : null;
}

/** "never have a waiting list", and the events that pick classes: "of classes with a waiting list". */
export function eventsOf(work: Work, { of }: Asked, isGrouped: boolean): QueryHaving[] {
  if (!isGrouped) return [];
  return [...of].flatMap(([mark, [measure]]): QueryHaving[] => {
    if (measure === undefined || mark.is !== 'measure') return [];
    const denied = deniedBound(measure, mark);
    if (denied !== null && negation(mark, work)) {
      of.set(mark, [denied[0]]);
      return [denied];
    }
    if (isHeldToo(mark, work)) return [[measure, '>', 0]];
    // "The class that was cancelled the most".
    const isRanked = of.size === 1 && work.has('direction', 'order');
    const isPicked =
      eventNoun(mark, work) !== null && (of.size > 1 || !work.has('by')) && !isRanked;
    return isPicked && !isMeasuredBy(mark, work) && !isListed(mark, work) && !work.has('bound')
      ? [[measure, '>', 0]]
      : [];
  });
}

/** "Classes that were full *and had no-shows*", "over 90 % full or with a waitlist". */
function isHeldToo(mark: MarkOf<'measure'>, work: Work): boolean {
  const have = work.before(mark);
  const joint = have === undefined ? undefined : work.before(have);
  const isOne =
    have?.typed === 'with' &&
    (/\bwith an? /i.test(work.marked.text) || /^(bound|state)$/.test(joint?.is ?? ''));
  const isHad = have?.is === 'have' && (/^ha/i.test(have.typed) || isOne);
  const isEvent = mark.measures.every((one) => EVENTS.has(one));
  return (
    isHad && isEvent && /^(and|or|bound|state)$/.test(joint?.is ?? '') && work.has('bound', 'state')
  );
}

/** "The worst classes *for* late cancels": the figure, and no condition. */
function isMeasuredBy({ typed }: Mark, { marked }: Work): boolean {
  return marked.text.toLowerCase().includes(` for ${typed.toLowerCase()}`);
}

/** "which classes had walk-ins", "which classes were cancelled". */
export function presentEvents(work: Work, { of }: Asked, subject: Mark): QueryHaving[] {
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
