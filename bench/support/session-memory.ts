/** A process that opens one model several times, shared or not, and prints what each further one takes, MB. */

import { detachedHost } from '../../detectors/env/detached-env.ts';
import { OwnedEnv } from '../../detectors/env/owned-env.ts';
import { openSession } from '../../detectors/onnx/session.ts';
import { ownModel } from '../../detectors/person/person.ts';

const FURTHER = 8;
const SHAPE = [1, 3, 288, 416];
const values = new Float32Array(3 * 288 * 416);
const isShared = process.argv[2] === 'shared';
const kept: unknown[] = [];

await open();
const before = residentBytes();
for (let more = 0; more < FURTHER; more += 1) await open();
console.log(JSON.stringify({ megabytes: (residentBytes() - before) / FURTHER / 2 ** 20 }));
process.exit();

async function open(): Promise<void> {
  if (isShared) {
    const model = await new OwnedEnv('bench', detachedHost()).env.onnx(ownModel());
    const name = model.inputs[0]?.name ?? '';
    await model.run({ [name]: { type: 'float32', data: values, shape: SHAPE } });
    kept.push(model);
    return;
  }
  const { native } = detachedHost();
  const session = await openSession({ path: ownModel(), size: null, native });
  await session.run(values, SHAPE);
  kept.push(session);
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
