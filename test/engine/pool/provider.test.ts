import { anError } from '../../support/an-error.ts';
/** What computes models, on its way into a worker. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../../engine/pool/pool.ts';
import { pluginChoice } from '../../support/plugins/index.ts';
import { startPool, taskFor } from './pool.fixture.ts';

let pool: Pool;
beforeAll(() => {
  pool = startPool({ taskTimeoutMs: 20_000, heapBytes: 128 * 2 ** 20 });
});
afterAll(() => pool.close());

const here = { options: {}, fromDir: '.', modelsDir: '.' };
const onnx = { provider: 'cpu', threads: 2 } as const;

test('a plugin is told the provider and the threads, and its models are opened with them', async () => {
  const detector = { ...pluginChoice('modern', { mode: 'onnx' }), onnx };
  expect(await pool.prepare(detector)).toMatchObject({ provider: 'cpu' });
  expect((await pool.sample(await taskFor(detector, { brightness: 255 }))).sample.count).toBe(2);
});

test('a model that cannot be opened on the provider does not start on another one', async () => {
  const wanted = { provider: 'openvino', threads: 1 } as const;
  await expect(pool.prepare({ plugin: 'person', ...here, onnx: wanted })).rejects.toEqual(
    anError(
      'config_invalid',
      /^detectors.onnx.provider: expected one that loads .* offers cpu.* got openvino/,
    ),
  );
});
