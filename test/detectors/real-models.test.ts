/**
 * The real models on real pictures: that boxes lie on people shows what no made-up file can, the order of channels,
 * mean, std, the form of scores and the way of decoding. Skipped without the models and the labelled pictures.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { InputSpec } from '../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { checkOutput } from '../../detectors/output.ts';
import { fixturePath, LABELLED_PICTURES } from '../support/fixtures.ts';

const TRAINING = LABELLED_PICTURES;
/** `error` is a third of a person more than what the first pictures had when this was written. */
const CASES = [
  { detector: 'yolox', model: 'yolox_nano.onnx', input: 'auto', error: 2.84 },
  { detector: 'yolox', model: 'yolox_nano.onnx', input: '640x512', error: 2.84 },
  { detector: 'gfl', model: 'picodet_s_416.onnx', input: 'auto', error: 3.17 },
  { detector: 'gfl', model: 'picodet_s_416.onnx', input: '640x512', error: 3.17 },
  { detector: 'gfl', model: 'nanodet_m_416.onnx', input: 'auto', error: 3.34 },
  { detector: 'gfl', model: 'nanodet_m_416.onnx', input: '640x512', error: 3.34 },
  // As people find them: the deploy form of D-FINE and DEIM, and MMDeploy's with open sides.
  { detector: 'detr', model: 'deimv2_femto_coco_416.onnx', input: 'model', error: 3.34 },
  { detector: 'rtmdet', model: 'rtmdet_nano_person_mmdeploy.onnx', input: 'auto', error: 3 },
  { detector: 'rtmdet', model: 'rtmdet_nano_person_mmdeploy.onnx', input: '320x320', error: 3.34 },
] as const;
const PICTURES = 12;

interface Labelled {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly labelled_by: string;
  readonly boxes: readonly (readonly number[])[];
}

/** A picture at the top left of the input, as the engine makes it. */
async function frameOf(picture: Labelled, input: InputSpec) {
  const fits = { x: input.width / picture.width, y: input.height / picture.height };
  const least = Math.min(fits.x, fits.y);
  const scale = input.fit === 'stretch' ? fits : { x: least, y: least };
  const content = {
    x: 0,
    y: 0,
    width: Math.round(picture.width * scale.x),
    height: Math.round(picture.height * scale.y),
  };
  const bytes = await sharp(join(TRAINING, picture.file))
    .resize(content.width, content.height, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const plane = input.width * input.height;
  const pixels = new Float32Array(3 * plane);
  for (let at = 0; at < pixels.length; at += 1) {
    const channel = Math.floor(at / plane);
    const [x, y] = [(at % plane) % input.width, Math.floor((at % plane) / input.width)];
    const isInside = x < content.width && y < content.height;
    const source = input.colour === 'bgr' ? 2 - channel : channel;
    const byte = isInside ? (bytes[(y * content.width + x) * 3 + source] ?? 0) : input.pad;
    pixels[at] = (byte - (input.mean?.[channel] ?? 0)) / (input.std?.[channel] ?? 1);
  }
  return { frame: { pixels, content, atMs: 0, state: null }, scale };
}

function iou(a: readonly number[], b: readonly number[]): number {
  const [ax1 = 0, ay1 = 0, ax2 = 0, ay2 = 0] = a;
  const [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0] = b;
  const width = Math.max(0, Math.min(ax2, bx2) - Math.max(ax1, bx1));
  const height = Math.max(0, Math.min(ay2, by2) - Math.max(ay1, by1));
  const shared = width * height;
  return shared / ((ax2 - ax1) * (ay2 - ay1) + (bx2 - bx1) * (by2 - by1) - shared);
}

describe.each(CASES)('$detector with $model at $input', ({ detector, model, input, error }) => {
  const path = fixturePath(model);
  const labels = join(TRAINING, 'labels.json');
  it.skipIf(!existsSync(path) || !existsSync(labels))(
    'finds the people that people drew boxes around (skipped without the model and the labelled pictures)',
    async () => {
      const all: readonly Labelled[] = JSON.parse(readFileSync(labels, 'utf8'));
      const pictures = all.filter((picture) => picture.labelled_by === 'people').slice(0, PICTURES);
      const definition = await loadDetector(detector, '.');
      const options = checkOptions(definition, { model: path, input });
      const running = await definition.create(options, detachedEnv());
      let errors = 0;
      let surest = 0;
      for (const picture of pictures) {
        const { frame, scale } = await frameOf(picture, running.input);
        const { detections } = checkOutput(
          definition,
          running.input,
          await running.detect(frame, unhurried),
        );
        errors += Math.abs(detections.length - picture.boxes.length);
        const first =
          detections[0]?.box.map((edge, at) => edge / (at % 2 === 0 ? scale.x : scale.y)) ?? [];
        surest += Math.max(...picture.boxes.map((box) => iou(first, box))) > 0.6 ? 1 : 0;
      }
      await running.close();
      expect(surest).toBeGreaterThanOrEqual(PICTURES - 1);
      expect(errors / PICTURES).toBeLessThan(error);
    },
  );
});
