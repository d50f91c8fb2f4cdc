/** `turnout camera test`: what is said of the keyframes of a stream. */

import { expect, it } from 'vitest';
import { warningsOf } from '../../../service/operator/probe-words.ts';
import { clip } from '../../support/clips.ts';
import { testFolder } from '../../support/folder.ts';
import { askIn } from '../typed.ts';

it('the distance of keyframes is that of the stream, not that of the pictures that were looked at', async () => {
  const file = clip({ codec: 'h264', container: 'mp4', frames: 30, gopFrames: 5 });
  const picture = `${testFolder()}/test.png`;
  const args = ['camera', 'test', `file://${file}`, '--png', picture, '--json'];
  const { code, out } = await askIn(undefined, ...args);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ gop_ms: 500, warnings: [] });
});

it('a stream of JPEGs has no keyframe interval to change', () => {
  const stream = { width: 640, height: 360, fps: 5, durationMs: null };
  const said = (codec: 'jpeg' | 'h264') =>
    warningsOf({ stream: { ...stream, codec }, trial: null }, 'stretching', null);
  expect(said('jpeg')).toEqual([]);
  expect(said('h264')).toHaveLength(1);
});
