/**
 * The real models on real pictures: that boxes lie on people shows what no made-up file can, the order of channels,
 * mean, std, the form of scores and the way of decoding. Skipped without the models and the labelled pictures.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { checkOutput } from '../../detectors/output.ts';
import { type BoxRatio, InputCanvas, toPictureRatio } from '../../detectors/picture.ts';
import { FrameDecoder } from '../../engine/frames/decoder.ts';
import { overlapOf } from '../../engine/zones.ts';
import { fixturePath, LABELLED_PICTURES } from '../support/fixtures.ts';
import { jpegFrame } from '../support/jpegs.ts';

const TRAINING = LABELLED_PICTURES;
/** `error` is a third of a person more than what the first pictures had when this was written. */
const CASES = [
  { detector: 'yolox', model: 'yolox_nano.onnx', input: 'auto', error: 2.84 },
  { detector: 'yolox', model: 'yolox_nano.onnx', input: '640x512', error: 2.84 },
  { detector: 'gfl', model: 'picodet_s_416.onnx', input: 'auto', error: 3.17 },
  { detector: 'gfl', model: 'nanodet_m_416.onnx', input: '640x512', error: 3.34 },
  // As people find them: the deploy form of D-FINE and DEIM, and MMDeploy's with open sides.
  { detector: 'detr', model: 'deimv2_femto_coco_416.onnx', input: 'model', error: 3.34 },
  { detector: 'rtmdet', model: 'rtmdet_nano_person_mmdeploy.onnx', input: '320x320', error: 3.84 },
] as const;
const PICTURES = 12;
const DECODER = new FrameDecoder();

interface Labelled {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly labelled_by: string;
  readonly boxes: readonly BoxRatio[];
}

/** A picture in the input, as the engine makes it. */
async function frameOf({ file }: Labelled, canvas: InputCanvas) {
  const encoded = jpegFrame(readFileSync(join(TRAINING, file)));
  const { values, fit } = canvas.fill(await DECODER.decode(encoded, canvas.wanted));
  return { frame: { pixels: values, content: fit.content, atMs: 0, state: null }, fit };
}

describe.each(CASES)('$detector with $model at $input', ({ detector, model, input, error }) => {
  const path = fixturePath(model);
  const labels = join(TRAINING, 'labels.json');
  const isHere = existsSync(path) && existsSync(labels);
  it.skipIf(!isHere)('finds the people in boxes (skipped without model or pictures)', async () => {
    const all: readonly Labelled[] = JSON.parse(readFileSync(labels, 'utf8'));
    const pictures = all.filter((picture) => picture.labelled_by === 'people').slice(0, PICTURES);
    const definition = await loadDetector(detector, '.');
    const options = checkOptions(definition, { model: path, input });
    const running = await definition.create(options, detachedEnv());
    const canvas = new InputCanvas(running.input);
    let errors = 0;
    let surest = 0;
    for (const picture of pictures) {
      const { width, height } = picture;
      const { frame, fit } = await frameOf(picture, canvas);
      const answer = await running.detect(frame, unhurried);
      const { detections } = checkOutput(definition, running.input, answer);
      errors += Math.abs(detections.length - picture.boxes.length);
      const [{ box } = { box: [0, 0, 0, 0] as const }] = detections;
      const ratios = toPictureRatio(box, fit);
      const isOn = ([x1, y1, x2, y2]: BoxRatio) =>
        overlapOf(ratios, [x1 / width, y1 / height, x2 / width, y2 / height]) > 0.6;
      surest += picture.boxes.some(isOn) ? 1 : 0;
    }
    await running.close();
    expect(surest).toBeGreaterThanOrEqual(PICTURES - 1);
    expect(errors / PICTURES).toBeLessThan(error);
  });
});
