/**
 * The `detr` detector: people by a detection transformer, D-FINE, RT-DETR or RF-DETR, exported with its raw outputs.
 * Which of them it is, is read from the file.
 */

import { type Static, Type } from 'typebox';
import {
  CONTRACT_VERSION,
  type Detector,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import { modelSize, shapeMismatch } from '../onnx/input.ts';
import { MODEL_INPUT_OPTION } from '../onnx/input-option.ts';
import { floatsOf, onModel } from '../onnx/on-model.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import type { OnnxSession } from '../onnx/session.ts';
import { type DetrDecoding, decodeDetr } from './decode.ts';

/**
 * How each project makes its picture, and where a person is among its classes.
 * D-FINE and RT-DETR: `T.Resize((640, 640)), T.ToTensor()` of `tools/inference/onnx_inf.py`: stretched, 0..1, 80 classes
 * of COCO. RF-DETR: stretched, mean and deviation of ImageNet, COCO's own numbers up to 90, in which a person is 1
 * (https://rfdetr.roboflow.com/latest/exports/onnx/).
 */
const FAMILIES = {
  dfine: { std: [255, 255, 255], mean: [0, 0, 0], person: 0 },
  rfdetr: { mean: [123.675, 116.28, 103.53], std: [58.395, 57.12, 57.375], person: 1 },
} as const;

type Family = keyof typeof FAMILIES;

/** Classes of COCO by their own numbers, 0 to 90: how RF-DETR's weights are told from those with 80. */
const COCO_NUMBERS = 91;

const { model, score_threshold } = peopleOptions({
  model: 'dfine-n',
  scoreThreshold: 0.4,
}).properties;

/** Chosen here, between the 0.3 and 0.6 that demos of these models draw; no weights have been here to choose one by the error of the count. */
const options = Type.Object(
  {
    model,
    score_threshold,
    input: MODEL_INPUT_OPTION,
    family: Type.Union([Type.Literal('auto'), Type.Literal('dfine'), Type.Literal('rfdetr')], {
      default: 'auto',
      description:
        'Whose picture the model was trained on, dfine also for RT-DETR; auto reads it from the file.',
    }),
  },
  { additionalProperties: false },
);

type DetrOptions = Static<typeof options>;

/** Most queries of a model: the published ones have 300. */
const MAX_QUERIES = 1000;

export const detr = defineDetector({
  name: 'detr',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'People by a D-FINE, RT-DETR or RF-DETR model (ONNX with logits and boxes).',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_QUERIES,
  stateBytes: 0,
  isWeak: false,
  create: onModel('detr', startDetr),
});

async function startDetr(session: OnnxSession, chosen: DetrOptions): Promise<Detector> {
  const size = modelSize(session);
  const { boxes, logits, queries, classes } = outputsOf(session);
  const found: Family = classes === COCO_NUMBERS ? 'rfdetr' : 'dfine';
  const { person, mean, std } = FAMILIES[chosen.family === 'auto' ? found : chosen.family];
  const decoding: DetrDecoding = {
    size,
    queries,
    classes,
    // A model of people alone has them at the first place, anyone who trained it.
    person: classes > person ? person : 0,
    scoreThreshold: chosen.score_threshold,
  };
  const shape = [1, 3, size.height, size.width];
  const look = async (pixels: Float32Array) => {
    const outputs = await session.run(pixels, shape);
    const none = new Float32Array(0);
    return { detections: decodeDetr(outputs[boxes] ?? none, outputs[logits] ?? none, decoding) };
  };
  // The first run is several times slower than the rest, so it is not left to a camera.
  await look(new Float32Array(3 * size.width * size.height));

  const input: InputSpec = {
    ...size,
    colour: 'rgb',
    values: 'float32-chw',
    mean,
    std,
    fit: 'stretch',
    align: 'top-left',
    pad: 114,
  };
  const detect = async (frame: Frame) => look(floatsOf(frame, 'detr'));
  return { input, detect, close: () => session.release() };
}

/** By their names: with four classes both tables have the same shape. */
function outputsOf(session: OnnxSession) {
  const isTable = (name: RegExp) =>
    session.outputs.find(
      (output) => name.test(output.name) && output.type === 'float32' && output.shape.length === 3,
    );
  const boxes = isTable(/box|dets/);
  const logits = isTable(/logits|labels/);
  const [, queries, four] = boxes?.shape ?? [];
  const [, rows, classes] = logits?.shape ?? [];
  const fits =
    session.outputs.length === 2 &&
    boxes !== undefined &&
    logits !== undefined &&
    four === 4 &&
    isCount(queries, MAX_QUERIES) &&
    rows === queries &&
    isCount(classes, 1000);
  if (fits) {
    return { boxes: boxes.name, logits: logits.name, queries, classes };
  }
  throw shapeMismatch(
    session,
    'two outputs float32: 1xNx4 named boxes or dets and 1xNx80 named logits or labels, exported without post-processing',
  );
}

function isCount(value: number | string | undefined, most: number): value is number {
  return typeof value === 'number' && value >= 1 && value <= most;
}
