import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InputSpec } from '../../../detectors/detector.ts';
import {
  fitPicture,
  InputCanvas,
  type Pixels,
  toPictureRatio,
} from '../../../detectors/picture.ts';
import { TINY_INPUT } from '../../support/plugins/plugin-base.ts';

const LETTERBOX = { ...TINY_INPUT, values: 'float32-chw', fit: 'letterbox', pad: 114 } as const;
const input = (changes: Partial<InputSpec> = {}): InputSpec => {
  return { ...LETTERBOX, width: 416, height: 416, ...changes };
};

test.each([
  ['a wide one fills the width, and filling the bottom', 1920, 1080, {}, [0, 0, 416, 234]],
  ['a tall one fills the height', 1080, 1920, { align: 'centre' }, [91, 0, 234, 416]],
  ['stretching fills the input whatever the shape', 100, 900, { fit: 'stretch' }, [0, 0, 416, 416]],
] as const)('where a picture lies in the input: %s', (_, width, height, changes, place) => {
  const { x, y, ...size } = fitPicture({ width, height }, input(changes)).content;
  expect([x, y, size.width, size.height]).toEqual(place);
});

test('the content never leaves the input and the way back gives ratios of the picture', () => {
  const side = fc.integer({ min: 1, max: 8192 });
  const small = fc.integer({ min: 16, max: 1024 });
  const sizes = fc.tuple(fc.tuple(side, side), fc.tuple(small, small));
  fc.assert(
    fc.property(sizes, fc.constantFrom('centre', 'top-left'), ([picture, [w, h]], align) => {
      const [width, height] = picture;
      const fit = fitPicture({ width, height }, input({ width: w, height: h, align }));
      const { x, y, width: cw, height: ch } = fit.content;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + cw).toBeLessThanOrEqual(w);
      expect(y + ch).toBeLessThanOrEqual(h);
      expect(toPictureRatio([x, y, x + cw, y + ch], fit)).toEqual([0, 0, 1, 1]);
      const [left, top] = toPictureRatio([x + cw / 4, y + ch / 2, x + cw, y + ch], fit);
      expect(left).toBeCloseTo(0.25, 9);
      expect(top).toBeCloseTo(0.5, 9);
    }),
  );
});

const SPEC = input({ width: 4, height: 4, colour: 'rgb', values: 'uint8-hwc' });

/** A 4 × 2 picture whose pixel number n is (10 n, 10 n + 1, 10 n + 2). */
const WIDE: Pixels = {
  picture: { width: 8, height: 4 },
  width: 4,
  height: 2,
  bytes: Uint8Array.from({ length: 24 }, (_, at) => Math.floor(at / 3) * 10 + (at % 3)),
};

test('what a detector is handed: bytes keep their order, and the rest is filling, also behind a picture of another shape', () => {
  const canvas = new InputCanvas(SPEC);
  const tall = { width: 2, height: 4, bytes: new Uint8Array(24).fill(200) };
  canvas.fill({ ...tall, picture: { width: 4, height: 8 } });
  const { values } = canvas.fill(WIDE);
  expect([...values]).toEqual([...WIDE.bytes, ...Array(24).fill(114)]);
});

test('what a detector is handed: float planes hold one channel each, with mean and divisor applied to picture and filling', () => {
  const spec = { ...SPEC, colour: 'bgr', values: 'float32-chw' } as const;
  const canvas = new InputCanvas({ ...spec, mean: [2, 1, 0], std: [10, 10, 5] });
  const { values } = canvas.fill(WIDE);
  expect([...values.subarray(0, 4)]).toEqual([0, 1, 2, 3]);
  expect([...values.subarray(16, 20)]).toEqual([0, 1, 2, 3]);
  expect([...values.subarray(32, 36)]).toEqual([0, 2, 4, 6]);
  expect(values[15]).toBeCloseTo(11.2);
  expect(values[47]).toBeCloseTo(22.8);
});

test('what a detector is handed: float planes of 0 to 255 hold the bytes themselves, in the order of colours and in their place', () => {
  const spec = { ...SPEC, colour: 'bgr', values: 'float32-chw', align: 'centre' } as const;
  const { values } = new InputCanvas(spec).fill(WIDE);
  expect([...values.subarray(0, 8)]).toEqual([114, 114, 114, 114, 2, 12, 22, 32]);
  expect([...values.subarray(8, 16)]).toEqual([42, 52, 62, 72, 114, 114, 114, 114]);
  expect([...values.subarray(36, 44)]).toEqual([0, 10, 20, 30, 40, 50, 60, 70]);
});
