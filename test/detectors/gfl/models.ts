/** Small files with the output forms of the GFL families; cells are empty unless filled. */

import { join } from 'node:path';
import { writeTinyModel } from '../onnx/tiny-model.ts';

export const SIZE = { width: 64, height: 32 } as const;
const STRIDES = [8, 16, 32, 64] as const;

const cellsAt = (stride: number) =>
  Math.ceil(SIZE.width / stride) * Math.ceil(SIZE.height / stride);

/** One person to draw into a level. */
interface Drawn {
  readonly stride: number;
  readonly cell: number;
  readonly score: number;
  /** Bins of left, top, right, bottom: the distance in strides. */
  readonly bins: readonly [number, number, number, number];
}

let written = 0;

/** Scores and distances apart, as PicoDet (four levels) and NanoDet (three) have them. */
export function writeSplit(
  folder: string,
  family: 'picodet' | 'nanodet',
  people: readonly Drawn[] = [],
  emptyScore = 0,
): string {
  const strides = family === 'picodet' ? STRIDES : STRIDES.slice(0, 3);
  const levels = (name: string, width: number, value: number) =>
    strides.map((stride) => ({
      name: `${name}_${stride}`,
      shape: [1, cellsAt(stride), width],
      values: new Float32Array(cellsAt(stride) * width).fill(value),
    }));
  const [scores, distances] = [levels('cls', 80, emptyScore), levels('dis', 32, 0)];
  for (const { stride, cell, score, bins } of people) {
    const level = strides.indexOf(stride as (typeof STRIDES)[number]);
    scores[level]?.values.set([score], cell * 80);
    distances[level]?.values.set(logitsOf(bins), cell * 32);
  }
  written += 1;
  const name = family === 'picodet' ? 'image' : 'input.1';
  const inputs = [{ name, shape: [1, 3, SIZE.height, SIZE.width] }];
  const path = join(folder, `gfl-${written}.onnx`);
  return writeTinyModel(path, inputs, [...scores, ...distances]);
}

/** All the weight on one bin a side. */
function logitsOf(bins: readonly number[]): number[] {
  return bins.flatMap((chosen) => Array.from({ length: 8 }, (_, bin) => (bin === chosen ? 50 : 0)));
}
