/**
 * The `gfl` detector: people by a model with a generalized-focal-loss head, NanoDet, NanoDet-Plus or PicoDet, at the
 * size of its file. Which of them it is, and where its values lie, is read from the file.
 */

import Type from 'typebox';
import {
  CONTRACT_VERSION,
  type Detector,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import {
  Candidates,
  type MergeRules,
  mergeTwins,
  modelSize,
  type OnnxSession,
  openSession,
} from '../onnx/index.ts';
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

const options = Type.Object(
  {
    model: Type.String({
      default: 'picodet-s-416',
      minLength: 1,
      maxLength: 1024,
      description: 'Name of an installed model, or path of an ONNX file.',
    }),
    family: Type.Union([Type.Literal('auto'), Type.Literal('nanodet'), Type.Literal('picodet')], {
      default: 'auto',
      description: 'Whose picture the model was trained on; auto reads it from the file.',
    }),
    fit: Type.Union([Type.Literal('letterbox'), Type.Literal('stretch')], {
      default: 'letterbox',
      description: 'Keep the shape of the picture and fill the rest, or stretch it to the input.',
    }),
    score_threshold: Type.Number({
      default: 0.4,
      minimum: 0.01,
      maximum: 0.99,
      description: 'Least score of a person, 0.01..0.99.',
    }),
    twin_iou: Type.Number({
      default: 0.6,
      minimum: 0.1,
      maximum: 1,
      description:
        'Overlap of two boxes, as intersection over union 0.1..1, from which they are one person.',
    }),
    part_inside: Type.Number({
      default: 0.9,
      minimum: 0.5,
      maximum: 1,
      description:
        'Share of a box inside a larger one of about its width, 0.5..1, from which they are one person.',
    }),
  },
  { additionalProperties: false },
);

type GflOptions = Type.Static<typeof options>;

export const gfl = defineDetector({
  name: 'gfl',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary:
    'People by a NanoDet or PicoDet model (ONNX); size and speed are those of the model file.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: false,
  create: async (chosen, env) => {
    const session = await openSession(env.resolveModel(chosen.model));
    try {
      return await startGfl(session, chosen);
    } catch (error) {
      await session.release();
      throw error;
    }
  },
});

async function startGfl(session: OnnxSession, chosen: GflOptions): Promise<Detector> {
  const size = modelSize(session);
  const layout = gflLayout(session, size);
  const family = chosen.family === 'auto' ? layout.family : chosen.family;
  const shape = [1, 3, size.height, size.width];
  const candidates = new Candidates(layout.cells);
  const rules: MergeRules = {
    twinIou: chosen.twin_iou,
    partInside: chosen.part_inside,
    most: MAX_DETECTIONS,
  };
  // The first run is several times slower than the rest, so it is not left to a camera; it also shows the scores' form.
  const first = await session.run(new Float32Array(3 * size.width * size.height), shape);
  const decoding: GflDecoding = {
    layout,
    scores: scoreForm(first, layout),
    scoreThreshold: chosen.score_threshold,
  };

  const detect = async (frame: Frame) => {
    if (!(frame.pixels instanceof Float32Array)) throw new TypeError('gfl wants float32 pixels');
    candidates.clear();
    decodeGfl(await session.run(frame.pixels, shape), decoding, candidates);
    return { detections: mergeTwins(candidates, rules) };
  };
  return { input: inputOf(size, family, chosen.fit), detect, close: () => session.release() };
}

function inputOf(
  size: { readonly width: number; readonly height: number },
  family: GflFamily,
  fit: InputSpec['fit'],
): InputSpec {
  return {
    ...size,
    ...PICTURES[family],
    values: 'float32-chw',
    fit,
    align: 'top-left',
    pad: 114,
  };
}
