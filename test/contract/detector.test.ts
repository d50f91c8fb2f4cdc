/** Every detector that ships against the conformance suite as `turnout-detector` publishes it. */

import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detachedEnv } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { detectorNames } from '../../detectors/registry.ts';
import { writeSplit } from '../detectors/gfl/models.ts';
import { writeTinyYolox } from '../detectors/onnx/tiny-model.ts';
import { suiteFolder } from '../support/folder.ts';
import { makePackages } from '../support/packages.ts';

const folder = suiteFolder();

await makePackages(folder);
const { conformance }: typeof import('../../detectors/conformance.ts') = await import(
  join(folder, 'turnout-detector/dist/detectors/conformance.js')
);

const ownYolox = writeTinyYolox(join(folder, 'yolox.onnx'), { width: 64, height: 64 }, (values) => {
  values.set([0.5, 0.5, 1, 1, 0.9, 0.9], 0);
});
const ownGfl = writeSplit(folder, 'nanodet', [
  { stride: 8, cell: 3, score: 0.9, bins: [1, 1, 1, 1] },
]);

const SUBJECTS: readonly { detector: string; options: Record<string, unknown> }[] = [
  { detector: 'yolox', options: { model: ownYolox } },
  { detector: 'gfl', options: { model: ownGfl } },
  { detector: 'detr', options: { model: resolve('test/detectors/reference/d-fine.onnx') } },
  { detector: 'detr', options: { model: resolve('test/detectors/reference/rf-detr.onnx') } },
  { detector: 'rtmdet', options: { model: resolve('test/detectors/reference/rtmdet.onnx') } },
  { detector: 'person', options: {} },
  { detector: 'motion', options: {} },
];

for (const { detector, options } of SUBJECTS) {
  describe(detector, async () => {
    const definition = await loadDetector(detector, '.');
    const subject = { definition, options, env: detachedEnv() };
    it.each(conformance)('$name', (check) => check.run(subject));
  });
}

it('covers every detector that ships', () => {
  const covered = SUBJECTS.map(({ detector }) => detector);
  expect(covered).toEqual(expect.arrayContaining([...detectorNames()]));
});
