import { expect, it } from 'vitest';
import type { VideoCodec } from '../../../../engine/cameras/annex-b.ts';
import {
  KeyframeCollector,
  parseRtp,
  RtpTicks,
  saysGoodbye,
} from '../../../../engine/cameras/rtsp/keyframe-collector.ts';

const START = [0, 0, 0, 1];
const SPS = [0x67, 1, 2];
const PPS = [0x68, 3];
/** First slices: the bit after the head is set. */
const KEY = [0x65, 0x88, 4, 5];
const OTHER = [0x41, 0x9a, 6];
/** A further slice of the same picture. */
const MORE = [0x65, 0x08, 7];
const ENDLESS = Array(70_000).fill(0x65);

const aggregate = (...units: readonly number[][]) => [
  0x78,
  ...units.flatMap((unit) => [unit.length >> 8, unit.length & 0xff, ...unit]),
];
/** A unit in fragments of one byte each. */
const fragments = ([head = 0, ...body]: readonly number[]) =>
  body.map((byte, index) => {
    const flags = (index === 0 ? 0x80 : 0) | (index === body.length - 1 ? 0x40 : 0);
    return [(head & 0xe0) | 28, flags | (head & 0x1f), byte];
  });
const annexB = (...units: readonly (readonly number[])[]) =>
  units.flatMap((unit) => [...START, ...unit]);

/** Payloads by picture; a number instead of one stands for as many that are lost, or sent again. */
type Picture = readonly (readonly number[] | number)[];
const stream = (...pictures: Picture[]) => pictures;
/** A payload whose packet is marked as the last of its picture. */
const marked = (payload: readonly number[]) => Object.assign([...payload], { isMarked: true });

function keyframes(pictures: readonly Picture[], codec: VideoCodec = 'h264', known: number[] = []) {
  const collector = new KeyframeCollector(codec, Uint8Array.from(known));
  const found: number[][] = [];
  let sequence = 65_530;
  for (const [index, picture] of [...pictures, [OTHER]].entries()) {
    for (const payload of picture) {
      if (typeof payload === 'number') {
        sequence += payload;
        continue;
      }
      const bytes = Buffer.from(payload);
      const head = { payloadType: 96, sequence: sequence & 0xffff, timestamp: index * 3_600 };
      const ended = collector.take({ ...head, isMarked: 'isMarked' in payload, payload: bytes });
      sequence += 1;
      // Bytes of a packet are only lent.
      bytes.fill(0xee);
      if (ended !== null) found.push([...ended.data]);
    }
  }
  return found;
}

const whole = [annexB(SPS, PPS, KEY)];
const file = annexB([9, 0xf0], SPS, PPS, KEY);
const MISREAD = [annexB(SPS, PPS).slice(1), annexB(KEY)].map((bytes, at) => {
  return [0x1c, at === 0 ? 0x80 : 0x40, ...bytes];
});
const misread = [...START, ...annexB(SPS, PPS, KEY)];
const NEW_PPS = [0x68, 9];
const changed = annexB(SPS, PPS, NEW_PPS, KEY);

