/** Average precision: the area under precision over recall, with every point of the curve used. */

import type { Mark } from './matching.ts';

export interface MarkedScore {
  readonly score: number;
  readonly mark: Mark;
}

/**
 * The area, 0..1, null where there is nobody to find. Precision at a recall is the best at that recall or any higher:
 * all-point interpolation, as the PASCAL VOC development kit does it from 2010 on. Ignored detections are as if they
 * were not there. Equal scores keep their order.
 */
export function averagePrecision(found: readonly MarkedScore[], people: number): number | null {
  if (people === 0) return null;
  const order = found
    .filter(({ mark }) => mark !== 'ignored')
    .toSorted((a, b) => b.score - a.score);
  let right = 0;
  const curve = order.map(({ mark }, at) => {
    if (mark === 'right') right += 1;
    return { isRight: mark === 'right', precision: right / (at + 1) };
  });
  let best = 0;
  let area = 0;
  for (const { isRight, precision } of curve.reverse()) {
    best = Math.max(best, precision);
    if (isRight) area += best / people;
  }
  return area;
}
