/**
 * Hides what an ignore zone covers, before a picture leaves the worker: mirrors and windows show people who did not come.
 * A blur can be undone in part; a mosaic of few cells cannot.
 */

import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Pixels } from '../../detectors/picture.ts';
import type { HeatMap, Point, Zone } from '../zones.ts';
import { canvasLibrary } from './canvas.ts';

/** Packed RGB, row by row. */
type Picture = Pick<Pixels, 'bytes' | 'width' | 'height'>;

/** Cells over the box around a zone. Chosen here: the shape of a room can be made out in them, and no person. */
const COLUMNS = 8;
const ROWS = 6;

/**
 * Replaces each pixel in an ignore zone by the mean colour of its cell, in place. Pixels that an edge cuts are hidden too.
 */
export function hideIgnored(picture: Picture, zones: readonly Zone[]): void {
  for (const { kind, polygon } of zones) {
    if (kind === 'ignore') hide(picture, polygon);
  }
}

function hide({ bytes: rgb, width, height }: Picture, polygon: readonly Point[]): void {
  const spans = spansOf(polygon, width, height);
  if (spans.length === 0) return;
  const left = Math.min(...spans.map(({ from }) => from));
  const right = Math.max(...spans.map(({ to }) => to));
  const top = Math.min(...spans.map(({ y }) => y));
  const bottom = Math.max(...spans.map(({ y }) => y)) + 1;
  // Of what is hidden only: what is beside the zone says nothing about it. Red, green, blue and how many pixels.
  const cells = Array.from({ length: COLUMNS * ROWS }, () => [0, 0, 0, 0] as Cell);
  const each = (use: (cell: Cell, at: number) => void) => {
    for (const { y, from, to } of spans) {
      const row = Math.floor(((y - top) * ROWS) / (bottom - top)) * COLUMNS;
      for (let x = from; x < to; x += 1) {
        const cell = cells[row + Math.floor(((x - left) * COLUMNS) / (right - left))];
        if (cell !== undefined) use(cell, (y * width + x) * 3);
      }
    }
  };
  each((cell, at) => {
    for (const channel of CHANNELS) cell[channel] += rgb[at + channel] ?? 0;
    cell[3] += 1;
  });
  each((cell, at) => {
    for (const channel of CHANNELS) rgb[at + channel] = cell[channel] / cell[3];
  });
}

type Cell = [red: number, green: number, blue: number, pixels: number];
const CHANNELS = [0, 1, 2] as const;

/** The pixels of a polygon row by row, by the even-odd rule that counts people too, at the middle of each row. */
function spansOf(polygon: readonly Point[], width: number, height: number) {
  const ys = polygon.map(([, y]) => y * height);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(height, Math.ceil(Math.max(...ys)));
  // From left to right, the first inside and the last outside, px.
  const spans: { readonly y: number; readonly from: number; readonly to: number }[] = [];
  for (let y = first; y < last; y += 1) {
    const crossings = crossingsAt(polygon, (y + 0.5) / height);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.floor((crossings[pair] as number) * width));
      const to = Math.min(width, Math.ceil((crossings[pair + 1] as number) * width));
      if (from < to) spans.push({ y, from, to });
    }
  }
  return spans;
}

/** Where the edges cross a height, from left to right, in ratios of the picture. */
function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  for (const [at, [x2, y2]] of polygon.entries()) {
    const [x1, y1] = polygon.at(at - 1) as Point;
    if (y1 > y === y2 > y) continue;
    crossings.push(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
  }
  return crossings.sort((one, other) => one - other);
}

/** People without boxes, as heat over a picture: a single person is plain to see, and the more of them, the redder. */

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
export async function drawHeat(pen: SKRSContext2D, heat: HeatMap): Promise<void> {
  const { createCanvas, ImageData } = await canvasLibrary();
  const { width, height } = heat;
  const people = gathered(heat);
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (const [at, count] of people.entries()) {
    const crowd = Math.min(1, Math.max(0, count - 1) / (CROWD - 1));
    for (const [channel, one] of ONE.entries()) {
      rgba[at * 4 + channel] = one + ((MANY[channel] ?? 0) - one) * crowd;
    }
    // A whole person is as plain as a crowd; the root also shows one whose density lies partly elsewhere.
    rgba[at * 4 + 3] = count < LEAST ? 0 : 255 * MAX_ALPHA * Math.sqrt(Math.min(1, count));
  }
  const grid = createCanvas(width, height);
  grid.getContext('2d').putImageData(new ImageData(rgba, width, height), 0, 0);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(grid, 0, 0, pen.canvas.width, pen.canvas.height);
}

/** For each cell the people around it, those farther off counting less: along rows, then along columns. */
function gathered({ width, height, values }: HeatMap): Float32Array {
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
