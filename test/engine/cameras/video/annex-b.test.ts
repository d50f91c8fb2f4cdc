import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAnnexB, pictureStart } from '../../../../engine/cameras/annex-b.ts';

/** A byte stream of NAL units, each given by its header byte. */
const stream = (...headers: number[]) =>
  Uint8Array.from(headers.flatMap((header) => [0, 0, 0, 1, header, 0x80, 0x11]));

const SHORT = Uint8Array.of(0, 0, 1, 0x67, 1, 0, 0, 1, 0x68, 1, 0, 0, 1, 0x65, 1);
const H264 = { sps: 0x67, pps: 0x68, sei: 0x06, aud: 0x09, idr: 0x65, other: 0x41 };
const hevc = (type: number) => type << 1;
const HEVC_SETS = [hevc(32), hevc(33), hevc(34)];

it.each([
  ['h264', stream(H264.aud, H264.sps, H264.pps, H264.idr), true, true, 'IDR with its sets'],
  ['h264', stream(H264.idr), true, false, 'IDR alone'],
  ['h264', stream(H264.sps, H264.idr), true, false, 'IDR with half of its sets'],
  ['h264', stream(H264.idr, H264.sps, H264.pps), true, false, 'sets that come too late'],
  ['h264', stream(H264.sps, H264.pps, H264.sei, H264.other), false, true, 'recovery point'],
  ['hevc', stream(...HEVC_SETS, hevc(19)), true, true, 'IDR with its sets'],
  ['hevc', stream(...HEVC_SETS, hevc(21)), true, true, 'CRA'],
  ['hevc', stream(hevc(33), hevc(34), hevc(16)), true, false, 'BLA without its VPS'],
  ['hevc', stream(...HEVC_SETS, hevc(1)), false, true, 'trailing picture'],
  ['hevc', stream(...HEVC_SETS, hevc(22)), false, true, 'reserved, just above IRAP'],
  ['hevc', stream(...HEVC_SETS, hevc(15)), false, true, 'reserved, just below IRAP'],
  ['h264', stream(H264.sps, H264.pps), false, true, 'sets alone'],
  ['hevc', stream(hevc(33), hevc(34)), false, false, 'not all of the sets'],
  ['h264', new Uint8Array(), false, false, 'nothing'],
  ['h264', SHORT, true, true, 'start codes of three bytes'],
  ['h264', Uint8Array.of(0, 0, 1), false, false, 'a start code and the end'],
] as const)('the start of a picture in %s %#: keyframe %s, parameter sets %s: %s', (...row) => {
  const [codec, data, isKeyframe, has] = row;
  expect(pictureStart(codec, data)).toEqual({ isKeyframe, hasParameterSets: has });
});

it('the start of a picture is told for any bytes, without reading past them', () => {
  fc.assert(
    fc.property(fc.constantFrom('h264', 'hevc'), fc.uint8Array(), (codec, data) => {
      expect(typeof pictureStart(codec, data).isKeyframe).toBe('boolean');
    }),
  );
});

it.each([
  [[0, 0, 1, 0x67], true],
  [[0, 0, 0, 1], true],
  [[1, 0x4d, 0x40, 0x1f], false],
  [[0, 0], false],
  [[0, 0, 0, 2], false],
])('Annex B is told from lengths by its start code: %j', (data, expected) => {
  expect(isAnnexB(Uint8Array.from(data))).toBe(expected);
});
