/**
 * The real models on real pictures: that boxes lie on people shows what no made-up file can, the order of channels,
 * mean, std, the form of scores and the way of decoding. Skipped without the models and the labelled pictures.
 */

import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Box, readLabels } from '../../bench/accuracy/labels.ts';
import { Looker } from '../../bench/accuracy/looking.ts';
import { detachedEnv } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { overlapOf } from '../../engine/zones.ts';
import { fixturePath, LABELLED_PICTURES } from '../support/fixtures.ts';

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
const labelled = readLabels(LABELLED_PICTURES);

it.for(CASES)(
  '$detector with $model at $input finds the people in boxes (skipped without model or pictures)',
  async ({ error, ...chosen }, { skip }) => {
    const model = fixturePath(chosen.model);
    if (!existsSync(model) || labelled === null) return skip();
    const byPeople = labelled.filter(({ labelledBy }) => labelledBy === 'people');
    const definition = await loadDetector(chosen.detector, '.');
    const options = checkOptions(definition, { model, input: chosen.input });
    const detector = await definition.create(options, detachedEnv());
    const looker = new Looker(detector, LABELLED_PICTURES);
    let errors = 0;
    let surest = 0;
    for (const picture of byPeople.slice(0, PICTURES)) {
      const found = await looker.look(picture);
      errors += Math.abs(found.length - picture.labels.length);
      const isOn = (box: Box) => picture.labels.some((label) => overlapOf(box, label.box) > 0.6);
      surest += found.slice(0, 1).filter(({ box }) => isOn(box)).length;
    }
    await looker.close();
    expect(surest).toBeGreaterThanOrEqual(PICTURES - 1);
    expect(errors / PICTURES).toBeLessThan(error);
  },
);
