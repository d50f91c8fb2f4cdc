import { expect, it } from 'vitest';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { tryDetectors } from '../../../engine/trials.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { testFolder } from '../../support/folder.ts';
import { greyFrame, jpegFrame } from '../../support/jpegs.ts';
import { choiceOf } from '../pool/pool.fixture.ts';

const LIMITS = { taskTimeoutMs: 10_000, heapBytes: 256 * 2 ** 20, memoryBytes: null };

const choice = (plugin: string, options = {}) =>
  choiceOf(plugin, { options, modelsDir: testFolder() });

function tried(frame: EncodedFrame, choices: readonly DetectorChoice[]) {
  const around = { zones: [], capacity: 20, limits: LIMITS, log: silentLog };
  return tryDetectors({ frame, choices, ...around });
}

it('detectors tried on one picture are each told with people, time and boxes, or with what is wrong', async () => {
  const frame = await greyFrame(90);
  const told = await tried(frame, [
    choice('motion'),
    choice('yolox', { model: 'yolox-nano' }),
    choice('no-such-detector'),
    choice('motion', { sensitivty: 2 }),
  ]);
  expect(told.fault).toBeNull();
  expect(told.frameSize).toEqual({ width: 320, height: 180 });
  expect(told.picture?.jpeg.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
  const [motion, missing, unknown, misspelt] = told.tried;
  // It has seen one picture only.
  expect(motion).toMatchObject({ facts: { name: 'motion' }, count: null, fault: null });
  expect(motion?.lookMs).toBeGreaterThan(0);
  expect(missing).toMatchObject({ count: null, facts: null, fault: { code: 'model_missing' } });
  expect(unknown).toMatchObject({ fault: { code: 'detector_unknown' } });
  expect(misspelt).toMatchObject({ fault: { code: 'detector_options_invalid' } });
  // The frame stays the caller's.
  expect(frame).toEqual(await greyFrame(90));
});

it('detectors tried on one picture are not asked about a picture that cannot be decoded', async () => {
  const broken = jpegFrame(Uint8Array.of(0xff, 0xd8, 1, 2, 3));
  const nothing = { picture: null, fault: { code: 'frame_undecodable' }, tried: [] };
  expect(await tried(broken, [choice('person')])).toMatchObject(nothing);
});
