/** What a picture of the hours of the week shows. Whoever can draws it. */

import type { HoursReport } from '../../gym/reports/hours.ts';
import type { Chart } from './outcome.ts';
import { type Days, daysText } from './words/wording.ts';

/** Null where no hour is known to have had a class. `narrowed` is what the classes were narrowed by, in words. */
export function heatMapOf({ cells }: HoursReport, days: Days, narrowed = ''): Chart | null {
  const known = cells.flatMap(({ weekday, hour, fillRate, ratedClasses }) =>
    weekday === null || hour === null ? [] : [{ weekday, hour, fillRate, classes: ratedClasses }],
  );
  if (known.length === 0) return null;
  const title = `How full${narrowed === '' ? '' : `, classes${narrowed}`}, ${daysText(days)}`;
  return { kind: 'heat_map', data: { title, cells: known } };
}
