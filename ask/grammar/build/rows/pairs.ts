/** Values that are set beside each other: "Anna or Tom", "compare rooms". */

import type { DimensionName } from '../../../../gym/figures/dimensions.ts';
import type { Mark } from '../../marks/mark.ts';
import type { Filters } from '../filters/filters.ts';
import type { Work } from '../work.ts';

/** Of what two values are set beside each other. */
const PAIRED: readonly DimensionName[] = [
  'trainer',
  'room',
  'class',
  'part_of_day',
  'start_time',
  'weekday',
];

/** "The yoga loft and the studio *combined*": one sum. */
export const isOfAll = ({ marked }: Work): boolean =>
  /\b(combined|together|between them)\b/i.test(marked.text);

/** Two trainers, rooms, classes or weekdays against each other. */
export function pairs(work: Work, filters: Filters, push: (dim: DimensionName) => void): void {
  const isListed = work.has('how', 'doing');
  for (const dim of PAIRED) {
    const values = filters.values.get(dim) ?? [];
    const isMany = values.length > 2 && dim !== 'weekday';
    const isWorkweek = dim === 'weekday' && isOneTime(work);
    if (values.length < 2 || isWorkweek) continue;
    const isNamed = dim === 'trainer' || dim === 'room' || dim === 'class';
    const cues = cuesOf(isNamed, work);
    if (cues.length === 0 && !isMany && !(isListed && isNamed) && !isNamed) continue;
    push(dim);
    work.use(
      ...cues.filter((mark) => work.after(mark) !== undefined),
      ...work.all('direction').filter(({ isComparative }) => isComparative && !work.has('noun')),
    );
    if (
      work.has('time') &&
      work.all('time').filter(({ phrase }) => phrase.span !== undefined).length > 1
    )
      break;
  }
}

/** Marks that set values beside each other; the "or" of "Tuesday or Thursday mornings" tells nothing apart. */
function cuesOf(isNamed: boolean, work: Work): Mark[] {
  const cues = work.all('compare', 'than', 'or', 'each');
  const isOnlyOr = cues.every(({ is }) => is === 'or') && !work.has('direction', 'order', 'how');
  return isOnlyOr && !isNamed ? [] : cues;
}

/** "weekends", "weekdays": one word for several days. */
function isOneTime(work: Work): boolean {
  return (
    work
      .all('time')
      .filter(({ phrase }) => phrase.weekdays !== undefined || phrase.span?.isWeekday === true)
      .length < 2
  );
}

/** "Compare fill rate across rooms": nothing but the rows is compared. */
export function onlyShown(work: Work): Mark[] {
  const [head] = work.marks;
  const isShown = head?.is === 'compare' && /^compare$/i.test(head.typed);
  const isHeld = /\b(with|to|against|and|vs|versus)\b/i.test(work.marked.text);
  if (head === undefined || !isShown || isHeld) return [];
  work.noted.add(head);
  return [head];
}
