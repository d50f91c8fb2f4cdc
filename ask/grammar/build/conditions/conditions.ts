/** Bounds of rows and what they bound: "over 90 % full", "never have a waiting list", "profitable". */

import type { MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { QueryHaving } from '../../../../gym/figures/query.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Breakdown } from '../breakdown.ts';
import { notUnderstood, type Stop } from '../draft.ts';
import type { Asked } from '../measures/asked.ts';
import { isWholeOverTime } from '../rows/other-rows.ts';
import type { Work } from '../work.ts';
import { boundMeasure, scaled } from './bounds.ts';
import { addPicked, eventsOf, presentEvents } from './events.ts';
import { negation, OPPOSITE } from './negation.ts';

/** Measures that a bound brings along, and the bounds. */
export interface Conditions {
  readonly having: QueryHaving[];
  readonly measures: MeasureName[];
}

export function conditionsOf(work: Work, asked: Asked, breakdown: Breakdown): Conditions | Stop {
  const { by, subject } = breakdown;
  addPicked(work, asked, by);
  const having = boundsOf(work, asked, breakdown);
  if ('stop' in having) return having;
  ofEven(work, asked);
  const states = work.free('state');
  const loose = states.find((mark) => LOOSELY.test(leadingText(mark, work)));
  if (loose !== undefined && by.length > 0)
    return notUnderstood(
      `How often “${loose.typed}” is meant was not understood: ask with a number (“over 80 %”).`,
    );
  const measures = [...having.map(([measure]) => measure), ...states.map(({ measure }) => measure)];
  const isPicking = by.length > 0 && !(work.has('by') && isWholeOverTime(work));
  for (const mark of states) having.push(...stateBound(mark, isPicking, work));
  const events = eventsOf(work, asked, by.length > 0);
  const present = having.length > 0 || subject === null ? [] : presentEvents(work, asked, subject);
  const denied = new Set(events.map(([measure]) => measure));
  having.push(...events, ...present.filter(([measure]) => !denied.has(measure)));
  if (having.length > 0 && isOfCounted(having, asked, by)) return OTHER_ROWS;
  return having.length > 1 && isEither(work) ? EITHER : { having, measures };
}

/** "Over 90 %", "fewer than five": each with the figure that it is of. */
function boundsOf(work: Work, asked: Asked, breakdown: Breakdown): QueryHaving[] | Stop {
  const having: QueryHaving[] = [];
  for (const mark of work.all('bound')) {
    const measure = boundMeasure(mark, work, asked);
    if (typeof measure !== 'string') return measure;
    if (breakdown.by.length === 0 && !isYesOrNo(work))
      return notUnderstood(`“${mark.typed}” of what? Ask for classes, trainers, rooms or days.`);
    if (isOfOtherRows(mark, work, breakdown)) return OTHER_ROWS;
    const op = negation(mark, work) ? OPPOSITE[mark.op] : mark.op;
    having.push([measure, op, scaled(mark, measure, work)]);
    work.use(mark);
  }
  return having;
}

/** "Classes that are *usually* full" are not those that are full on average. */
const LOOSELY =
  /\b(usually|normally|generally|typically|often|mostly|sometimes|almost|nearly)\W*$/i;

function leadingText({ typed }: Mark, { marked }: Work): string {
  return marked.text.slice(0, marked.text.indexOf(typed));
}

const EITHER: Stop = {
  stop: 'not_understood',
  message: 'Rows of which one or the other holds cannot be picked: ask for one after the other.',
};

/** "Classes with no-shows *or* late cancels". */
function isEither(work: Work): boolean {
  const isCondition = (mark: Mark): boolean => /^(bound|state|measure)$/.test(mark.is);
  return work.all('or').some((or) => {
    const at = work.marks.indexOf(or);
    const behind = work.marks.slice(at + 1).find(({ is }) => !/^(have|any|not|past|all)$/.test(is));
    return work.marks.slice(0, at).some(isCondition) && behind !== undefined && isCondition(behind);
  });
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
