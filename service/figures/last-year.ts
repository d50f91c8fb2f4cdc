/** A range of a gym next to the same weekdays of last year, which are in the history alone. */

import { answerAtOnce } from '../../gym/figures/answer-query.ts';
import { onSameDays, withDefaults } from '../../gym/figures/ask/normal-query.ts';
import { publishedTable } from '../../gym/figures/class-table.ts';
import { sourceOf } from '../../gym/figures/groups.ts';
import type { NormalQuery } from '../../gym/figures/query.ts';
import { type DateRange, todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { inSlices } from '../../runtime/timers.ts';
import type { ClassesSource } from '../gyms/gym-source.ts';

/** The same weekdays of last year, over the days of `range` that have begun; null where nobody was counted on some of them. */
export async function lastYearIn(
  view: GymView,
  { classesIn }: ClassesSource,
  range: DateRange,
  where: NormalQuery['where'] = [],
): Promise<{ readonly attended: number; readonly fill_rate: number | null } | null> {
  const asked = { measures: ['attended', 'fill_rate'], where, compare: 'last_year' } as const;
  const whole = withDefaults({ ...asked, ...range }, todayOf(view));
  if (!('measures' in whole)) return null;
  const query = onSameDays(whole, view);
  const then = query.compare ?? range;
  const table = await inSlices(publishedTable(await classesIn(view, then)));
  const found = answerAtOnce(sourceOf(view, table), { ...query, ...then, compare: null });
  const { attended = null, fill_rate = null } = found.total;
  const isCovered = found.covered?.from === then.from && found.covered.to === then.to;
  return isCovered && attended !== null ? { attended, fill_rate } : null;
}
