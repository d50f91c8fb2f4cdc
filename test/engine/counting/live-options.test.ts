/** Options that are changed while cameras are counted. */

import { expect, test } from 'vitest';
import { TurnoutError } from '../../../errors.ts';
import { countingRoom } from './counting.fixture.ts';

/** A camera with a plugin whose option `least_score` may be at most 1. */
function counted() {
  const looked: unknown[] = [];
  const { counting, apply, deliver, pass } = countingRoom({
    facts: ({ options }) => {
      if (Number(options['least_score']) > 1) {
        const where = 'options of detector mine: least_score';
        throw new TurnoutError('detector_options_invalid', { where, expected: '<= 1', got: '7' });
      }
      return { name: 'mine' };
    },
    look: ({ detector }) => {
      looked.push(detector.options['least_score']);
      return { sample: { decodeUs: 1, detectUs: 1 }, frameSize: { width: 64, height: 64 } };
    },
  });
  const configure = (score: number) => {
    const options = { least_score: score };
    return apply({ plugin: 'yolox', options, fromDir: '.', modelsDir: '.' }, { hall: null });
  };
  const look = async () => {
    deliver('hall');
    await pass(5000);
    return looked.at(-1);
  };
  return { counting, configure, look };
}

test('a wrong option leaves the old detector at work, and is a fault of the configuration', async () => {
  const { counting, configure, look } = counted();
  await configure(0.5);
  expect(await look()).toBe(0.5);
  await configure(7);
  expect(await look()).toBe(0.5);
  expect(counting.configurationFaults()).toEqual([
    'options of detector mine: least_score: expected <= 1, got 7',
  ]);
  await configure(0.7);
  expect(await look()).toBe(0.7);
  expect(counting.configurationFaults()).toEqual([]);
  expect(counting.detectors()).toHaveLength(1);
});

test('options that were changed back leave everything as it was', async () => {
  const { counting, configure, look } = counted();
  await configure(0.5);
  await configure(7);
  await configure(0.5);
  expect(await look()).toBe(0.5);
  expect(counting.configurationFaults()).toEqual([]);
});
