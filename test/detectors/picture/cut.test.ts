import { describe, expect, it } from 'vitest';
import type { Frame, InputSpec } from '../../../detectors/detector.ts';
import { cutOut } from '../../../detectors/picture/cut.ts';

const INPUT: InputSpec = {
  width: 8,
  height: 4,
  colour: 'rgb',
  values: 'uint8-hwc',
  fit: 'letterbox',
  align: 'top-left',
  pad: 0,
};
/** Left half red, right half blue. */
const pixels = Uint8Array.from({ length: 8 * 4 * 3 }, (_, at) => {
  const isLeft = Math.floor(at / 3) % 8 < 4;
  return at % 3 === (isLeft ? 0 : 2) ? 200 : 0;
});
const FRAME: Frame = {
  pixels,
  content: { x: 0, y: 0, width: 8, height: 4 },
  atMs: 0,
  state: null,
};
const asItIs = (size: { width: number; height: number }) => size;

describe('a part of a frame', () => {
  it('is cut out and scaled', () => {
    const { part, pixels: cut } = cutOut(FRAME, INPUT, [4, 0, 8, 4], {
      isGrey: false,
      size: () => ({ width: 2, height: 2 }),
    });
    expect(part).toEqual({ x: 4, y: 0, width: 4, height: 4 });
    expect(cut.picture).toEqual(part);
    expect([...cut.bytes]).toEqual([0, 0, 200, 0, 0, 200, 0, 0, 200, 0, 0, 200]);
  });

  it('is grey where grey is wanted', () => {
    const { pixels: cut } = cutOut(FRAME, INPUT, [0, 0, 2, 1], { isGrey: true, size: asItIs });
    expect([...cut.bytes]).toEqual([60, 60]);
  });

  it('stays inside the picture, and is at least a pixel', () => {
    const far = cutOut(FRAME, INPUT, [-5, -5, 40, 40], { isGrey: true, size: asItIs });
    expect(far.part).toEqual({ x: 0, y: 0, width: 8, height: 4 });
    const none = cutOut(FRAME, INPUT, [30, 30, 31, 31], { isGrey: true, size: asItIs });
    expect(none.part).toEqual({ x: 7, y: 3, width: 1, height: 1 });
  });

  it('comes from plain bytes only', () => {
    const floats = { ...FRAME, pixels: new Float32Array(8 * 4 * 3) };
    const input: InputSpec = { ...INPUT, values: 'float32-chw' };
    const cut = () => cutOut(floats, input, [0, 0, 4, 4], { isGrey: true, size: asItIs });
    expect(cut).toThrow(/expected frames of uint8-hwc in rgb or grey/);
  });
});
