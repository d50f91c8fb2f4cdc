/** What a denial makes of a bound. */

import type { HavingOperator } from '../../../../gym/figures/query.ts';
import type { Mark } from '../../marks/mark.ts';
import type { Work } from '../work.ts';

export const OPPOSITE: Readonly<Record<HavingOperator, HavingOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** "never had a class that went over capacity". */
function isPassed(mark: Mark): boolean {
  const isOneClass = mark.is === 'noun' && !mark.isPlural && /^(series|session)$/.test(mark.dim);
  return isOneClass || /^(have|any|all|past|doing|each|measure)$/.test(mark.is);
}

/** "not", "never", "don't" before a mark, with nothing but helping words between. */
export function negation(mark: Mark, work: Work): boolean {
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
