/** Where things are going: "which trainers improved", "is Power Ride growing". No order of how much there is. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Ordered, Stop } from './draft.ts';
import { type Asked, first } from './measures/asked.ts';
import { ABSORBED } from './measures/families.ts';
import type { Work } from './work.ts';

/** "Which trainers improved", "which classes got worse": where they are going, and not who has most. */
export function changeOf(
  work: Work,
  asked: Asked,
  by: readonly DimensionName[],
): Ordered | Stop | null {
  const [change, ...others] = work.free('direction').filter(({ typed }) => CHANGE.test(typed));
  const isHeld = work.has('compare', 'than', 'or', 'order', 'sorted', 'count') || others.length > 0;
  if (change === undefined || isHeld || by.length === 0) return null;
  if (by.some((dim) => /^(day|week|month)$/.test(dim))) return null;
  if (asked.of.size > 0 && first(asked) !== 'trend' && first(asked) !== 'fill_rate') return CHANGED;
  work.use(change);
  const measures: MeasureName[] = ['trend'];
  return { order: [['trend', change.direction]], limit: null, offset: 0, measures };
}

const CHANGE =
  /^(improve|grew|grow|rise|rose|increas|fall|fell|drop|declin|decreas|shrunk|slipp|(go|goes|going|gone|went) (up|down)|(get|got|becom|becam)\w* (better|worse))/i;
const CHANGED: Stop = {
  stop: 'not_understood',
  message: 'What changed needs two times: “this month compared with last month”, for example.',
};

/** "Is Power Ride growing?": its trend, and no order. "Is the no-show rate going down?": week by week. */
export function trendAlone(work: Work, asked: Asked, by: DimensionName[]): void {
  const [turning] = work
    .free('direction')
    .filter(({ typed, isComparative }) => isComparative && /^(get|becom)/i.test(typed));
  // "Are no-shows getting worse": week by week.
  if (turning !== undefined && asked.of.size > 0 && !work.has('compare', 'than', 'or', 'noun')) {
    by.push('week');
    work.use(turning);
    work.noted.add(turning);
    return;
  }
  const [order, ...others] = work.all('order');
  if (order === undefined || others.length > 0 || order.measures[0] !== 'trend') return;
  for (const [mark, [one]] of asked.of)
    if (one === 'attended' || (one !== undefined && ABSORBED[one]?.includes('trend')))
      asked.of.delete(mark);
  if (asked.of.size > 0) {
    by.push('week');
    work.noted.add(order);
    work.note('Shown week by week: a trend of its own is known of the fill rate alone.');
  } else asked.of.set(order, order.measures);
  work.use(order);
}
