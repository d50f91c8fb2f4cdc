/** The measures that a question asks for, while they are being found: by the words that name them. */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { QueryOrder } from '../../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Stop } from '../draft.ts';
import type { Work } from '../work.ts';

export interface Asked {
  /** By the mark that names them, in the order of the text. */
  readonly of: Map<Mark, readonly MeasureName[]>;
  /** "per class" means each class, "per session" each date of one, "revenue trend" each week; null where it turned a figure. */
  readonly each: DimensionName | null;
}

/** "Attendance of the classes *held* in October": which classes, and not how many. */
export const isTaught = (one: MeasureName, { typed }: Mark): boolean =>
  /^(sessions|held)$/.test(one) && !/how many|number|count|total/i.test(typed);

/** "For each trainer: *classes*, visits and no-shows": how many there are, in a list of figures. */
export function isCountedIn(noun: MarkOf<'noun'>, work: Work): boolean {
  if (!noun.isPlural || !/^(series|session)$/.test(noun.dim)) return false;
  const joint = work.after(noun);
  const next = joint?.is === 'and' ? work.after(joint) : joint;
  const isFirst = next?.is === 'measure' && (joint?.is === 'and' || next.isAfterComma);
  const before = work.before(noun);
  const other = before?.is === 'and' ? work.before(before) : before;
  const isLater = other?.is === 'measure' && (before?.is === 'and' || noun.isAfterComma);
  const isItem = noun.isAfterComma || /^(and|measure)$/.test(before?.is ?? 'and');
  if (!isItem || /\bonly\b/i.test(work.marked.text)) return false;
  const isRows = work.all('by', 'by_word').length > 0 && !work.has('which', 'bound', 'state');
  return isRows && (isFirst || isLater);
}

/** The noun that a number counts: "more than 15 *classes*". */
export function boundNoun(bound: Mark, work: Work): MarkOf<'noun'> | null {
  const next = work.after(bound);
  if (next?.is !== 'noun' || !next.isPlural || next.isAfterComma) return null;
  return next.at === bound.at + bound.length ? next : null;
}

export const noSuch = (message: string): Stop => ({ stop: 'not_known_here', message });

export function first({ of }: Asked): MeasureName | undefined {
  return [...of.values()][0]?.[0];
}

export const has = (of: Asked['of'], measure: MeasureName): boolean =>
  [...of.values()].some((measures) => measures.includes(measure));
export const replace = (
  of: Map<Mark, readonly MeasureName[]>,
  from: MeasureName,
  to: MeasureName,
): void => {
  for (const [mark, measures] of of) {
    if (measures.includes(from))
      of.set(
        mark,
        measures.map((one) => (one === from ? to : one)),
      );
  }
};
export const drop = (of: Map<Mark, readonly MeasureName[]>, measure: MeasureName): void => {
  for (const [mark, measures] of of) if (measures.includes(measure)) of.delete(mark);
};

/** Between the sign of a list and its figure: "and how many *people*". */
const LITTLE = /^(how_many|how_much|have|past|any|all|turn|doing|which|self)$/;
const JOINS = /^(and|or|compare)$/;

export function isListed(mark: Mark, { marks }: Work): boolean {
  const at = marks.indexOf(mark);
  return isGoingOn(marks.slice(at + 1)) || isBehind(marks.slice(0, at + 1).toReversed());
}

/** The same where times and names stand before the joint: "what each brought in *last week* and what was left". */
export function isJoined(mark: Mark, work: Work): boolean {
  const behind = work.marks.slice(work.marks.indexOf(mark) + 1);
  const next = behind.findIndex(({ is }) => !BETWEEN.test(is));
  return isListed(mark, work) || (next > 0 && isGoingOn(behind.slice(next)));
}

/** "Attendance, *corrected for the time slot*", "earnings, *after costs*": of the figure before, and none of its own. */
const OF_BEFORE =
  /^(allow|account|correct|adjust|control|given|considering|relative|compared|tak|after|net of|than|for the|slot|time)/i;
const BETWEEN = /^(time|filter|name|past|self|by|each)$/;

function isGoingOn([next, ...others]: readonly Mark[]): boolean {
  if (next === undefined || !JOINS.test(next.is))
    return next?.isAfterComma === true && next.is === 'measure' && !OF_BEFORE.test(next.typed);
  // "over 15 people and no waitlist".
  return others.find((one) => one.is !== 'not' && !LITTLE.test(one.is))?.is === 'measure';
}

/** @param marks backwards, its own first */
function isBehind(marks: readonly Mark[]): boolean {
  const [own] = marks;
  if (own?.isAfterComma === true && OF_BEFORE.test(own.typed)) return false;
  const at = marks.findIndex((one, i) => i > 0 && !isLittle(one));
  const passed = at < 0 ? marks : marks.slice(0, at);
  const comma = passed.findIndex(({ isAfterComma }) => isAfterComma);
  const isJoined = comma >= 0 || (at > 0 && JOINS.test(marks[at]?.is ?? ''));
  const others = marks.slice(comma >= 0 ? comma + 1 : at + 1);
  return isJoined && others.some(({ is }) => is === 'measure');
}

/** "Profit from takings": two figures that no word joins; which of them is meant is not known. */
export function unjoined(work: Work, of: Asked['of']): Stop | null {
  const marks = [...of.keys()].filter((one) => one.is === 'measure' && one.strength === 'strong');
  const apart = marks.find((mark, i) => {
    const earlier = marks[i - 1];
    const names = [mark, earlier].flatMap((one) => (one === undefined ? [] : (of.get(one) ?? [])));
    // "Is revenue going up or down": shown over time.
    if (names.includes('trend') && !names.includes('attended')) return false;
    if (earlier === undefined || of.get(mark)?.join() === of.get(earlier)?.join()) return false;
    const from = work.marks.indexOf(earlier);
    const run = work.marks.slice(from + 1, work.marks.indexOf(mark) + 1);
    return !run.some((one) => one.isAfterComma || JOINING.test(one.is));
  });
  return apart === undefined
    ? null
    : noSuch(
        `Two figures stand together and nothing joins them: ask for one, or put “and” between.`,
      );
}

const JOINING =
  /^(and|or|compare|than|by_word|bound|state|not|order|direction|sorted|list|each|have|which|how_many|how_much|noun|by|all|past|name|time|filter|doing|how|any|verdict|turn|count)$/;

function isLittle(mark: Mark): boolean {
  return LITTLE.test(mark.is) || (mark.is === 'measure' && mark.strength === 'weak');
}

const OUTDOING = /^(beat|exceed|outperform|outdo|top|defy|defies|over)/i;
const FALLING_SHORT = /^(underperform|under)/i;

/** "Which classes *beat* their time slot": those that do it most come first. */
export function outdone({ of }: Asked, by: readonly DimensionName[]): QueryOrder[] {
  const [mark] = [...of].find(([, measures]) => measures.includes('slot_index')) ?? [];
  if (mark === undefined || by.length === 0) return [];
  if (OUTDOING.test(mark.typed)) return [['slot_index', 'desc']];
  return FALLING_SHORT.test(mark.typed) ? [['slot_index', 'asc']] : [];
}
