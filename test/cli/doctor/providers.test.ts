import { expect, test } from 'vitest';
import { checkProviders } from '../../../cli/doctor/providers.ts';
import type { OnnxProvider } from '../../../detectors/env.ts';
import { Providers } from '../../../engine/providers/choose.ts';
import type { Trial } from '../../../engine/providers/trial.ts';

const runtime = {
  version: '1.30.0',
  platform: 'linux x64',
  providers: ['cpu', 'webgpu', 'cuda', 'tensorrt'].map((name) => ({ name, bundled: true })),
};
const TRIALS: Partial<Record<OnnxProvider, Trial>> = {
  cpu: { runtime, outcome: 'works', lookMs: 12.04 },
  webgpu: { runtime, outcome: 'fails', reason: 'No supported adapters' },
  cuda: { runtime, outcome: 'works', lookMs: 2 },
};
const providers = () =>
  new Providers({
    platform: 'linux',
    mayHaveGraphics: true,
    tryProvider: async (name) => TRIALS[name] ?? { runtime, outcome: 'not_offered' },
  });

test('says what is offered, what became of each, and what auto takes', async () => {
  expect(await checkProviders({ provider: 'auto', threads: 1 }, providers())).toEqual({
    name: 'onnx provider',
    state: 'ok',
    detail:
      'auto takes cuda (2 ms a look, one thread of the processor 12 ms); onnxruntime-node 1.30.0 for linux x64: cpu 12 ms a look; cuda 2 ms a look; tensorrt not tried; webgpu does not work (No supported adapters)',
    hint: null,
  });
});

test('a provider that is configured and does not work is broken', async () => {
  expect(await checkProviders({ provider: 'webgpu', threads: 1 }, providers())).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining(
      'detectors.onnx.provider asks for webgpu, which does not work; onnxruntime-node 1.30.0',
    ),
    hint: expect.stringContaining('detectors.onnx.provider to auto'),
  });
});
