import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('where a picture lies in the input', () => {
  test('a wide picture fills the width and leaves the bottom to filling', () => {
    expect(fitPicture({ width: 1920, height: 1080 }, input()).content).toEqual({
      x: 0,
      y: 0,
      width: 416,
      height: 234,
    });
  });

  test('a tall one fills the height, in the middle when asked', () => {
    const fit = fitPicture({ width: 1080, height: 1920 }, input({ align: 'centre' }));
    expect(fit.content).toEqual({ x: 91, y: 0, width: 234, height: 416 });
  });

  test('stretching fills the input whatever the shape', () => {
    const fit = fitPicture({ width: 100, height: 900 }, input({ fit: 'stretch' }));
    expect(fit.content).toEqual({ x: 0, y: 0, width: 416, height: 416 });
  });
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
