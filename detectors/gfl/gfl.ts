/**
 * The `gfl` detector: people by a model with a generalized-focal-loss head, NanoDet, NanoDet-Plus or PicoDet, at the
 * size of its file or another one. Which of them it is, and where its values lie, is read from the file.
 */

import { type Static, Type } from 'typebox';
import { TurnoutError } from '../../errors.ts';
import {
  CONTRACT_VERSION,
  type Detector,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import { Candidates } from '../onnx/candidates.ts';
import { modelSize } from '../onnx/input.ts';
import { INPUT_OPTION } from '../onnx/input-option.ts';
import { mergeTwins } from '../onnx/merge.ts';
import type { ModelSize } from '../onnx/model-size.ts';
import { floatsOf, mergeRules, onModel } from '../onnx/on-model.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import type { OnnxSession } from '../onnx/session.ts';
import { decodeGfl, type GflDecoding, scoreForm } from './decode.ts';
import { type GflFamily, gflLayout } from './layout.ts';

const MAX_DETECTIONS = 300;

/**
 * How each project makes its picture.
 * NanoDet: `config/legacy_v0.x_configs/nanodet-m-416.yml` and `config/nanodet-plus-m_416.yml` of RangiLyu/nanodet.
 * PicoDet: `configs/picodet/legacy_model/_base_/picodet_416_reader.yml` of PaddleDetection, mean and std times 255.
 */
const PICTURES = {
  nanodet: {
    colour: 'bgr',
    mean: [103.53, 116.28, 123.675],
    std: [57.375, 57.12, 58.395],
  },
  picodet: {
    colour: 'rgb',
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
  },
} as const satisfies Record<GflFamily, Partial<InputSpec>>;

/**
 * 0.36 chosen by the error of the count over all labelled pictures. `npm run accuracy` on the validation split: PicoDet-S
 * 416 has 1.41 people over pictures of up to 12 people that people labelled, 0.30 over surveillance cameras, 0.08 over
 * exercises; NanoDet-m 416 has 1.85, 0.59, 0.15. 0.34 is better by 0.05 ± 0.09 and 0.06 ± 0.10 where people labelled.
 * Over all 928 pictures that people labelled, letterboxed and stretched ones do equally well (2.01 and 1.99 at their best),
 * also for PicoDet, which was trained on stretched ones; NanoDet-m is better letterboxed (2.19 and 2.49).
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'picodet-s-416', scoreThreshold: 0.36 }).properties,
    input: INPUT_OPTION,
    family: Type.Union([Type.Literal('auto'), Type.Literal('nanodet'), Type.Literal('picodet')], {
      default: 'auto',
      description: 'Whose picture the model was trained on; auto reads it from the file.',
    }),
  },
  { additionalProperties: false },
);

type GflOptions = Static<typeof options>;

export const gfl = defineDetector({
  name: 'gfl',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'People by a NanoDet or PicoDet model (ONNX), at the size of its file or another one.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: false,
  create: onModel('gfl', startGfl),
});

async function startGfl(session: OnnxSession, chosen: GflOptions): Promise<Detector> {
  const size = modelSize(session);
  const layout = gflLayout(session, size);
  const family = chosen.family === 'auto' ? layout.family : chosen.family;
  const shape = [1, 3, size.height, size.width];
  const candidates = new Candidates(layout.cells);
  const rules = mergeRules(chosen, MAX_DETECTIONS);
  // The first run is several times slower than the rest, so it is not left to a camera; it also shows the scores' form.
  const first = await session.run(new Float32Array(3 * size.width * size.height), shape);
  const decoding: GflDecoding = {
    layout,
    scores: scoreForm(first, layout),
    scoreThreshold: chosen.score_threshold,
  };

  decodeGfl(first, decoding, candidates);
  if (candidates.count > layout.cells * MAX_CROWDED_SHARE) throw seesCrowds(session);

  const detect = async (frame: Frame) => {
    const pixels = floatsOf(frame, 'gfl');
    candidates.clear();
    decodeGfl(await session.run(pixels, shape), decoding, candidates);
    return { detections: mergeTwins(candidates, rules) };
  };
  return { input: inputOf(size, family), detect, close: () => session.release() };
}

/**
 * Share of the cells that may hold a person in a plain picture. A model of another family with a table of the same size,
 * such as YOLOX, has anything where the scores should be. Chosen here: the models of the list see no one at all in it,
 * YOLOX-Nano read as one of them sees someone in more than half of its cells.
 */
const MAX_CROWDED_SHARE = 0.25;

function seesCrowds(session: OnnxSession): TurnoutError {
  return new TurnoutError('model_shape_mismatch', {
    where: session.where,
    expected: 'scores that find no one in a plain picture',
    got: 'a crowd',
    hint: 'choose the detector that this model was made for: turnout model list',
  });
}

function inputOf(size: ModelSize, family: GflFamily): InputSpec {
  return {
    ...size,
    ...PICTURES[family],
    values: 'float32-chw',
    fit: 'letterbox',
    align: 'top-left',
    pad: 114,
  };
}
