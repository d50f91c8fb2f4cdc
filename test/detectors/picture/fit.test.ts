import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InputSpec } from '../../../detectors/detector.ts';
import { fitPicture, toPictureRatio } from '../../../detectors/picture.ts';

const input = (changes: Partial<InputSpec> = {}): InputSpec => ({
  width: 416,
  height: 416,
  colour: 'bgr',
  values: 'float32-chw',
  fit: 'letterbox',
  align: 'top-left',
  pad: 114,
  ...changes,
});

test.each([
  [
    'a wide picture fills the width and leaves the bottom to filling',
    1920,
    1080,
    {},
    [0, 0, 416, 234],
  ],
  [
    'a tall one fills the height, in the middle when asked',
    1080,
    1920,
    { align: 'centre' },
    [91, 0, 234, 416],
  ],
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
