/** What a picture of the hours of the week shows. Whoever can draws it. */

import type { HoursReport } from '../../../engine/index.ts';
import type { Chart } from './outcome.ts';
import { type Days, dayText } from './words/wording.ts';

/** Null where no hour is known to have had a class. */
export function heatMapOf({ cells }: HoursReport, { from, to }: Days): Chart | null {
  const known = cells.flatMap(({ weekday, hour, fillRate, ratedClasses }) =>
    weekday === null || hour === null ? [] : [{ weekday, hour, fillRate, classes: ratedClasses }],
  );
  if (known.length === 0) return null;
  const title = `How full, ${dayText(from)} – ${dayText(to)}`;
  return { kind: 'heat_map', data: { title, cells: known } };
}
