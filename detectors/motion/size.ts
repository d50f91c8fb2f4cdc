/**
 * How tall a standing person is at each row of this camera, learned from people who stand alone.
 *
 * Seen from a camera above the floor, height in pixels grows in proportion to the distance of the feet from the
 * horizon: h = ratio × (foot row − horizon row), with ratio about body height over camera height
 * (Hoiem, Efros and Hebert, Putting Objects in Perspective, 2006, equation 3).
 */

import { FACT, HEIGHT, HORIZON_BINS, type Memory, WIDTH } from './memory.ts';

/** Body height over camera height: 1.72 m under a camera at 2.95 m. Other heights are made up for by the horizon. */
const RATIO = 0.58;
/** Assumed before anybody was seen: a camera tilted by some 22 degrees. */
const FIRST_HORIZON = 0.08 * HEIGHT;
/** Taking people for smaller than they are makes several of one, so that the doubt goes to the taller side. */
const HIGHEST_HORIZON = 0.16 * HEIGHT;
/** Sightings are collected by the horizon they speak for, in bins of so many rows from {@link FIRST_BIN_ROW} on. */
const BIN_ROWS = 3;
const FIRST_BIN_ROW = -0.3 * HEIGHT;
/** Which of the horizons seen is believed: feet are lost in the floor more often than people stand behind one another. */
const QUANTILE = 0.4;
/** What the assumption weighs a bin against sightings, and how sure it is, rows. Chosen on the tuning seeds. */
const FIRST_WEIGHT = 3;
const FIRST_SPREAD = 12;

/** Height of a standing person whose feet are in row `foot`, px; at least 8. */
export function heightAt({ facts }: Memory, foot: number): number {
  const horizon = facts[FACT.sightings] === 0 ? FIRST_HORIZON : (facts[FACT.horizon] as number);
  return Math.max(8, RATIO * (foot - horizon));
}

/**
 * Takes in that something narrow that stands alone reaches from row `top` to row `foot`. Two people behind one another
 * are too tall and people without feet too short: the horizon is a quantile of all sightings.
 */
export function learnSize({ facts }: Memory, top: number, foot: number): void {
  const bins = facts.subarray(FACT.horizons, FACT.horizons + HORIZON_BINS);
  const bin = Math.round((foot - (foot - top) / RATIO - FIRST_BIN_ROW) / BIN_ROWS);
  if (bin < 0 || bin >= HORIZON_BINS) return;
  bins[bin] = (bins[bin] as number) + 1;
  facts[FACT.sightings] = (facts[FACT.sightings] as number) + 1;
  facts[FACT.horizon] = Math.min(HIGHEST_HORIZON, quantileOf(bins));
}

/** The row below which {@link QUANTILE} of the sightings and of the assumption lie. */
function quantileOf(bins: Float64Array): number {
  const weights = bins.map((seen, bin) => {
    const far = (rowOf(bin) - FIRST_HORIZON) / FIRST_SPREAD;
    return seen + FIRST_WEIGHT * Math.exp(-0.5 * far * far);
  });
  const wanted = QUANTILE * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const [bin, weight] of weights.entries()) {
    if (sum + weight >= wanted) return rowOf(bin) + ((wanted - sum) / weight - 0.5) * BIN_ROWS;
    sum += weight;
  }
  return FIRST_HORIZON;
}

function rowOf(bin: number): number {
  return FIRST_BIN_ROW + bin * BIN_ROWS;
}

/** Focal length over the picture's width: 0.6 is a horizontal angle of view of 80 degrees, usual for such cameras. */
const FOCAL = 0.6 * WIDTH;

/**
 * How far upright things lean in the picture where they stand: they all point at the nadir, which lies below the middle
 * by f² / (distance of the horizon above it), since the two directions are at a right angle.
 */
export function leanAt({ facts }: Memory, x: number, foot: number): number {
  const horizon = facts[FACT.sightings] === 0 ? FIRST_HORIZON : (facts[FACT.horizon] as number);
  const nadir = HEIGHT / 2 + FOCAL ** 2 / Math.max(20, HEIGHT / 2 - horizon);
  return (x - WIDTH / 2) / (nadir - Math.min(foot, nadir - 100));
}
