/** The `rtmdet` detector: people by a model with OpenMMLab's RTMDet head, exported with its raw levels. */

import { type Static, Type } from 'typebox';
import { CONTRACT_VERSION, type Detector, defineDetector, type Frame } from '../detector.ts';
import { Candidates } from '../onnx/candidates.ts';
import { cellsOf, modelSize, shapeMismatch } from '../onnx/input.ts';
import { INPUT_OPTION } from '../onnx/input-option.ts';
import { mergeTwins } from '../onnx/merge.ts';
import type { ModelSize } from '../onnx/model-size.ts';
import { floatsOf, mergeRules, onModel } from '../onnx/on-model.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import type { OnnxSession } from '../onnx/session.ts';
import { decodeRtmdet, type RtmdetLevel } from './decode.ts';

const MAX_DETECTIONS = 300;
const STRIDES_PX = [8, 16, 32] as const;

/** Chosen here; no weights have been here to choose one by the error of the count. */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'rtmdet-tiny', scoreThreshold: 0.3 }).properties,
    input: INPUT_OPTION,
  },
  { additionalProperties: false },
);

type RtmdetOptions = Static<typeof options>;

export const rtmdet = defineDetector({
  name: 'rtmdet',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary:
    'People by an RTMDet model (ONNX with its raw levels), at the size of its file or another one.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: false,
  create: onModel('rtmdet', startRtmdet),
});

async function startRtmdet(session: OnnxSession, chosen: RtmdetOptions): Promise<Detector> {
  const size = modelSize(session);
  const levels = levelsOf(session, size);
  const shape = [1, 3, size.height, size.width];
  const candidates = new Candidates(levels.reduce((sum, { cells }) => sum + cells, 0));
  const rules = mergeRules(chosen, MAX_DETECTIONS);
  // The first run is several times slower than the rest, so it is not left to a camera.
  await session.run(new Float32Array(3 * size.width * size.height), shape);

  const detect = async (frame: Frame) => {
    const pixels = floatsOf(frame, 'rtmdet');
    candidates.clear();
    decodeRtmdet(await session.run(pixels, shape), levels, chosen.score_threshold, candidates);
    return { detections: mergeTwins(candidates, rules) };
  };
  return {
    // `configs/rtmdet/rtmdet_l_8xb32-300e_coco.py`: BGR, mean and deviation of ImageNet, filled up with 114.
    input: {
      ...size,
      colour: 'bgr',
      values: 'float32-chw',
      mean: [103.53, 116.28, 123.675],
      std: [57.375, 57.12, 58.395],
      fit: 'letterbox',
      align: 'top-left',
      pad: 114,
    },
    detect,
    close: () => session.release(),
  };
}

/** A level is known by its cells: a table of 4 for each are its distances, the other its scores, by name where both are. */
function levelsOf(session: OnnxSession, size: ModelSize): readonly RtmdetLevel[] {
  const levels = STRIDES_PX.flatMap((stridePx): RtmdetLevel[] => {
    const [rows, columns] = [size.height, size.width].map((side) => Math.ceil(side / stridePx));
    const here = session.outputs.filter(
      ({ type, shape }) =>
        type === 'float32' && shape.length === 4 && shape[2] === rows && shape[3] === columns,
    );
    const distances = here.find(({ name, shape }) => shape[1] === 4 && !/cls|score/.test(name));
    const scores = here.find((output) => output !== distances);
    if (here.length !== 2 || distances === undefined || scores === undefined) return [];
    const cells = cellsOf(size, stridePx);
    const names = { scores: scores.name, distances: distances.name };
    return [{ stridePx, columns: columns ?? 0, cells, ...names }];
  });
  if (levels.length === STRIDES_PX.length && session.outputs.length === 6) return levels;
  throw shapeMismatch(
    session,
    `for an input of ${size.width}x${size.height}: scores 1x80xHxW and distances 1x4xHxW for each stride of 8, 16 and 32, exported without post-processing`,
  );
}
