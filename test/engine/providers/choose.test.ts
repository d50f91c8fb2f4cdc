import { describe, expect, test } from 'vitest';
import type { OnnxProvider } from '../../../detectors/env.ts';
import { Providers } from '../../../engine/providers/choose.ts';
import type { Trial } from '../../../engine/providers/trial.ts';

const runtime = {
  version: '1.30.0',
  platform: 'linux x64',
  providers: [
    { name: 'cpu', bundled: true },
    { name: 'webgpu', bundled: true },
    { name: 'cuda', bundled: false },
  ],
};
const works = (lookMs: number): Trial => ({ runtime, outcome: 'works', lookMs });
const fails = (reason: string): Trial => ({ runtime, outcome: 'fails', reason });

/** Providers of a Linux computer where the trials end like this; those that are left out are not offered. */
function providersOf(trials: Partial<Record<OnnxProvider, Trial>>, mayHaveGraphics = true) {
  const tried: OnnxProvider[] = [];
  const providers = new Providers({
    platform: 'linux',
    mayHaveGraphics,
    tryProvider: async (provider) => {
      tried.push(provider);
      return trials[provider] ?? { runtime, outcome: 'not_offered' };
    },
  });
  return { providers, tried };
}

describe('auto', () => {
  test('takes the fastest that works', async () => {
    const { providers } = providersOf({ cpu: works(12), cuda: works(3), webgpu: works(5) });
    expect(await providers.choose('auto')).toEqual({
      provider: 'cuda',
      reason: '3 ms a look, one thread of the processor 12 ms',
    });
  });

  test('stays with the processor where nothing else works, and says why', async () => {
    const { providers } = providersOf({ cpu: works(12), webgpu: fails('No supported adapters.') });
    expect(await providers.choose('auto')).toEqual({
      provider: 'cpu',
      reason: 'webgpu: No supported adapters',
    });
  });

  test('stays with the processor where the other is hardly faster, as drivers in software are', async () => {
    const { providers } = providersOf({ cpu: works(12), webgpu: works(11) });
    expect(await providers.choose('auto')).toEqual({
      provider: 'cpu',
      reason: 'webgpu: 11 ms a look, the processor 12 ms',
    });
  });

  test('tries nothing on a computer without a graphics processor', async () => {
    const { providers, tried } = providersOf({ cpu: works(12), cuda: works(3) }, false);
    expect(await providers.choose('auto')).toEqual({
      provider: 'cpu',
      reason: 'this computer has no graphics processor',
    });
    expect(tried).toEqual([]);
  });

  test('never takes TensorRT, and tries each provider once however many detectors ask', async () => {
    const { providers, tried } = providersOf({ cpu: works(12), tensorrt: works(1) });
    const chosen = await Promise.all([providers.choose('auto'), providers.choose('auto')]);
    expect(chosen.map(({ provider }) => provider)).toEqual(['cpu', 'cpu']);
    expect(tried).toEqual(['cpu', 'cuda', 'openvino', 'webgpu']);
  });
});

describe('a provider that is asked for by name', () => {
  test('is taken where it works, however slow', async () => {
    const { providers } = providersOf({ cpu: works(12), tensorrt: works(20) });
    expect(await providers.choose('tensorrt')).toMatchObject({ provider: 'tensorrt' });
  });

  test('and does not work is a fault: what was asked for, what is there, what to do', async () => {
    const path = '/opt/app/node_modules/onnxruntime-node/bin/libonnxruntime_providers_shared.so';
    const { providers } = providersOf({ cuda: fails(`Failed to load library ${path}\nmore`) });
    await expect(providers.choose('cuda')).rejects.toMatchObject({
      code: 'config_invalid',
      parts: {
        where: 'detectors.onnx.provider',
        expected:
          'auto, or a provider that works here: onnxruntime-node 1.30.0 for linux x64 has cpu, webgpu, cuda (needs a library of its own)',
        got: 'cuda, which does not work (Failed to load library libonnxruntime_providers_shared.so)',
        hint: expect.stringContaining('ONNXRUNTIME_NODE_INSTALL=cuda12'),
      },
    });
  });

  test('and is not part of the package is a fault that says so', async () => {
    const { providers } = providersOf({});
    await expect(providers.choose('coreml')).rejects.toMatchObject({
      parts: {
        got: 'coreml, which does not work (not part of onnxruntime-node 1.30.0 for linux x64)',
      },
    });
  });

  test('is tried again after it failed: its driver may be there by then', async () => {
    const trials: Partial<Record<OnnxProvider, Trial>> = { webgpu: fails('none') };
    const { providers } = providersOf(trials);
    await expect(providers.choose('webgpu')).rejects.toMatchObject({ code: 'config_invalid' });
    trials.webgpu = works(4);
    expect(await providers.choose('webgpu')).toMatchObject({ provider: 'webgpu' });
  });
});