it.each<[string, Picture[], number[][]]>([
  ['a unit a packet', stream([SPS, PPS, KEY], [OTHER]), whole],
  ['an aggregate', stream([aggregate(SPS, PPS), KEY]), whole],
  ['fragments', stream([SPS, PPS, ...fragments(KEY)]), whole],
  ['a delimiter and more before it', stream([[9, 0xf0], SPS, PPS, [6, 5, 1], KEY]), whole],
  ['several slices', stream([SPS, PPS, KEY, MORE]), [annexB(SPS, PPS, KEY, MORE)]],
  ['sets as a picture of their own', stream([SPS, PPS], [KEY]), whole],
  ['sets before any other picture', stream([SPS, PPS, OTHER], [KEY]), whole],
  ['sets of an earlier keyframe', stream([SPS, PPS, KEY], [KEY]), [...whole, ...whole]],
  ['none without sets', stream([KEY], [PPS, KEY]), []],
  ['loss within it', stream([SPS, PPS, KEY, 1, MORE]), []],
  ['loss of its end, perhaps', stream([SPS, PPS, KEY, 1]), []],
  ['loss behind its end', stream([SPS, PPS, marked(KEY), 1]), whole],
  ['loss of its end, each slice marked', stream([SPS, PPS, marked(KEY), marked(MORE), 1]), []],
  ['packets that are not counted', stream([SPS, -1, PPS, -1, KEY, -1], [OTHER, -1]), whole],
  ['sets cut by a loss', stream([SPS, [0x7c, 0x88, 3], 1, OTHER], [KEY]), []],
  ['one set that changes', stream([SPS, PPS, KEY], [NEW_PPS, KEY]), [...whole, changed]],
  ['start codes before units', stream([annexB(SPS), annexB(PPS), annexB(KEY).slice(1)]), whole],
  ['one unit that holds all', stream([[...SPS, ...annexB(PPS, KEY)]]), whole],
  ['that unit in fragments', stream(fragments([...SPS, ...annexB(PPS, KEY)])), whole],
  ['all of a file’s form', stream([file]), [file]],
  ['a file’s form in fragments, its start code taken for a head', stream(MISREAD), [misread]],
  ['no more fragments than are sane', stream([SPS, PPS, ...fragments(ENDLESS)]), []],
  ['loss of its beginning', stream([SPS, PPS, OTHER], [1, MORE]), []],
  ['aggregates cut short', stream([aggregate(SPS, PPS).slice(0, -1), KEY]), []],
  ['empty units', stream([[0x65], [0x78, 0, 0], [28]]), []],
])('keyframes of H.264 in RTP: %s', (_, pictures, expected) => {
  expect(keyframes(pictures)).toEqual(expected);
});

it('keyframes of H.264 in RTP: get the sets of the session description until the stream brings its own', () => {
  const known = annexB([0x67, 9], [0x68, 9]);
  const found = keyframes(stream([KEY], [SPS, PPS, KEY], [KEY]), 'h264', known);
  expect(found).toEqual([[...known, ...annexB(KEY)], ...whole, ...whole]);
});

it('keyframes of H.265 in RTP are put together of aggregates and fragments', () => {
  // VPS, SPS and PPS.
  const sets = [0x40, 0x42, 0x44].map((head, at) => [head, 1, at]);
  const cra = [0x2a, 1, 0x80, 5, 6];
  const units = sets.flatMap((unit) => [0, unit.length, ...unit]);
  const begin = [0x62, 1, 0x80 | 21, 0x80, 5];
  const end = [0x62, 1, 0x40 | 21, 6];
  const found = keyframes(stream([[0x60, 1, ...units], begin, end], [[0x02, 1, 0x80]]), 'hevc');
  expect(found).toEqual([annexB(...sets, cra)]);
});

const FIXED = [0x80, 0xe0, 0x12, 0x34, 0, 0, 1, 0, 1, 2, 3, 4];

it.each<[what: string, bytes: number[], payload: number[] | null]>([
  ['plain', [...FIXED, 7, 8], [7, 8]],
  ['with a contributing source', [0x81, ...FIXED.slice(1), 0, 0, 0, 0, 7], [7]],
  ['with an extension', [0x90, ...FIXED.slice(1), 0, 0, 0, 1, 9, 9, 9, 9, 7], [7]],
  ['with padding', [0xa0, ...FIXED.slice(1), 7, 0, 0, 3], [7]],
  ['without payload', FIXED, []],
  ['of padding alone', [0xa0, ...FIXED.slice(1), 0, 2], []],
  ['shorter than its head', FIXED.slice(1), null],
  ['of another version', [0x40, ...FIXED.slice(1), 7], null],
  ['cut within its extension', [0x90, ...FIXED.slice(1), 0, 0], null],
  ['whose extension is longer than itself', [0x90, ...FIXED.slice(1), 0, 0, 9, 9, 7], null],
  ['with more padding than bytes', [0xa0, ...FIXED.slice(1), 0, 3], null],
])('an RTP packet %s gives the payload %j', (_, bytes, payload) => {
  const packet = parseRtp(Uint8Array.from(bytes));
  const head = { payloadType: 96, sequence: 0x1234, timestamp: 256 };
  const expected = payload && { ...head, payload: Uint8Array.from(payload) };
  expect(packet).toEqual(expected && expect.objectContaining(expected));
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
