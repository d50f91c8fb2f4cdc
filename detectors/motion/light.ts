/**
 * How the light of a frame differs from that of the remembered room: a gain that may differ from side to side, as when
 * one row of lamps is switched. Fitted to the medians of tiles, so that people in front of the room do not matter.
 */

import { HEIGHT, PIXELS, WIDTH } from './memory.ts';

const TILE = 20;
const COLUMNS = WIDTH / TILE;
const ROWS = HEIGHT / TILE;
const TILES = COLUMNS * ROWS;
/** Rounds of re-weighting; the fit no longer moves after four. */
const ROUNDS = 5;

/** log(gain) = level + across × x + down × y, with x and y from -1 to 1. */
export interface LightPlane {
  readonly level: number;
  readonly across: number;
  readonly down: number;
}

const ratios = new Float32Array((TILE / 2) ** 2);
const logs = new Float64Array(TILES);

/** Fits the plane. `pixels` is RGB, `mean` the planes of the remembered room. */
export function fitLight(pixels: Uint8Array, mean: Float32Array): LightPlane {
  for (let tile = 0; tile < TILES; tile += 1) logs[tile] = tileLog(pixels, mean, tile);
  let plane: LightPlane = { level: medianOf(logs), across: 0, down: 0 };
  for (let round = 0; round < ROUNDS; round += 1) plane = refit(plane, round);
  return plane;
}

/** Median of log(frame / room) of a tile; NaN where too little of it can be used. */
function tileLog(pixels: Uint8Array, mean: Float32Array, tile: number): number {
  const left = (tile % COLUMNS) * TILE;
  const top = Math.floor(tile / COLUMNS) * TILE;
  let count = 0;
  for (let y = top; y < top + TILE; y += 2) {
    for (let x = left; x < left + TILE; x += 2) {
      const at = y * WIDTH + x;
      const room =
        (mean[at] as number) + (mean[at + PIXELS] as number) + (mean[at + 2 * PIXELS] as number);
      const seen =
        (pixels[at * 3] as number) +
        (pixels[at * 3 + 1] as number) +
        (pixels[at * 3 + 2] as number);
      // Black has no ratio, and white may be cut off.
      if (room < 45 || room > 735 || seen > 750) continue;
      ratios[count] = seen / room;
      count += 1;
    }
  }
  if (count < ratios.length / 4) return Number.NaN;
  return Math.log(Math.max(0.05, medianOf(ratios.subarray(0, count))));
}

/** Weighted least squares with Cauchy weights: tiles full of people count for little. */
function refit(plane: LightPlane, round: number): LightPlane {
  const scale = round < 2 ? 0.08 : 0.025;
  const sums = new Float64Array(9);
  for (let tile = 0; tile < TILES; tile += 1) {
    const log = logs[tile] as number;
    if (Number.isNaN(log)) continue;
    const x = ((tile % COLUMNS) + 0.5) / (COLUMNS / 2) - 1;
    const y = (Math.floor(tile / COLUMNS) + 0.5) / (ROWS / 2) - 1;
    const off = (log - plane.level - plane.across * x - plane.down * y) / scale;
    const weight = 1 / (1 + off * off);
    [1, x, y, x * x, x * y, y * y, log, log * x, log * y].forEach((term, at) => {
      sums[at] = (sums[at] as number) + weight * term;
    });
  }
  return solve(sums) ?? plane;
}

/** The three normal equations by Cramer's rule; null where the tiles do not fix a plane. */
function solve(sums: Float64Array): LightPlane | null {
  const [n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, l = 0, lx = 0, ly = 0] = sums;
  const whole = n * (xx * yy - xy * xy) - x * (x * yy - xy * y) + y * (x * xy - xx * y);
  if (Math.abs(whole) < 1e-6) return null;
  return {
    level: (l * (xx * yy - xy * xy) - x * (lx * yy - xy * ly) + y * (lx * xy - xx * ly)) / whole,
    across: (n * (lx * yy - ly * xy) - l * (x * yy - xy * y) + y * (x * ly - lx * y)) / whole,
    down: (n * (xx * ly - xy * lx) - x * (x * ly - lx * y) + l * (x * xy - xx * y)) / whole,
  };
}

/** The gain at each column of row `y`. */
export function rowGains(plane: LightPlane, y: number, gains: Float32Array): void {
  const base = plane.level + plane.down * ((y + 0.5) / (HEIGHT / 2) - 1);
  const first = Math.exp(base + plane.across * (0.5 / (WIDTH / 2) - 1));
  const step = Math.exp(plane.across / (WIDTH / 2));
  for (let x = 0, gain = first; x < WIDTH; x += 1, gain *= step) gains[x] = gain;
}

function medianOf(values: Float32Array | Float64Array): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
