/** Rows that other words than "by" ask for: "by Mon/Wed/Fri", "compare the trainers", "each Monday", "every day but Sunday". */

import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Filters } from '../filters/filters.ts';
import type { Work } from '../work.ts';

export const CLASSES: ReadonlySet<DimensionName> = new Set<DimensionName>([
  'series',
  'session',
  'class',
]);

/** "Late cancels by Mon/Wed/Fri", "attendance by Tom and Maya"; "revenue by Anna" is hers. */
export function namedRows(work: Work, filters: Filters, push: (dim: DimensionName) => void): void {
  for (const word of work.free('by_word').filter(({ typed }) => /^by$/i.test(typed))) {
    const next = work.after(word);
    const dim = next === undefined ? undefined : dimOf(next);
    const count = dim === undefined ? 0 : (filters.values.get(dim)?.length ?? 0);
    if (dim === undefined || count === 0 || (count < 2 && dim !== 'trainer')) continue;
    work.use(word);
    if (count > 1) push(dim);
  }
}

function dimOf(mark: Mark): DimensionName | undefined {
  if (mark.is === 'name') return mark.candidates[0]?.kind;
  if (mark.is === 'time') return 'weekday';
  return mark.is === 'filter' ? mark.dim : undefined;
}

/** "How full are we on every day but Sunday": all of them but one, and no rows. */
export function isAllBut(mark: MarkOf<'by'>, work: Work): boolean {
  const isEvery = /^(on |at |in )?(every|any|each)\b/i.test(mark.typed);
  return isEvery && /^(day|weekday)$/.test(mark.dim) && work.after(mark)?.is === 'not';
}

/** "Fill rate - October - trainers". */
export function isLastOfAll(noun: MarkOf<'noun'>, work: Work): boolean {
  const before = work.before(noun);
  const isApart = noun.isAfterComma || /^[-–—]$/.test(before?.typed ?? '');
  const isLast = noun.isPlural && work.after(noun) === undefined && work.has('measure');
  return isLast && isApart && !CLASSES.has(noun.dim) && !work.has('by', 'by_word');
}

/** "Compare the trainers on fill rate": each of them, and not one time or name with another. */
export function isCompared(noun: MarkOf<'noun'>, work: Work): boolean {
  const before = work.before(noun);
  const isHead =
    before?.is === 'compare' && /^(compare|comparing|comparison)\b/i.test(before.typed);
  if (!isHead || !noun.isPlural || work.all('compare', 'than').length > 1) return false;
  work.noted.add(before);
  work.use(before);
  return true;
}

/** "*Instructor* fill rates this month": of each of them. */
export function isOfEach(noun: MarkOf<'noun'>, work: Work): boolean {
  const next = work.after(noun);
  const isNamed = work.all('name').some(({ candidates: [one] }) => one?.kind === noun.dim);
  const isNext = next?.is === 'measure' && next.at === noun.at + noun.length && !noun.isPlural;
  return /^(trainer|room)$/.test(noun.dim) && isNext && !isNamed && isFirst(noun, work);
}

/** "Evening *classes* with a waitlist", "Anna's classes". */
export function isFirst(noun: Mark, { marks }: Work): boolean {
  return marks
    .slice(0, marks.indexOf(noun))
    .every(({ is }) => /^(filter|name|time|self)$/.test(is));
}

/** "Who cancelled the most *classes*, which trainer": the rows are of the other noun. */
export const isOther = (mark: Mark | undefined, noun: Mark): boolean =>
  mark?.is === 'noun' && mark !== noun;

/** "Are there classes with a fill rate under 30 %?" */
export function toldNouns(work: Work, push: (dim: DimensionName) => void): void {
  if (!work.has('bound', 'state')) return;
  for (const mark of work.all('timetable')) {
    if (!/\b(class|session)/i.test(mark.typed)) continue;
    push(/session/i.test(mark.typed) ? 'session' : 'series');
    work.use(mark);
  }
}

/** "How did revenue develop in October": week by week. "On each Monday": each date. */
export function overTime(work: Work, push: (dim: DimensionName) => void): void {
  if (work.all('how').some(({ typed }) => /^(develop|evolve|progress)/i.test(typed))) push('week');
  else if (work.all('each').some((mark) => work.after(mark)?.is === 'time')) {
    const [mark] = work.all('each');
    const typed = mark === undefined ? '' : (work.after(mark)?.typed ?? '');
    push(/week/i.test(typed) ? 'week' : /month/i.test(typed) ? 'month' : 'day');
  } else if (work.all('time').some(({ typed }) => /^(on )?each \w+day$/i.test(typed))) push('day');
}

/** "Did…", "tell me whether…": the answer is yes or no. */
const WHETHER =
  /^\W*(?:(?:so|and|but|well|ok|okay|right)\W+)*(?:is|are|was|were|do|does|did|has|have|had)\b|\bwhether\b|\b(?:know|see|tell me|wonder|wondering|check|find out|say) if\b/i;

/** "Did we make money *by week*": of each week, and not the weeks in which it was so. */
export function isWholeOverTime(work: Work): boolean {
  const isTimed = work.all('by').every(({ dim }) => /^(day|week|month)$/.test(dim));
  return isTimed && WHETHER.test(work.marked.text) && !work.has('any', 'which', 'who', 'not');
}

/** "Did *Anna's classes* turn a profit?": whether they did together, and not which of them did. */
export function isAskedWhole(noun: MarkOf<'noun'>, work: Work): boolean {
  if (!noun.isPlural || !CLASSES.has(noun.dim) || !work.has('state')) return false;
  if (work.has('any', 'all', 'which', 'who', 'bound', 'not', 'by_word', 'each', 'order'))
    return false;
  if (work.has('by') && !isWholeOverTime(work)) return false;
  const before = work.marks.slice(0, work.marks.indexOf(noun));
  const isLed = before.every(
    ({ is }, at) => /^(filter|name|time|self|past|doing)$/.test(is) || (is === 'have' && at === 0),
  );
  return isLed && WHETHER.test(work.marked.text);
}
