/**
 * The `person` detector: people by our own model, which ships with the project and needs no installing. Its output, as
 * `training/export.py` writes it:
 *
 *   1 × cells × 5, cells of stride 8, then 16, then 32, each level row by row
 *   ┌────┬────┬────┬────┬───────┐
 *   │ x1 │ y1 │ x2 │ y2 │ score │
 *   └────┴────┴────┴────┴───────┘
 *   sides in pixels of the input, score 0..1; twins are not yet suppressed
 *
 * The picture is RGB 0..255, letterboxed to the top left on a filling of 114, as `training/evaluate.py` does it. How the
 * model was made, and where it fails, is in model-card.md.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { levelsOf, shapeMismatch } from '../onnx/input.ts';
import { inputOption } from '../onnx/input-option.ts';
import { type Head, type OpenedModel, peopleDetector } from '../onnx/people-detector.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import { leastScore, peopleByCrowd } from './crowd.ts';

const STRIDES_PX = [8, 16, 32];
/** Values a cell. */
const ROW_LENGTH = 5;
const SCORE = 4;

/**
 * Sizes that `auto` chooses for it end here. In rooms of 10 to 25 people of those to develop on it is off by 3.29 at 640x384,
 * 2.98 at 832x480 and 4.24 at 960x544, in rooms of 16 to 30 by 3.76, 3.64 and 5.48 (`npx tsx bench/accuracy/run.ts --rooms-only --only person`).
 */
const MOST_AUTO_PIXELS = 832 * 480;

/**
 * 0.26 has the least mean error of the count over coco, surveillance, exercise and street pictures of the validation
 * split (`training/evaluate.py`, which chooses among 0.08, 0.10 … 0.70 on those very pictures). The other two: `crowd.ts`.
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'own', scoreThreshold: 0.26 }).properties,
    few_score_threshold: Type.Number({
      default: 0.36,
      minimum: 0.01,
      maximum: 0.99,
      description:
        'Least score of a person where up to three are seen, 0.01..0.99; below score_threshold it does nothing.',
    }),
    crowd_score_threshold: Type.Number({
      default: 0.18,
      minimum: 0.01,
      maximum: 0.99,
      description:
        'Least score of a person where seven or more are seen and the input is larger than that of the file, 0.01..0.99.',
    }),
    input: inputOption({ mostAutoPixels: MOST_AUTO_PIXELS }),
  },
  { additionalProperties: false },
);

export const person = peopleDetector({
  name: 'person',
  version: '1.1.0',
  summary: 'People by a small model of our own (ONNX) that comes with the program.',
  isWeak: true,
  options,
  own: ownModel,
  head: (model, chosen) => personHead(model, leastScore(chosen)),
  people: peopleByCrowd,
});

function personHead({ session, size }: OpenedModel, least: number): Head {
  const capacity = levelsOf(size, STRIDES_PX).reduce((sum, { cells }) => sum + cells, 0);
  const [output] = session.outputs;
  const [batch, cells, rowLength] = output?.shape ?? [];
  const fits =
    session.outputs.length === 1 &&
    output?.type === 'float32' &&
    output.shape.length === 3 &&
    (batch === 1 || typeof batch === 'string') &&
    cells === capacity &&
    rowLength === ROW_LENGTH;
  if (!fits) throw shapeMismatch(session, `one output float32 1x${capacity}x${ROW_LENGTH}`);
  return {
    picture: { colour: 'rgb', fit: 'letterbox' },
    capacity,
    read: ({ [output.name]: values = new Float32Array(0) }, into) => {
      for (let row = 0; row + SCORE < values.length; row += ROW_LENGTH) {
        const score = values[row + SCORE] ?? 0;
        if (!(score >= least)) continue;
        into.boxesXyxyPx.set(values.subarray(row, row + SCORE), into.push(score));
      }
    },
  };
}

/** The file next to this one; from a bundle in `dist/`, the one among the sources. */
export function ownModel(): string {
  const places = ['.', '..', '../..', '../../..'].map((way) =>
    fileURLToPath(
      new URL(
        way === '.' ? './person.onnx' : `${way}/detectors/person/person.onnx`,
        import.meta.url,
      ),
    ),
  );
  return places.find((place) => existsSync(place)) ?? places[0] ?? '';
}
