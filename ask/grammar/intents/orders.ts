/** By what figure, from which end and how many: the words of a question that put things in order. */

import type { QueryOf } from '../../query.ts';
import type { Request } from '../request.ts';

const HIGHEST = 'highest' as const;
const LOWEST = 'lowest' as const;

const MAX_ROWS = 8;

export function trainerOrder({ has }: Request): Pick<QueryOf<'trainers'>, 'by' | 'order'> {
  if (has('noShow'))
    return { by: 'no_show_rate', order: has('best', 'least', 'smallest') ? LOWEST : HIGHEST };
  const order = has('worst', 'least', 'smallest', 'shrinking') ? LOWEST : HIGHEST;
  if (has('crowd', 'average')) return { by: 'average_attendance', order };
  if (has('biggest', 'smallest', 'people', 'came')) return { by: 'attended', order };
  const isCount = has('most', 'least') && has('teaches', 'classNouns') && !has('fill', 'busy');
  return { by: isCount ? 'classes' : 'fill_rate', order };
}

export function classOrder({ has }: Request): Pick<QueryOf<'ranking'>, 'by' | 'order'> {
  if (has('noShow'))
    return { by: 'no_show_rate', order: has('best', 'least', 'smallest') ? LOWEST : HIGHEST };
  if (has('growing')) return { by: 'trend', order: HIGHEST };
  if (has('shrinking')) return { by: 'trend', order: LOWEST };
  const order = has('worst', 'least', 'smallest') ? LOWEST : HIGHEST;
  if (has('crowd', 'average')) return { by: 'average_attendance', order };
  return { by: has('biggest', 'smallest', 'people', 'came') ? 'attended' : 'fill_rate', order };
}

export function hourOrder({ has, parts }: Request): Pick<QueryOf<'hours'>, 'by' | 'order'> {
  const isOfFill = has('whenFull', 'fill') || /\bfull(er|est)?\b/i.test(parts.text);
  const isLowest =
    has('whenQuiet', 'worst', 'least', 'smallest') || /\bquiet(er)?\b/i.test(parts.text);
  return { by: isOfFill ? 'fill_rate' : 'attended', order: isLowest ? LOWEST : HIGHEST };
}

/** "the best class" is one; "the best classes" are as many as the ranking of the API gives without a limit. */
export function limitOf({ parts, has }: Request): number {
  if (parts.limit !== null) return parts.limit;
  if (has('one')) return 1;
  // "Which of Ben's classes is the emptiest" is one.
  if (has('which') && /\bof\b.*\b(is|was|has)\b/i.test(parts.text)) return 1;
  if (has('classNouns')) return MAX_ROWS;
  return has('classNoun', 'which') ? 1 : MAX_ROWS;
}

export function focusOf({ classes, has }: Request): QueryOf<'revenue'>['focus'] {
  if (classes.length > 0) return 'totals';
  if (has('dead')) return 'dead';
  const isOfClasses = has('classNoun', 'classNouns', 'which') || !has('we', 'selfStrong');
  if (has('losing') && isOfClasses) return 'unprofitable';
  if (has('profitable') && isOfClasses)
    return has('worst', 'least', 'smallest') ? 'unprofitable' : 'profitable';
  if (!has('classNoun', 'classNouns')) return 'totals';
  if (has('worst', 'least', 'smallest')) return 'unprofitable';
  return has('best', 'most', 'biggest') ? 'profitable' : 'totals';
}
