/** Where the boxes are in the outputs of a file: a row for each cell of some levels, or a finished list. */

import type { Detection } from '../detector.ts';
import type { OnnxTensorSpec } from '../env.ts';
import type { Size } from '../picture.ts';
import { addPerson } from './merge.ts';

/** What a run gives: values by output name, row after row, in memory of their own; whole numbers become floats. */
export type Outputs = Readonly<Record<string, Float32Array>>;

/** A model by what it gives. */
interface Tensors {
  readonly outputs: readonly OnnxTensorSpec[];
}

/** One level of a head's cells, row by row; a last cell of a row or column may reach past the edge of the input. */
export interface Level {
  readonly stridePx: number;
  readonly columns: number;
  readonly cells: number;
}

/** The levels of these strides over an input. */
export function levelsOf({ width, height }: Size, stridesPx: readonly number[]): Level[] {
  return stridesPx.map((stridePx) => {
    const columns = Math.ceil(width / stridePx);
    return { stridePx, columns, cells: columns * Math.ceil(height / stridePx) };
  });
}

export function cellsOf(levels: readonly Level[]): number {
  return levels.reduce((sum, { cells }) => sum + cells, 0);
}

/** Values of a level: in which output, at which index those of its first cell, and how far apart the cells. */
export interface Rows {
  readonly output: string;
  readonly start: number;
  readonly step: number;
}

/** A level whose cells have a score and the distances from their point to the four sides of a box. */
export interface PointLevel extends Level {
  readonly scores: Rows;
  readonly sides: Rows;
}

/** The one output of a model that has a row for each cell, each level after the other; null where it has another form. */
export function cellRows({ outputs }: Tensors, levels: readonly Level[]) {
  const [output] = outputs;
  if (output === undefined || outputs.length > 1 || output.type !== 'float32') return null;
  const [batch, rows, length = 0] = output.shape.map(Number);
  const fits = output.shape.length === 3 && batch === 1 && rows === cellsOf(levels);
  return fits ? { name: output.name, length } : null;
}

/**
 * The levels for which a model has two outputs each; none where it has others too.
 *
 * @param stepOf how far apart the cells of an output are.
 */
export function pairedLevels(
  { outputs }: Tensors,
  levels: readonly Level[],
  isOf: (level: Level, shape: OnnxTensorSpec['shape']) => boolean,
  isSides: (output: OnnxTensorSpec) => boolean,
  stepOf: (output: OnnxTensorSpec) => number,
): PointLevel[] {
  const rowsOf = (output: OnnxTensorSpec) => {
    return { output: output.name, start: 0, step: stepOf(output) };
  };
  const pairs = levels.flatMap((level) => {
    const pair = outputs.filter(({ type, shape }) => type === 'float32' && isOf(level, shape));
    const sides = pair.find(isSides);
    const scores = pair.find((output) => output !== sides);
    if (pair.length !== 2 || sides === undefined || scores === undefined) return [];
    return [{ ...level, scores: rowsOf(scores), sides: rowsOf(sides) }];
  });
  return pairs.length * 2 === outputs.length ? pairs : [];
}

/** How the cells of a head are read. */
export interface Reading {
  readonly scoreThreshold: number;
  /** Whether the sigmoid of scores was not yet taken. */
  readonly isLogit: boolean;
  /** Where in its cell a point is, 0..1 of the stride. */
  readonly centre: 0 | 0.5;
  /** Distance to the left, top, right or bottom side (0..3), px; the values of the cell begin at `at`. */
  readonly sideOf: (values: Float32Array, at: number, side: number, level: Level) => number;
}

/** Adds the people of a run to `into`. Reads one score a cell; distances only of the cells that pass. */
export function readPoints(
  outputs: Outputs,
  levels: readonly PointLevel[],
  { scoreThreshold, isLogit, centre, sideOf }: Reading,
  into: Detection[],
): void {
  const least = isLogit ? Math.log(scoreThreshold / (1 - scoreThreshold)) : scoreThreshold;
  for (const level of levels) {
    const scores = outputs[level.scores.output];
    const sides = outputs[level.sides.output];
    if (scores === undefined || sides === undefined) continue;
    const { stridePx, columns } = level;
    let at = level.scores.start;
    for (let cell = 0; cell < level.cells; cell += 1, at += level.scores.step) {
      const value = scores[at] ?? 0;
      if (!(value >= least)) continue;
      const x = ((cell % columns) + centre) * stridePx;
      const y = (Math.floor(cell / columns) + centre) * stridePx;
      const first = level.sides.start + cell * level.sides.step;
      addPerson(
        into,
        isLogit ? sigmoid(value) : value,
        x - sideOf(sides, first, 0, level),
        y - sideOf(sides, first, 1, level),
        x + sideOf(sides, first, 2, level),
        y + sideOf(sides, first, 3, level),
      );
    }
  }
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Whether a file has these outputs, in any order. */
export function hasOutputs({ outputs }: Tensors, ...names: readonly string[]): boolean {
  const found = outputs.map(({ name }) => name).sort();
  return found.join() === names.toSorted().join();
}

/** Most rows that are read of a finished list: the published files have 300 at most. */
export const MAX_ROWS = 1000;

/** Adds the people of a list that a file has finished: a label, a box in px of the input and a score in each row. */
export function readFinished(
  labels: Float32Array,
  boxes: Float32Array,
  scoreOf: (row: number) => number | undefined,
  { person, scoreThreshold }: { readonly person: number; readonly scoreThreshold: number },
  into: Detection[],
): void {
  const step = boxes.length / labels.length;
  for (let row = 0; row < Math.min(labels.length, MAX_ROWS); row += 1) {
    const score = scoreOf(row) ?? 0;
    if (labels[row] !== person || !(score >= scoreThreshold)) continue;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = boxes.subarray(row * step, row * step + 4);
    addPerson(into, score, x1, y1, x2, y2);
  }
}
