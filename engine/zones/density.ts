/** People by place, without boxes, to the numbers of a sample: what density models give. */

import { judge, type Verdict, type Zone } from './zone.ts';

/** People in each cell of a grid, row by row, and where the grid lies, in ratios of the picture. */
export interface DensityRatio {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array | readonly number[];
}

/** People of each verdict and in each zone: maybe fractions. */
export interface DensityTally {
  readonly counted: number;
  readonly staff: number;
  readonly ignored: number;
  readonly zones: readonly number[];
}

/**
 * Each cell belongs to the zones that hold its middle. The grid covers the picture.
 *
 * @param count people in the whole picture, where that is known better than by the sum of the cells.
 */
export function tallyDensity(
  { width, height, values }: DensityRatio,
  zones: readonly Zone[],
  count?: number,
): DensityTally {
  const of = { counted: 0, staff: 0, ignored: 0 } satisfies Record<Verdict, number>;
  const inZones = zones.map(() => 0);
  let sum = 0;
  for (let at = 0; at < width * height; at += 1) {
    const people = values[at] ?? 0;
    if (people === 0) continue;
    sum += people;
    const x = ((at % width) + 0.5) / width;
    const y = (Math.floor(at / width) + 0.5) / height;
    const { verdict, inZone } = judge([x, y, x, y], zones);
    of[verdict] += people;
    inZone.forEach((isIn, zone) => {
      if (zones[zone]?.kind === 'overlap' && verdict !== 'counted') return;
      if (isIn) inZones[zone] = (inZones[zone] ?? 0) + people;
    });
  }
  const factor = count === undefined || sum === 0 ? 1 : count / sum;
  return {
    counted: of.counted * factor,
    staff: of.staff * factor,
    ignored: of.ignored * factor,
    zones: inZones.map((people) => people * factor),
  };
}
