/** Accounts for every mark: what stands nowhere in the draft would have asked for something else. */

import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import { type Draft, isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { Mark } from './mark.ts';

export function accounted(marks: Marks, draft: Draft): Draft | Stop {
  const left = marks.list.find((mark) => isLeft(mark, marks, draft));
  if (left?.is === 'not')
    return notUnderstood(`What “${left.typed}” leaves out or denies was not understood.`);
  if (left !== undefined) return notUnderstood(`What “${left.typed}” is of was not understood.`);
  if (isOfTwoFigures(marks, draft))
    return notUnderstood(
      'Turnout cannot compare one figure with another: ask for both, or for the profit.',
    );
  const { measures, dimensions } = QUERY_LIMITS;
  return draft.by.length > dimensions || draft.measures.length > measures
    ? notUnderstood(`At most ${measures} figures by ${dimensions} things at once.`)
    : draft;
}

/** "Paid more than they bring in": each row has both figures, and none is chosen by them. */
function isOfTwoFigures(marks: Marks, { by, having, compare }: Draft): boolean {
  const isOther = marks.words('than').some((than) => {
    const next = marks.after(than);
    return (isWord(next, 'them') ? marks.after(than, 2) : next)?.is === 'measure';
  });
  return isOther && by.length > 0 && having.length === 0 && compare === null;
}

function isLeft(mark: Mark, marks: Marks, draft: Draft): boolean {
  switch (mark.is) {
    case 'word':
      return isWordLeft(mark, marks, draft);
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

/** Who asks for people, "where" and "which" for some rows; a comparison for two of something. */
function isWordLeft(mark: Mark, marks: Marks, draft: Draft): boolean {
  const isHeld = hasRows(draft, marks) || draft.compare !== null;
  if (isWord(mark, 'who')) return !isHeld || !isOfPeople(draft, marks);
  if (isWord(mark, 'when')) return mark === marks.list[0] && !isHeld;
  if (isWord(mark, 'each') || /^(which|where)\b/i.test(mark.typed)) return !isHeld;
  const isComparing = isWord(mark, 'or', 'than', 'compare');
  return (
    isComparing &&
    !isHeld &&
    !isHeldAgainst(draft) &&
    (draft.measures.length === 1 || marks.isOverview)
  );
}

/** Rows of trainers, and not of one that is named; the classes of a timetable say who. */
function isOfPeople({ kind, by, where }: Draft, { base }: Marks): boolean {
  if (kind !== 'figures' || by.length === 0) return true;
  const isOne = where.some(
    ([dim, op, values]) => dim === 'trainer' && op === 'is' && values.length === 1,
  );
  return [...by, ...(base?.by ?? [])].includes('trainer') ? !isOne : where.length > 0;
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
