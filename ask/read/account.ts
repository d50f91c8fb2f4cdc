/** Accounts for every mark: what stands nowhere in the draft would have asked for something else. */

import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import { type Draft, isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { Mark } from './mark.ts';

export function accounted(marks: Marks, draft: Draft): Draft | Stop {
  const left = marks.list.find((mark) => isLeft(mark, marks, draft));
  if (left?.is === 'not')
    return notUnderstood(`What “${left.typed}” leaves out or denies was not understood.`);
  if (left !== undefined) return notUnderstood(`What “${left.typed}” is of was not understood.`);
  const { measures, dimensions } = QUERY_LIMITS;
  return draft.by.length > dimensions || draft.measures.length > measures
    ? notUnderstood(`At most ${measures} figures by ${dimensions} things at once.`)
    : draft;
}

function isLeft(mark: Mark, marks: Marks, draft: Draft): boolean {
  switch (mark.is) {
    case 'word':
      if (isWord(mark, 'who', 'each') || /^(which|where)\b/i.test(mark.typed))
        return !hasRows(draft, marks) && draft.compare === null;
      return (
        isWord(mark, 'or', 'than', 'compare') &&
        !hasRows(draft, marks) &&
        !isHeldAgainst(draft) &&
        draft.measures.length === 1
      );
    case 'more':
    case 'order':
    case 'most':
      return !hasRows(draft, marks) && !isHeldAgainst(draft);
    case 'not':
      return !marks.isUsed(mark) && mark.place !== 'but';
    case 'noun':
      return isNounLeft(mark, marks, draft);
    default:
      return !marks.isUsed(mark);
  }
}

const hasRows = (draft: Draft, { base }: Marks): boolean =>
  draft.kind !== 'figures' || draft.by.length > 0 || (base?.by.length ?? 0) > 0;

const isHeldAgainst = ({ compare, having, measures }: Draft): boolean =>
  compare !== null ||
  having.length > 0 ||
  measures.includes('trend') ||
  measures.includes('slot_index');

/** "the trainer Anna" and "the busiest hour of the week" say nothing more; neither does "classes". */
function isNounLeft(mark: Mark & { is: 'noun' }, marks: Marks, draft: Draft): boolean {
  if (/^(series|session)$/.test(mark.dim) || marks.leftOut.size > 0) return false;
  const [previous, next] = [marks.before(mark), marks.after(mark)];
  if (next?.is === 'name' && next.candidates[0]?.kind === mark.dim) return false;
  const isOfWeek = previous?.is === 'noun' && /^(hour|start_time)$/.test(previous.dim);
  if (mark.dim === 'week' && isOfWeek) return false;
  return !marks.isUsed(mark) && !draft.by.includes(mark.dim);
}
