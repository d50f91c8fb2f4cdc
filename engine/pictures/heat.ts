/** People without boxes, as heat over a picture: a single person is plain to see, and the more of them, the redder. */

import type { SKRSContext2D } from '@napi-rs/canvas';
import { canvasLibrary } from './letters.ts';

/** People in each cell of a grid over the picture, row by row. */
export interface Heat {
  readonly width: number;
  readonly height: number;
  readonly values: ArrayLike<number>;
}

/** Red, green and blue of one person and of many: apart in brightness, so that it reads without colours too. */
const ONE = [255, 214, 64] as const;
const MANY = [214, 26, 26] as const;
/** Most that it hides of the picture, 0..1. Chosen by eye. */
const MAX_ALPHA = 0.78;
/** How far a person shows, as a share of the longer side: a grid may put them into one small cell. Chosen by eye. */
const REACH = 1 / 40;
/** People around a cell from which it is as red as it gets, and below which nothing is drawn. Chosen by eye. */
const CROWD = 4;
const LEAST = 0.05;

/** Draws it over the whole picture, the cells flowing into each other. */
export async function drawHeat(pen: SKRSContext2D, heat: Heat): Promise<void> {
  const { createCanvas, ImageData } = await canvasLibrary();
  const { width, height } = heat;
  const people = gathered(heat);
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (const [at, around] of people.entries()) {
    const crowd = Math.min(1, Math.max(0, around - 1) / (CROWD - 1));
    for (const [channel, one] of ONE.entries()) {
      rgba[at * 4 + channel] = one + ((MANY[channel] ?? 0) - one) * crowd;
    }
    // A whole person is as plain as a crowd; the root also shows one whose density lies partly elsewhere.
    rgba[at * 4 + 3] = around < LEAST ? 0 : 255 * MAX_ALPHA * Math.sqrt(Math.min(1, around));
  }
  const grid = createCanvas(width, height);
  grid.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(grid, 0, 0, pen.canvas.width, pen.canvas.height);
}

/** For each cell the people around it, those farther off counting less: along rows, then along columns. */
function gathered({ width, height, values }: Heat): Float32Array {
  const reach = Math.max(width, height) * REACH;
  const weights = Array.from({ length: Math.ceil(2 * reach) + 1 }, (_, cells) =>
    Math.exp(-(cells ** 2) / (2 * reach ** 2)),
  );
  const along = (line: ArrayLike<number>, start: number, step: number, length: number) =>
    Float32Array.from({ length }, (_, at) => {
      let people = 0;
      for (let near = Math.max(0, at - weights.length + 1); near < length; near += 1) {
        const weight = weights[Math.abs(near - at)];
        if (weight === undefined) break;
        people += weight * (line[start + near * step] ?? 0);
      }
      return people;
    });
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) rows.set(along(values, y * width, 1, width), y * width);
  const all = new Float32Array(width * height);
  for (let x = 0; x < width; x += 1) {
    for (const [y, people] of along(rows, x, width, height).entries()) all[y * width + x] = people;
  }
  return all;
}
