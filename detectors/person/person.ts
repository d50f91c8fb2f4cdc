/**
 * The `person` detector: people by our own model, which ships with the project and needs no installing.
 *
 * The picture is RGB 0..255, letterboxed to the top left on a filling of 114, as `training/evaluate.py` does it. How the
 * model was made, and where it fails, is in model-card.md.
 */

import { type Static, Type } from 'typebox';
import {
  CONTRACT_VERSION,
  type Detection,
  type Detector,
  defineDetector,
  type Frame,
} from '../detector.ts';
import type { DetectorEnv } from '../env.ts';
import { inputOption, inputSize } from '../onnx/input-option.ts';
import type { ModelSize } from '../onnx/model-size.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import { withSession } from '../onnx/session.ts';
import { lookOnce, TwoLooks } from './crowd.ts';
import { PAD, PersonLook } from './look.ts';
import { ownModel } from './own-model.ts';
import { scaleInto } from './shrink.ts';

const MAX_DETECTIONS = 300;
/** The model that ships, as the option names it. */
const OWN = 'own';

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
    ...peopleOptions({ model: OWN, scoreThreshold: 0.26 }).properties,
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

type PersonOptions = Static<typeof options>;

export const person = defineDetector({
  name: 'person',
  version: '1.1.0',
  contract: CONTRACT_VERSION,
  summary: 'People by a small model of our own (ONNX) that comes with the program.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: true,
  create: async (chosen, env) => {
    const path = chosen.model === OWN ? ownModel() : env.resolveModel(chosen.model);
    const wanted = inputSize('person', chosen.input);
    const whole = await openLook(path, null, env);
    if (wanted === null) return startPerson(whole, whole, chosen);
    try {
      return await startPerson(whole, await openLook(path, wanted, env), chosen);
    } catch (error) {
      await whole.close();
      throw error;
    }
  },
});

/** A look that has run once: the first run is several times slower than the rest, so it is not left to a camera. */
async function openLook(
  path: string,
  size: ModelSize | null,
  { native, compute }: DetectorEnv,
): Promise<PersonLook> {
  return withSession({ path, size, native, compute }, async (session) => {
    const look = new PersonLook(session);
    await look.people(look.blank(), 1, { twinIou: 1, partInside: 1, most: 1 });
    return look;
  });
}

/** One look where `wanted` is not larger than `whole`, the file's own size; else two. */
async function startPerson(
  whole: PersonLook,
  wanted: PersonLook,
  chosen: PersonOptions,
): Promise<Detector> {
  const rules = {
    twinIou: chosen.twin_iou,
    partInside: chosen.part_inside,
    most: MAX_DETECTIONS,
  };
  const isLarger = scaleInto(wanted.size, whole.size) < 1;
  const two = isLarger ? new TwoLooks(whole, wanted) : null;
  const people = async (pixels: Float32Array): Promise<Detection[]> =>
    two === null
      ? (await lookOnce(wanted, pixels, chosen, rules)).people
      : two.people(pixels, chosen, rules);
  const detect = async (frame: Frame) => {
    if (!(frame.pixels instanceof Float32Array)) throw new TypeError('person wants float32 pixels');
    return { detections: await people(frame.pixels) };
  };
  return {
    input: {
      ...wanted.size,
      colour: 'rgb',
      values: 'float32-chw',
      fit: 'letterbox',
      align: 'top-left',
      pad: PAD,
    },
    detect,
    close: async () => {
      await whole.close();
      if (wanted !== whole) await wanted.close();
    },
  };
}
