/** One look of our own model at a picture of one size: an open file, and the people that it shows. */

import type { Detection } from '../detector.ts';
import { Candidates } from '../onnx/candidates.ts';
import { modelSize, shapeMismatch } from '../onnx/input.ts';
import { type MergeRules, mergeTwins } from '../onnx/merge.ts';
import type { ModelSize } from '../onnx/model-size.ts';
import type { OnnxSession } from '../onnx/session.ts';
import { decodePerson, personCells, ROW_LENGTH } from './decode.ts';

/** Grey next to the picture. */
export const PAD = 114;

export class PersonLook {
  readonly size: ModelSize;
  readonly #session: OnnxSession;
  readonly #shape: readonly number[];
  readonly #candidates: Candidates;

  /** Throws `model_shape_mismatch` for a file with another head. The session stays the caller's. */
  constructor(session: OnnxSession) {
    this.size = modelSize(session);
    this.#session = session;
    this.#shape = [1, 3, this.size.height, this.size.width];
    this.#candidates = new Candidates(checkedCells(session, personCells(this.size)));
  }

  /** A picture of nothing but padding. */
  blank(): Float32Array {
    return new Float32Array(3 * this.size.width * this.size.height).fill(PAD);
  }

  /** The people of at least a score, surest first, in pixels of this look. */
  async people(
    pixels: Float32Array,
    scoreThreshold: number,
    rules: MergeRules,
  ): Promise<Detection[]> {
    const outputs = await this.#session.run(pixels, this.#shape);
    const values = outputs[this.#session.outputs[0]?.name ?? ''] ?? new Float32Array(0);
    this.#candidates.clear();
    decodePerson(values, scoreThreshold, this.#candidates);
    return mergeTwins(this.#candidates, rules);
  }

  close(): Promise<void> {
    return this.#session.release();
  }
}

function checkedCells(session: OnnxSession, expected: number): number {
  const [output] = session.outputs;
  const [batch, cells, rowLength] = output?.shape ?? [];
  const fits =
    session.outputs.length === 1 &&
    output?.type === 'float32' &&
    output.shape.length === 3 &&
    (batch === 1 || typeof batch === 'string') &&
    cells === expected &&
    rowLength === ROW_LENGTH;
  if (fits) return expected;
  throw shapeMismatch(session, `one output float32 1x${expected}x${ROW_LENGTH}`);
}
