/**
 * Where a generalized-focal-loss model keeps its scores and its boxes, read from the shapes of its outputs.
 *
 *   two outputs a level (PicoDet, NanoDet):  scores 1 × cells × classes, distances 1 × cells × 32
 *   one output for all (NanoDet-Plus):       1 × cells of all levels × (classes + 32)
 *
 * Levels are strides 8, 16, 32 and perhaps 64; a level is known by its number of cells. 32 is four sides of 8 bins.
 */

import { cellsOf, shapeMismatch } from '../onnx/input.ts';
import type { ModelSize } from '../onnx/model-size.ts';
import type { OnnxSession } from '../onnx/session.ts';

/** Bins of a side's distribution: `reg_max` 7 in the published configurations of both projects. */
export const BINS = 8;
const DISTANCES = 4 * BINS;

/** Who trained the model: decides how its picture is made. */
export type GflFamily = 'nanodet' | 'picodet';

/** Where values lie: in which output, at which index the first one, and how far apart the rows. */
interface Rows {
  readonly output: string;
  readonly start: number;
  readonly step: number;
}

/** One level of cells. */
export interface GflLevel {
  readonly stridePx: number;
  readonly columns: number;
  readonly cells: number;
  /** The score of a person, one a row. */
  readonly scores: Rows;
  /** 32 logits a row: left, top, right, bottom, 8 bins each. */
  readonly distances: Rows;
}

export interface GflLayout {
  readonly family: GflFamily;
  readonly levels: readonly GflLevel[];
  /** Cells of all levels. */
  readonly cells: number;
  /** Where in its cell a point lies, 0..1 of the stride: NanoDet-Plus measures from the corner, the others from the middle. */
  readonly centre: 0 | 0.5;
}

interface Table {
  readonly name: string;
  readonly cells: number;
  readonly width: number;
}

/** Reads the layout. Throws `model_shape_mismatch` where the outputs are not those of either form. */
export function gflLayout(session: OnnxSession, size: ModelSize): GflLayout {
  const tables = session.outputs.map(({ name, type, shape }): Table => {
    const [batch, cells, width] = shape;
    const isTable = type === 'float32' && shape.length === 3 && typeof batch !== 'undefined';
    return { name, cells: isTable ? Number(cells) : Number.NaN, width: Number(width) };
  });
  const layout = joinedLayout(tables, size) ?? splitLayout(tables, size, session.inputs[0]?.name);
  if (layout !== null) return layout;
  throw shapeMismatch(
    session,
    `for an input of ${size.width}x${size.height}: scores 1xNx80 and distances 1xNx32 for each stride of 8, 16, 32 and perhaps 64, or one output 1xNx112`,
  );
}

function levelAt(size: ModelSize, stridePx: number) {
  return { stridePx, columns: Math.ceil(size.width / stridePx), cells: cellsOf(size, stridePx) };
}

function joinedLayout(tables: readonly Table[], size: ModelSize): GflLayout | null {
  const [table] = tables;
  if (table === undefined || tables.length !== 1 || table.width <= DISTANCES) return null;
  for (const strides of [
    [8, 16, 32],
    [8, 16, 32, 64],
  ]) {
    const levels = strides.map((stridePx) => levelAt(size, stridePx));
    const cells = sumOfCells(levels);
    if (cells !== table.cells) continue;
    return { family: 'nanodet', levels: joinedLevels(table, levels), cells, centre: 0 };
  }
  return null;
}

function joinedLevels(
  table: Table,
  levels: readonly ReturnType<typeof levelAt>[],
): readonly GflLevel[] {
  let row = 0;
  return levels.map((level) => {
    const start = row * table.width;
    row += level.cells;
    const rows = { output: table.name, start, step: table.width };
    return {
      ...level,
      scores: rows,
      distances: { ...rows, start: start + table.width - DISTANCES },
    };
  });
}

function splitLayout(
  tables: readonly Table[],
  size: ModelSize,
  inputName: string | undefined,
): GflLayout | null {
  const levels: GflLevel[] = [];
  for (const stridePx of [8, 16, 32, 64]) {
    const level = levelAt(size, stridePx);
    const here = tables.filter(({ cells }) => cells === level.cells);
    const distances = here.find(({ width }) => width === DISTANCES);
    const scores = here.find((table) => table !== distances && table.width >= 1);
    if (here.length === 0) continue;
    if (here.length !== 2 || distances === undefined || scores === undefined) return null;
    levels.push({ ...level, scores: rowsOf(scores), distances: rowsOf(distances) });
  }
  if (levels.length < 3 || levels.length * 2 !== tables.length) return null;
  const isPicodet = levels.length === 4 || inputName === 'image';
  return {
    family: isPicodet ? 'picodet' : 'nanodet',
    levels,
    cells: sumOfCells(levels),
    centre: 0.5,
  };
}

function rowsOf({ name, width }: Table): Rows {
  return { output: name, start: 0, step: width };
}

function sumOfCells(levels: readonly { readonly cells: number }[]): number {
  return levels.reduce((sum, { cells }) => sum + cells, 0);
}
