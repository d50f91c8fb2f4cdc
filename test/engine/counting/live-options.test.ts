/** Options that are changed while cameras are counted. */

import { expect, test } from 'vitest';
import type { CameraConfig } from '../../../config/config.ts';
import { Counting } from '../../../engine/counting/counting.ts';
import { createCounts } from '../../../engine/counts/layout.ts';
import type { PostedFrame } from '../../../engine/frames/encoded-frame.ts';
import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import { TurnoutError } from '../../../errors.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

/** A camera with a plugin whose option `least_score` may be at most 1. */
async function counted() {
  const looked: unknown[] = [];
  const choiceOf = (score: number, provider: 'cpu' | 'cuda'): DetectorChoice => ({
    plugin: 'yolox',
    options: { least_score: score },
    fromDir: '.',
    modelsDir: '.',
    onnx: { provider, threads: 1 },
  });
  type CountingPool = ConstructorParameters<typeof Counting>[0]['pool'];
  const pool: CountingPool = {
    workers: 1,
    laneOf: () => ({ id: 'mine', kind: 'own_process', reason: 'plugin', rssBytes: 0 }),
    retain: () => undefined,
    onStray: () => undefined,
    prepare: async ({ options, onnx }) => {
      if (onnx?.provider === 'cuda') {
        const where = 'detectors.onnx.provider';
        throw new TurnoutError('config_invalid', { where, expected: 'another', got: 'cuda' });
      }
      if (Number(options['least_score']) > 1) {
        const where = 'options of detector mine: least_score';
        throw new TurnoutError('detector_options_invalid', { where, expected: '<= 1', got: '7' });
      }
      return {
        name: 'mine',
        version: '1.0.0',
        model: null,
        provider: null,
        isWeak: false,
        stateBytes: 0,
        input: { width: 32, height: 32 },
        takesInput: false,
        mostAutoPixels: null,
      };
    },
    sample: async ({ detector }: SampleTask) => {
      looked.push(detector.options['least_score']);
      const sample = { decodeUs: 1, detectUs: 1 };
      const outcome = { sample, boxes: [], frameSize: { width: 64, height: 64 }, picture: null };
      return outcome as unknown as Awaited<ReturnType<CountingPool['sample']>>;
    },
  };
  const clock = new FakeClock();
  const counting = new Counting({
    pool,
    clock,
    timers: clock,
    log: silentLog,
    counts: createCounts({ slots: 4 }),
    gopMs: () => 1000,
    isClassTime: () => true,
    falsePlaces: () => [],
    onSample: () => 0,
    onFault: (_, error) => {
      throw error;
    },
    onRelease: () => undefined,
  });
  const sampling = { classPeriodMs: 5000, idlePeriodMs: 60_000 };
  const config = { id: 'hall', url: 'scene:hall', zones: [], sampling } as unknown as CameraConfig;
  const configure = async (score: number, wanted: 'cpu' | 'cuda' = 'cpu') => {
    await counting.apply([{ config, roomCapacity: null, choice: choiceOf(score, wanted) }]);
    await settle();
  };
  const look = async () => {
    counting.deliver('hall', { isForSample: true, passedOver: 0 } as PostedFrame);
    await clock.advance(5000);
    await settle();
    return looked.at(-1);
  };
  return { counting, configure, look };
}

test('a wrong option leaves the old detector at work, and is a fault of the configuration', async () => {
  const { counting, configure, look } = await counted();
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
  await counting.stop();
});

test('options that were changed back leave everything as it was', async () => {
  const { counting, configure, look } = await counted();
  await configure(0.5);
  await configure(7);
  await configure(0.5);
  expect(await look()).toBe(0.5);
  expect(counting.configurationFaults()).toEqual([]);
  await counting.stop();
});

test('a provider that is not there leaves the old detector at work, and is a fault of the configuration', async () => {
  const { counting, configure, look } = await counted();
  await configure(0.5);
  await configure(0.7, 'cuda');
  expect(await look()).toBe(0.5);
  expect(counting.configurationFaults()).toEqual([
    'detectors.onnx.provider: expected another, got cuda',
  ]);
  await configure(0.7, 'cpu');
  expect(await look()).toBe(0.7);
  expect(counting.configurationFaults()).toEqual([]);
  await counting.stop();
});
