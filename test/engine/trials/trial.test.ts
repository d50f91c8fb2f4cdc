import { expect, it } from 'vitest';
import { createSource } from '../../../engine/cameras/sources.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { tryDetectors } from '../../../engine/trials.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { testFolder } from '../../support/folder.ts';
import { jpegFrame } from '../../support/jpegs.ts';
import { sourceOptions } from '../../support/opened-source.ts';

const LIMITS = { taskTimeoutMs: 10_000, heapBytes: 256 * 2 ** 20, memoryBytes: null };

function choice(plugin: string, options: DetectorChoice['options'] = {}): DetectorChoice {
  return { plugin, options, fromDir: '.', modelsDir: testFolder() };
}

async function drawnFrame(people: number): Promise<EncodedFrame> {
  const found: EncodedFrame[] = [];
  const enough = new AbortController();
  const url = `scene:studio?people=${people}&seed=7`;
  const source = await createSource(sourceOptions({ url }));
  const take = (frame: EncodedFrame) => {
    found.push({ ...frame, data: frame.data.slice() });
    enough.abort();
  };
  await source.run(enough.signal, take, () => undefined);
  return found[0] as EncodedFrame;
}

function tried(frame: EncodedFrame, choices: readonly DetectorChoice[]) {
  const around = { zones: [], capacity: 20, limits: LIMITS, log: silentLog };
  return tryDetectors({ frame, choices, ...around });
}

it('detectors tried on one picture are each told with people, time and boxes, or with what is wrong', async () => {
  const frame = await drawnFrame(3);
  const bytes = frame.data.length;
  const told = await tried(frame, [
    choice('motion'),
    choice('yolox', { model: 'yolox-nano' }),
    choice('no-such-detector'),
  ]);
  expect(told.fault).toBeNull();
  expect(told.frameSize?.width).toBeGreaterThan(0);
  expect(told.picture?.jpeg.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
  const [motion, missing, unknown] = told.tried;
  // It has seen one picture only.
  expect(motion).toMatchObject({ facts: { name: 'motion' }, count: null, fault: null });
  expect(motion?.lookMs).toBeGreaterThan(0);
  expect(missing).toMatchObject({ count: null, facts: null, fault: { code: 'model_missing' } });
  expect(unknown).toMatchObject({ fault: { code: 'detector_unknown' } });
  // The frame stays the caller's.
  expect(frame.data).toHaveLength(bytes);
});

it('detectors tried on one picture are not asked about a picture that cannot be decoded', async () => {
  const broken = jpegFrame(Uint8Array.of(0xff, 0xd8, 1, 2, 3));
  expect(await tried(broken, [choice('person')])).toMatchObject({
    picture: null,
    fault: { code: 'frame_undecodable' },
    tried: [],
  });
});
