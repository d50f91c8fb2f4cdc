// How far off is the attendance of a class in a full room, how often does its range hold the truth, and who is graded A?
//
// Full rooms (`test/support/crowded-class.ts`): 10–25 people at places where as many are missing as in labelled pictures
// of full rooms at that size of YOLOX-Nano's input (`bench/accuracy/rooms/counts.json`, besides `counts-held-out.json`), two thirds of them for good.
// A class is held as in `attendance.bench.ts`.

import { estimateAttendance } from '../../gym/attendance/estimate/estimate.ts';
import type { AttendanceEstimate } from '../../gym/attendance/estimate/result.ts';
import {
  anyCrowdedClass,
  LOOKED_SIZES,
  type LookedSize,
  pixelsOf,
  type Side,
} from '../../test/support/crowded-class.ts';
import { inputOf, type SimulatedClass } from '../../test/support/simulated-class.ts';
import { CLASSES, cellOf, gradesText, percent, SEED, told } from '../support/class-errors.ts';
import { type Figure, report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';

report('gym/attendance, full rooms', [
  ...LOOKED_SIZES.flatMap((size) => crowdFigures(size)),
  ...LOOKED_SIZES.flatMap((size) => crowdFigures(size, 'held out')),
]);

/** Of full rooms: how often the range holds the truth, with the size and, as before, without it; and who is graded A. */
function crowdFigures(size: LookedSize, side: Side = 'develop'): Figure[] {
  const random = seededRandom(SEED);
  const errors: number[] = [];
  const ofMax: number[] = [];
  const qualities: string[] = [];
  let [held, heldBefore, width] = [0, 0, 0];
  for (let n = 0; n < CLASSES; n += 1) {
    const one = anyCrowdedClass(size, random, side);
    const estimate = estimateAttendance(inputOf(one, {}, pixelsOf(size)));
    const before = estimateAttendance(inputOf(one));
    if (holds(estimate, one)) held += 1;
    if (holds(before, one)) heldBefore += 1;
    width += (estimate.high ?? 0) - (estimate.low ?? 0);
    errors.push((estimate.attended ?? 0) - one.truth);
    ofMax.push(Math.round(estimate.figures.max ?? 0) - 1 - one.truth);
    qualities.push(estimate.quality);
  }
  const name = `crowded${side === 'develop' ? '' : ', held out,'} at ${size}`;
  const isA = qualities.filter((quality) => quality === 'A').length / CLASSES;
  return [
    {
      name: `${name}: truth within [low, high]`,
      value: (held / CLASSES) * 100,
      unit: '%',
      limit: side === 'develop' ? 90 : null,
      direction: 'min',
      note: `mean width ${(width / CLASSES).toFixed(1)}; ${gradesText(qualities)}; as if nobody were too small to be seen: ${percent(heldBefore / CLASSES)}`,
    },
    { ...told(`${name}: graded A`, isA * 100, '%'), limit: side === 'develop' ? 5 : null },
    {
      ...told(`${name}: mean absolute error`, cellOf(errors).mae, 'people'),
      note: `of the maximum: ${cellOf(ofMax).mae.toFixed(2)}`,
    },
  ];
}

function holds({ low, high }: AttendanceEstimate, { truth }: SimulatedClass): boolean {
  return (low ?? Number.NaN) <= truth && truth <= (high ?? Number.NaN);
}
