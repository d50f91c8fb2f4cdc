import { expect, test } from 'vitest';
import { buildBest } from '../../../engine/counting/configured-detectors.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import type { DetectorFacts } from '../../../engine/pool/sampler.ts';
import { type ErrorCode, TurnoutError } from '../../../errors.ts';
import { anError } from '../../support/an-error.ts';
import { FACTS } from './pool.fixture.ts';

const PLAIN = { options: {}, fromDir: '.', modelsDir: '.' };
const MOTION: DetectorChoice = { ...PLAIN, plugin: 'motion' };
const BEST = { ...PLAIN, plugin: 'yolox', orElse: { ...PLAIN, plugin: 'person', orElse: MOTION } };

/** A pool in which these detectors cannot be built, for these reasons. */
function poolWithout(faults: Readonly<Record<string, ErrorCode>>) {
  return {
    prepare: async ({ plugin, orElse }: DetectorChoice): Promise<DetectorFacts> => {
      expect(orElse).toBeUndefined();
      const code = faults[plugin];
      if (code === undefined) return { ...FACTS, name: plugin };
      throw new TurnoutError(code, { where: plugin, expected: 'it', got: 'none' });
    },
  };
}

test('the best that can be built is what was asked for where nothing is wrong with it', async () => {
  const { choice, passedOver } = await buildBest(poolWithout({}), BEST);
  expect(choice).toEqual({ ...PLAIN, plugin: 'yolox', name: 'yolox' });
  expect(passedOver).toEqual([]);
});

test.each(['model_missing', 'model_corrupt', 'model_shape_mismatch', 'detector_failed'] as const)(
  'the best that can be built is the next one after %s, with the reason',
  async (code) => {
    const { choice, facts, passedOver } = await buildBest(poolWithout({ yolox: code }), BEST);
    expect([choice.plugin, facts.name]).toEqual(['person', 'person']);
    expect(passedOver).toEqual([anError(code)]);
  },
);

test.each(['detector_timeout', 'detector_options_invalid'] as const)(
  'the best that can be built is not looked for after %s: that may pass, or is for the owner to correct',
  async (code) => {
    const building = buildBest(poolWithout({ yolox: code }), BEST);
    await expect(building).rejects.toMatchObject({ code });
  },
);

test('the best that can be built is nothing where the last one fails too', async () => {
  const building = buildBest(poolWithout({ motion: 'detector_failed' }), MOTION);
  await expect(building).rejects.toMatchObject({ code: 'detector_failed' });
});
