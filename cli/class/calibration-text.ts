/** What true counts say of a room: the factor of each camera, and the error before and after. */

import type { Calibration } from '../../gym/attendance/calibration.ts';

/** As `turnout class count --json` tells it; null where no counted class of the room has an estimate. */
export function calibrationJson(calibration: Calibration | null) {
  if (calibration === null) return null;
  const { scale, cameras, classes, isApplied, before, after } = calibration;
  return {
    applied: isApplied,
    classes,
    factor: rounded(scale),
    cameras: Object.fromEntries(
      Object.entries(cameras).map(([id, factor]) => [id, rounded(factor)]),
    ),
    mean_error_before: rounded(before.meanAbsolute),
    mean_error_after: rounded(after.meanAbsolute),
  };
}

/** The same for a person. */
export function calibrationText(roomId: string, calibration: Calibration | null): string {
  if (calibration === null) {
    return `Room ${roomId}: no counted class has an estimate yet, so there is nothing to compare.`;
  }
  const { classes, isApplied, before, after } = calibration;
  const of = `${classes} counted ${classes === 1 ? 'class' : 'classes'}`;
  const error = `mean error ${people(before.meanAbsolute)} before`;
  if (!isApplied) {
    return `Room ${roomId}, ${of}: ${error}; no factor, which takes three classes and has to make the error smaller.`;
  }
  return `Room ${roomId}, ${of}: ${factors(calibration)}; ${error}, ${people(after.meanAbsolute)} after (each class judged by the others).`;
}

function factors({ scale, cameras }: Calibration): string {
  const each = Object.entries(cameras);
  if (each.length === 0) return `people × ${scale.toFixed(2)}`;
  return each.map(([id, factor]) => `camera ${id} × ${factor.toFixed(2)}`).join(', ');
}

function people(error: number): string {
  return `${error.toFixed(1)} ${error === 1 ? 'person' : 'people'}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
