// How far off is the next class of a room, after so many classes of it were counted by hand, for each weight of the prior?
// And does its range hold the truth then?
//
// Rooms of 5 to 25 people, each with the people missing in one labelled picture of a full room (`test/support/crowded-class.ts`);
// from class to class the missing share differs by 0.07 on average, half of what pictures of one place differ by.

import { calibrate } from '../../gym/attendance/calibration.ts';
import { estimateAttendance } from '../../gym/attendance/estimate/estimate.ts';
import { crowdedClass, missingOf, pixelsOf } from '../../test/support/crowded-class.ts';
import { inputOf, type SimulatedClass } from '../../test/support/simulated-class.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, report } from '../support/report.ts';
import { type Random, seededRandom, wholeNumber } from '../support/seeded-random.ts';

const ROOMS = isQuick ? 4 : 150;
const COUNTED = 10;
const JUDGED = 4;
const SEED = 20_261_123;
/** Weights of the prior, people; the one in use is `PRIOR_PEOPLE` of `gym/attendance/calibration.ts`. */
const PRIORS = [0, 5, 10, 20, 30, 50] as const;
const IN_USE = 10;
const SIZES = ['416x416', '832x480'] as const;
type Size = (typeof SIZES)[number];

interface Known {
  readonly one: SimulatedClass;
  readonly estimated: number;
}

report('engine/calibration', SIZES.flatMap(figuresOf));

function figuresOf(size: Size): Figure[] {
  const random = seededRandom(SEED);
  const rooms = Array.from({ length: ROOMS }, () => roomOf(size, random));
  return [
    ...[0, 1, 3, 5, 10].flatMap((counted) =>
      PRIORS.filter((prior) => counted > 0 || prior === IN_USE).map((prior) =>
        errorFigure(size, rooms, counted, prior),
      ),
    ),
    heldFigure(size, rooms),
  ];
}

function roomOf(size: Size, random: Random): Known[] {
  const place = missingOf(size, wholeNumber(random, 10, 25), random);
  return Array.from({ length: COUNTED + JUDGED }, () => {
    const differs = (random() + random() + random() - 1.5) * 0.14;
    const missing = Math.min(0.9, place + differs);
    const one = crowdedClass(wholeNumber(random, 5, 25), missing, random);
    const { figures } = estimateAttendance(inputOf(one, {}, pixelsOf(size)));
    return { one, estimated: figures.uncalibrated ?? 0 };
  });
}

function errorFigure(
  size: Size,
  rooms: readonly Known[][],
  counted: number,
  prior: number,
): Figure {
  const errors = rooms.flatMap((room) => {
    const known = room.slice(0, counted);
    const truth = known.reduce((sum, { one }) => sum + one.truth, prior);
    const estimated = known.reduce((sum, each) => sum + each.estimated, prior);
    const scale = estimated === 0 ? 1 : truth / estimated;
    return room
      .slice(COUNTED)
      .map((each) => Math.abs(Math.round(each.estimated * scale) - each.one.truth));
  });
  return {
    name: `${size} · ${counted} counted · prior ${prior}: mean absolute error`,
    value: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    unit: 'people',
    limit: null,
    direction: 'max',
    ...(prior === IN_USE ? { note: 'in use' } : {}),
  };
}

/** After five counted classes, with the real calibration, where it is applied. */
function heldFigure(size: Size, rooms: readonly Known[][]): Figure {
  const held = rooms.flatMap((room) => {
    const known = room.slice(0, 5);
    const calibration = calibrate(
      known.map(({ one, estimated }) => ({ estimated, truth: one.truth })),
    );
    if (calibration?.isApplied !== true) return [];
    return room.slice(COUNTED).map(({ one }) => {
      const { low, high } = estimateAttendance(inputOf(one, { calibration }, pixelsOf(size)));
      return (low ?? 99) <= one.truth && one.truth <= (high ?? 0);
    });
  });
  return {
    name: `${size} · 5 counted: truth within [low, high]`,
    value: (held.filter(Boolean).length / held.length) * 100,
    unit: '%',
    limit: 90,
    direction: 'min',
    note: `${held.length} classes of rooms with a factor`,
  };
}
