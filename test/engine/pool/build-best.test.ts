import { describe, expect, test } from 'vitest';
import { buildBest } from '../../../engine/pool/build-best.ts';
import type { DetectorChoice, DetectorFacts } from '../../../engine/pool/messages.ts';
import { type ErrorCode, TurnoutError } from '../../../errors.ts';

const choiceOf = (plugin: string, orElse?: DetectorChoice): DetectorChoice => ({
  plugin,
  options: {},
  fromDir: '.',
  modelsDir: '.',
  ...(orElse !== undefined && { orElse }),
});
const BEST = choiceOf('yolox', choiceOf('person', choiceOf('motion')));

/** A pool in which these detectors cannot be built, for these reasons. */
function poolWithout(faults: Readonly<Record<string, ErrorCode>>) {
  return {
    prepare: async ({ plugin, orElse }: DetectorChoice): Promise<DetectorFacts> => {
      expect(orElse).toBeUndefined();
      const code = faults[plugin];
      if (code !== undefined) {
        throw new TurnoutError(code, { where: plugin, expected: 'it', got: 'none' });
      }
      const size = { width: 32, height: 32 };
      return {
        name: plugin,
        version: '1.0.0',
        model: null,
        provider: null,
        isWeak: true,
        takesInput: false,
        mostAutoPixels: null,
        maxAtOnce: 1,
        maxBatch: 1,
        stateBytes: 0,
        input: size,
      };
    },
  };
}

describe('the best that can be built', () => {
  test('is what was asked for where nothing is wrong with it', async () => {
    const { choice, passedOver } = await buildBest(poolWithout({}), BEST);
    expect(choice).toEqual({ ...choiceOf('yolox'), name: 'yolox' });
    expect(passedOver).toEqual([]);
  });

  test.each(['model_missing', 'model_corrupt', 'model_shape_mismatch', 'detector_failed'] as const)(
    'is the next one after %s, with the reason',
    async (code) => {
      const { choice, facts, passedOver } = await buildBest(poolWithout({ yolox: code }), BEST);
      expect([choice.plugin, facts.name]).toEqual(['person', 'person']);
      expect(passedOver).toEqual([expect.objectContaining({ code })]);
    },
  );

  test('is the last where nothing before it can be built', async () => {
    const pool = poolWithout({ yolox: 'model_corrupt', person: 'model_missing' });
    const { choice, passedOver } = await buildBest(pool, BEST);
    expect(choice.plugin).toBe('motion');
    expect(passedOver.map(({ code }) => code)).toEqual(['model_corrupt', 'model_missing']);
  });

  test.each(['detector_timeout', 'detector_options_invalid'] as const)(
    'is not looked for after %s: that may pass, or is for the owner to correct',
    async (code) => {
      const building = buildBest(poolWithout({ yolox: code }), BEST);
      await expect(building).rejects.toMatchObject({ code });
    },
  );

  test('is nothing where the last one fails too', async () => {
    const pool = poolWithout({ motion: 'detector_failed' });
    await expect(buildBest(pool, choiceOf('motion'))).rejects.toMatchObject({
      code: 'detector_failed',
    });
  });
});

describe('what computes the models', () => {
  const computed = (wanted: 'auto' | 'cuda', plugin = 'yolox'): DetectorChoice => ({
    ...choiceOf(plugin),
    onnx: { wanted, threads: 2 },
  });
  const cudaHere = { choose: async () => ({ provider: 'cuda', reason: 'fastest' }) as const };
  const noCuda = {
    choose: async () => {
      const parts = { where: 'detectors.onnx.provider', expected: 'auto', got: 'cuda' };
      throw new TurnoutError('config_invalid', parts);
    },
  };
  /** A pool in which no model runs on anything but the processor. */
  const onlyProcessor = {
    prepare: (choice: DetectorChoice) =>
      poolWithout(choice.onnx?.provider === 'cpu' ? {} : { yolox: 'model_corrupt' }).prepare(
        choice,
      ),
  };

  test('is chosen before a detector is built, with the threads that are configured', async () => {
    const { choice, providerReason } = await buildBest(poolWithout({}), computed('auto'), cudaHere);
    expect(choice.onnx).toEqual({ wanted: 'auto', threads: 2, provider: 'cuda' });
    expect(providerReason).toBe('fastest');
  });

  test('is the processor where auto chose what this model does not run on, with the reason', async () => {
    const built = await buildBest(onlyProcessor, computed('auto'), cudaHere);
    expect(built.choice.onnx?.provider).toBe('cpu');
    expect(built.providerReason).toMatch(/^cuda: yolox: expected it, got none/);
  });

  test('is never another one than what is asked for by name', async () => {
    await expect(buildBest(onlyProcessor, computed('cuda'), cudaHere)).rejects.toMatchObject({
      code: 'model_corrupt',
    });
    const wanted = { ...computed('cuda'), orElse: computed('cuda', 'person') };
    await expect(buildBest(poolWithout({}), wanted, noCuda)).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });

  test('is left to a plugin, which may have no model at all', async () => {
    const built = await buildBest(poolWithout({}), computed('cuda', './mine.mjs'), noCuda);
    expect(built.choice.onnx?.provider).toBe('cuda');
  });

  test('is not asked for by a detector without a model', async () => {
    const { choice } = await buildBest(poolWithout({}), computed('cuda', 'motion'), noCuda);
    expect(choice.plugin).toBe('motion');
  });
});
