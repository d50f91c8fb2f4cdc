/**
 * The `person` detector: people by our own model, which ships with the project and needs no installing.
 *
 * The picture is RGB 0..255, letterboxed to the top left on a filling of 114, as `training/evaluate.py` does it. How the
 * model was made, and where it fails, is in model-card.md.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Static } from 'typebox';
import { CONTRACT_VERSION, type Detector, defineDetector, type Frame } from '../detector.ts';
import { Candidates } from '../onnx/candidates.ts';
import { modelSize, shapeMismatch } from '../onnx/input.ts';
import { mergeTwins } from '../onnx/merge.ts';
import { peopleOptions } from '../onnx/people-options.ts';
import { type OnnxSession, withSession } from '../onnx/session.ts';
import { decodePerson, personCells, ROW_LENGTH } from './decode.ts';

const MAX_DETECTIONS = 300;
const PAD = 114;
/** The model that ships, as the option names it. */
const OWN = 'own';

/**
 * 0.26 has the least mean error of the count over coco, surveillance, exercise and street pictures of the validation
 * split (`training/evaluate.py`, which chooses among 0.08, 0.10 … 0.70 on those very pictures).
 */
const options = peopleOptions({ model: OWN, scoreThreshold: 0.26 });

type PersonOptions = Static<typeof options>;

export const person = defineDetector({
  name: 'person',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'People by a small model of our own (ONNX) that comes with the program.',
  licence: 'MIT',
  options,
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: true,
  create: (chosen, env) => {
    const path = chosen.model === OWN ? ownModel() : env.resolveModel(chosen.model);
    return withSession({ path, size: null, native: env.native }, (session) =>
      startPerson(session, chosen),
    );
  },
});

async function startPerson(session: OnnxSession, chosen: PersonOptions): Promise<Detector> {
  const size = modelSize(session);
  const cells = checkedCells(session, personCells(size));
  const shape = [1, 3, size.height, size.width];
  const candidates = new Candidates(cells);
  const rules = {
    twinIou: chosen.twin_iou,
    partInside: chosen.part_inside,
    most: MAX_DETECTIONS,
  };
  // The first run is several times slower than the rest, so it is not left to a camera.
  await session.run(new Float32Array(3 * size.width * size.height).fill(PAD), shape);

  const detect = async (frame: Frame) => {
    if (!(frame.pixels instanceof Float32Array)) throw new TypeError('person wants float32 pixels');
    const outputs = await session.run(frame.pixels, shape);
    candidates.clear();
    const values = outputs[session.outputs[0]?.name ?? ''] ?? new Float32Array(0);
    decodePerson(values, chosen.score_threshold, candidates);
    return { detections: mergeTwins(candidates, rules) };
  };
  return {
    input: {
      ...size,
      colour: 'rgb',
      values: 'float32-chw',
      fit: 'letterbox',
      align: 'top-left',
      pad: PAD,
    },
    detect,
    close: () => session.release(),
  };
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

/** The file next to this one; from a bundle in `dist/`, the one among the sources. */
function ownModel(): string {
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
