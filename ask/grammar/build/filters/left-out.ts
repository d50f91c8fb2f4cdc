/** What an "except" leaves out: the filters behind it, or before it where it ends a phrase. */

import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Work } from '../work.ts';

const JOINING: ReadonlySet<Mark['is']> = new Set(['and', 'or']);
/** Between "except" and what it leaves out. */
const SKIPPED: ReadonlySet<Mark['is']> = new Set(['any', 'all', 'have', 'self', 'each', 'and']);

export function isLeftOut(mark: Mark, work: Work): boolean {
  for (const not of work.all('not')) {
    const isBut = not.kind === 'but' && !isExcepting(not, work);
    if (not.side === 'before' && !isBut && runAfter(not, work).includes(mark)) return true;
    if (not.side === 'after' && work.before(not) === mark) return true;
  }
  return false;
}

/** Filters that follow an "except", joined by "and". */
function runAfter(not: Mark, work: Work): Mark[] {
  const run: Mark[] = [];
  let at = work.marks.indexOf(not) + 1;
  while (at < work.marks.length) {
    const mark = work.marks[at];
    if (mark === undefined) break;
    if (isFiltering(mark)) run.push(mark);
    else if (run.length === 0 ? !isSkipped(mark) : !JOINING.has(mark.is)) break;
    at++;
  }
  return run;
}

/** "ignoring sessions with quality C". */
export function isSkipped(mark: Mark): boolean {
  const isClass = mark.is === 'noun' && (mark.dim === 'series' || mark.dim === 'session');
  const isTeaching =
    mark.is === 'timetable' && /^(teach|teaches|taught|taken|led|run|given)/i.test(mark.typed);
  return (
    SKIPPED.has(mark.is) || isClass || isTeaching || mark.is === 'by_word' || mark.is === 'past'
  );
}

export function isFiltering(mark: Mark): boolean {
  if (mark.is === 'name' || mark.is === 'filter') return true;
  if (mark.is !== 'time') return false;
  const { weekdays, span, part } = mark.phrase;
  const isWeekend = span?.unit === 'weekend';
  return weekdays !== undefined || part !== undefined || span?.isWeekday === true || isWeekend;
}

/** What an "except" leaves out: behind it, or before it where it ends a phrase. */
export function leftOutBy(not: MarkOf<'not'>, work: Work): Mark[] {
  const behind = not.side === 'before' ? runAfter(not, work) : runBefore(not, work);
  if (behind.length > 0) return behind;
  return /^left\b/i.test(not.typed) ? runBefore(not, work) : taughtBefore(not, work);
}

/** "all days but Sunday"; any other "but" only joins. */
export function isExcepting(not: Mark, work: Work): boolean {
  const before = work.marked.text.toLowerCase().split(/\bbut\b/)[0] ?? '';
  return /\b(all|every|any|each|everything|everyone)\b/.test(before) && not.at > 0;
}

/** "when Tom does not teach". */
function taughtBefore(not: Mark, work: Work): Mark[] {
  const after = work.after(not);
  const before = work.before(not);
  const isTeaching = after?.is === 'timetable' && /^(teach|teaches|teaching)/i.test(after.typed);
  if (!isTeaching || before?.is !== 'name') return [];
  work.use(after);
  return [before];
}

/** "With Hatha Yoga and Slow Flow left out": all that "and" joins. */
function runBefore(not: Mark, work: Work): Mark[] {
  const run: Mark[] = [];
  let before = work.before(not);
  while (
    before !== undefined &&
    isFiltering(before) &&
    (run.length === 0 || isAlike(before, run))
  ) {
    run.push(before);
    const joint = work.before(before);
    const isOfList = run.at(-1)?.isAfterComma === true;
    before =
      joint !== undefined && JOINING.has(joint.is)
        ? work.before(joint)
        : isOfList
          ? joint
          : undefined;
  }
  return run;
}

function isAlike(mark: Mark, [first]: readonly Mark[]): boolean {
  if (mark.is !== 'name' || first?.is !== 'name') return mark.is === first?.is;
  return mark.candidates[0]?.kind === first.candidates[0]?.kind;
}
