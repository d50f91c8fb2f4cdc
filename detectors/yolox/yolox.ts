/**
 * The `yolox` detector: people by any model with Megvii's YOLOX head, at the size of its file or another one.
 *
 * The picture is BGR 0..255, letterboxed to the top left on a filling of 114, as the project's own `preproc` does it.
 */

import { type Static, Type } from 'typebox';
import { CONTRACT_VERSION, type Detector, defineDetector, type Frame } from '../detector.ts';
import { Candidates } from '../onnx/candidates.ts';
import { modelSize, shapeMismatch } from '../onnx/input.ts';
import { INPUT_OPTION } from '../onnx/input-option.ts';
import { mergeTwins } from '../onnx/merge.ts';
import { floatsOf, mergeRules, onModel } from '../onnx/on-model.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import type { OnnxSession } from '../onnx/session.ts';
import { decodeYolox, hasDecodedBoxes, type YoloxLayout, yoloxLayout } from './decode.ts';

const MAX_DETECTIONS = 300;
const PAD = 114;

/**
 * 0.28 chosen by the error of the count with YOLOX-Nano 416, over all labelled pictures. `npm run accuracy` on the
 * validation split: 1.41 people over pictures of up to 12 people that people labelled, 0.17 over surveillance cameras,
 * 0.17 over exercises; 0.22 is better by 0.04 ± 0.10, 0.04 ± 0.04 (at 0.10) and nothing, which people's labels do not show.
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'yolox-nano', scoreThreshold: 0.28 }).properties,
    input: INPUT_OPTION,
  },
  { additionalProperties: false },
);

type YoloxOptions = Static<typeof options>;

export const yolox = defineDetector({
  name: 'yolox',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'People by a YOLOX model (ONNX), at the size of its file or another one.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: false,
  create: onModel('yolox', startYolox),
});

async function startYolox(session: OnnxSession, chosen: YoloxOptions): Promise<Detector> {
  const size = modelSize(session);
  const layout = layoutOf(session, size);
  const shape = [1, 3, size.height, size.width];
  const candidates = new Candidates(layout.cells);
  const rules = mergeRules(chosen, MAX_DETECTIONS);
  await warmUp(session, shape, layout);

  const detect = async (frame: Frame) => {
    const pixels = floatsOf(frame, 'yolox');
    const values = firstOutput(session, await session.run(pixels, shape));
    candidates.clear();
    decodeYolox(values, layout, chosen.score_threshold, candidates);
    return { detections: mergeTwins(candidates, rules) };
  };
  return {
    input: {
      ...size,
      colour: 'bgr',
      values: 'float32-chw',
      fit: 'letterbox',
      align: 'top-left',
      pad: PAD,
    },
    detect,
    close: () => session.release(),
  };
}

/** The first run is several times slower than the rest, so it is not left to a camera; it also shows decoded boxes. */
async function warmUp(
  session: OnnxSession,
  shape: readonly number[],
  layout: YoloxLayout,
): Promise<void> {
  const length = shape.reduce((product, side) => product * side, 1);
  const values = firstOutput(session, await session.run(new Float32Array(length).fill(PAD), shape));
  if (hasDecodedBoxes(values, layout.rowLength)) {
    throw shapeMismatch(session, 'boxes as the head writes them, exported without decoding');
  }
}

function layoutOf(session: OnnxSession, size: { width: number; height: number }): YoloxLayout {
  const [output] = session.outputs;
  const [batch, cells, rowLength] = output?.shape ?? [];
  const layout = yoloxLayout(size, typeof rowLength === 'number' ? rowLength : 0);
  const fits =
    session.outputs.length === 1 &&
    output?.type === 'float32' &&
    output.shape.length === 3 &&
    (batch === 1 || typeof batch === 'string') &&
    cells === layout.cells &&
    layout.rowLength >= 6;
  if (fits) return layout;
  throw shapeMismatch(
    session,
    `one output float32 1x${layout.cells}x85 for an input of ${size.width}x${size.height} (85: 5 and one for each class, people first)`,
  );
}

function firstOutput(session: OnnxSession, outputs: Readonly<Record<string, Float32Array>>) {
  return outputs[session.outputs[0]?.name ?? ''] ?? new Float32Array(0);
}
