/** `env.onnx`: models that detectors open without knowing the runtime. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detachedHost, OwnedEnv } from '../../../detectors/env/owned-env.ts';
import { sharedSession } from '../../../detectors/onnx/shared-session.ts';
import { writeTinyModel } from './tiny-model.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnout-onnx-'));
  const output = { name: 'out', shape: [1, 2], values: Float32Array.of(7, 8) };
  path = writeTinyModel(join(folder, 'tiny.onnx'), [{ name: 'in', shape: [1, 4] }], [output]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const INPUTS = { in: { type: 'float32', data: new Float32Array(4), shape: [1, 4] } } as const;

it('a model says its tensors, runs by their names, and every call is guarded', async () => {
  let guarded = 0;
  const host = detachedHost();
  const env = new OwnedEnv('test', {
    ...host,
    native: (call) => {
      guarded += 1;
      return host.native(call);
    },
  });
  const model = await env.env.onnx(path);
  expect(model.inputs).toEqual([{ name: 'in', type: 'float32', shape: [1, 4] }]);
  const before = guarded;
  const { out } = await model.run(INPUTS);
  expect(out).toMatchObject({ type: 'float32', shape: [1, 2] });
  expect([...(out?.data ?? [])]).toEqual([7, 8]);
  expect(guarded).toBe(before + 1);
  await env.release();
});

it('instances of one worker share a session, and the last one closes it', async () => {
  const [one, other] = [new OwnedEnv('one', detachedHost()), new OwnedEnv('other', detachedHost())];
  const first = await one.env.onnx(path);
  const second = await other.env.onnx(path);
  await one.release();
  expect((await second.run(INPUTS))['out']?.shape).toEqual([1, 2]);
  await other.release();
  await expect(first.run(INPUTS)).rejects.toMatchObject({ code: 'model_corrupt' });
});

it('a session is one for each way of opening it, and what cannot be opened is tried again', async () => {
  const native = detachedHost().native;
  const sessions = await Promise.all(
    [1, 1, 2].map((threads) =>
      sharedSession({ path, compute: { provider: 'cpu', threads }, native }),
    ),
  );
  expect(sessions[0]?.run).toBe(sessions[1]?.run);
  expect(sessions[0]?.run).not.toBe(sessions[2]?.run);
  await Promise.all(sessions.map((session) => session.leave()));
  const env = new OwnedEnv('test', detachedHost());
  await expect(env.env.onnx(join(folder, 'none.onnx'))).rejects.toMatchObject({
    code: 'model_missing',
  });
});
