import { expect, it } from 'vitest';
import {
  parseRtp,
  RtpTicks,
  saysGoodbye,
} from '../../../../engine/cameras/rtsp/keyframe-collector.ts';

const FIXED = [0x80, 0xe0, 0x12, 0x34, 0, 0, 1, 0, 1, 2, 3, 4];

it.each([
  ['plain', [...FIXED, 7, 8], [7, 8]],
  ['with a contributing source', [0x81, ...FIXED.slice(1), 0, 0, 0, 0, 7], [7]],
  ['with an extension', [0x90, ...FIXED.slice(1), 0, 0, 0, 1, 9, 9, 9, 9, 7], [7]],
  ['with padding', [0xa0, ...FIXED.slice(1), 7, 0, 0, 3], [7]],
  ['without payload', FIXED, []],
  ['of padding alone', [0xa0, ...FIXED.slice(1), 0, 2], []],
])('an RTP packet %s gives its payload', (_, bytes, payload) => {
  const packet = parseRtp(Uint8Array.from(bytes));
  expect(packet).toMatchObject({ payloadType: 96, sequence: 0x1234, timestamp: 256 });
  expect([...(packet?.payload ?? [])]).toEqual(payload);
});

it.each([
  ['shorter than its head', FIXED.slice(1)],
  ['of another version', [0x40, ...FIXED.slice(1), 7]],
  ['cut within its extension', [0x90, ...FIXED.slice(1), 0, 0]],
  ['whose extension is longer than itself', [0x90, ...FIXED.slice(1), 0, 0, 9, 9, 7]],
  ['with more padding than bytes', [0xa0, ...FIXED.slice(1), 0, 3]],
])('an RTP packet %s is none', (_, bytes) => {
  expect(parseRtp(Uint8Array.from(bytes))).toBeNull();
});

const report = [0x80, 201, 0, 1, 1, 2, 3, 4];
it('an RTCP packet says goodbye where one of its parts does', () => {
  expect(saysGoodbye(Uint8Array.from([...report, 0x81, 203, 0, 1, 1, 2, 3, 4]))).toBe(true);
  expect(saysGoodbye(Uint8Array.from(report))).toBe(false);
  expect(saysGoodbye(Uint8Array.from([0x80, 201]))).toBe(false);
});

it('ticks of a stream go on when the timestamp turns over, and back where pictures are sent out of order', () => {
  const ticks = new RtpTicks();
  ticks.begin(0xffffff00);
  ticks.begin(17);
  expect(ticks.since(0xffffff00)).toBe(0);
  expect(ticks.since(0x100)).toBe(0x200);
  expect(ticks.since(0xf0)).toBe(0x1f0);
});

it('ticks of a stream stand still where the camera takes another clock', () => {
  const ticks = new RtpTicks();
  ticks.begin(0);
  expect(ticks.since(90_000)).toBe(90_000);
  expect(ticks.since(2 ** 31)).toBe(90_000);
  expect(ticks.since(2 ** 31 + 90_000)).toBe(180_000);
});
