/**
 * The heads against what the projects' own post-processing makes of the same picture: networks of random weights with the
 * outputs that the projects export, and boxes from their code (detectors/README.md has how they were made). No weights of D-FINE, RT-DETR,
 * RF-DETR, RTMDet and NanoDet-Plus have been here; this shows that their files would be read rightly, not how they count.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Detection, DetectorDefinition } from '../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { detr } from '../../detectors/heads/detr.ts';
import { gfl } from '../../detectors/heads/gfl.ts';
import { rtmdet } from '../../detectors/heads/rtmdet.ts';
import { yolox } from '../../detectors/heads/yolox.ts';
import { checkOptions } from '../../detectors/options.ts';
import { InputCanvas } from '../../detectors/picture.ts';

const FOLDER = join('test', 'detectors', 'reference');
const PICTURE = { width: 160, height: 128 };
/** Most that a side may be off, px, and a score: the networks' own arithmetic differs by as much between runtimes. */
const MOST = { px: 0.01, score: 0.0005 };

interface Reference {
  readonly threshold: number;
  readonly overlap: number;
  /** x1, y1, x2, y2 and the score, surest first. */
  readonly people: readonly (readonly [number, number, number, number, number])[];
}

/** Packed RGB by the formula that the projects were given. */
function picture(): Uint8Array {
  const { width, height } = PICTURE;
  return Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const [x, y, c] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width), at % 3];
    return (x * 7 + y * 13 + c * 50 + ((x * y) % 97) * 2) % 256;
  });
}

async function look(definition: DetectorDefinition, options: object) {
  const detector = await definition.create(checkOptions(definition, options), detachedEnv());
  const canvas = new InputCanvas(detector.input);
  expect(canvas.wanted.size(PICTURE)).toMatchObject(PICTURE);
  const { values, fit } = canvas.fill({ bytes: picture(), ...PICTURE, picture: PICTURE });
  const frame = { pixels: values, content: fit.content, atMs: 0, state: null };
  const { detections = [] } = await detector.detect(frame, unhurried);
  await detector.close();
  return detections;
}

/** A box cut off at the border of the picture, as some of the projects give it. */
function inPicture([x1, y1, x2, y2]: Detection['box']): number[] {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const { width, height } = PICTURE;
  return [within(x1, width), within(y1, height), within(x2, width), within(y2, height)];
}

it.each([
  ['yolox', yolox, true],
  ['nanodet-plus', gfl, true],
  ['rtmdet', rtmdet, true],
  ['d-fine', detr, false],
  ['rt-detr', detr, false],
  ['rf-detr', detr, false],
] as const)("%s gives the people of the project's code", async (file, definition, isMerged) => {
  const told = JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as Reference;
  const options = {
    model: resolve(FOLDER, `${file}.onnx`),
    score_threshold: told.threshold,
    ...(isMerged && { twin_iou: told.overlap, part_inside: 1 }),
  };
  const found = await look(definition as unknown as DetectorDefinition, options);
  expect(found).toHaveLength(told.people.length);
  const off = { px: 0, score: 0 };
  for (const [at, { box, score }] of found.entries()) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, sure = 0] = told.people[at] ?? [];
    const wanted = inPicture([x1, y1, x2, y2]);
    const sides = inPicture(box).map((side, n) => Math.abs(side - (wanted[n] ?? Number.NaN)));
    off.px = Math.max(off.px, ...sides);
    off.score = Math.max(off.score, Math.abs(score - sure));
  }
  expect(off.px).toBeLessThan(MOST.px);
  expect(off.score).toBeLessThan(MOST.score);
});
