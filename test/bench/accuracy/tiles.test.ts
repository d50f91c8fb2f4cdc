import { describe, expect, it } from 'vitest';
import { starts, taps, tiledDetector } from '../../../bench/accuracy/tiles.ts';
import type { Detection, Detector, Frame, InputSpec } from '../../../detectors/detector.ts';
import { unhurried } from '../../../detectors/env/detached-env.ts';

const INPUT: InputSpec = {
  width: 32,
  height: 32,
  colour: 'rgb',
  values: 'float32-chw',
  fit: 'letterbox',
  align: 'top-left',
  pad: 0,
};
const LARGE = 56;

/** A detector that sees whatever lies brightest, as a box of 4 × 4 around it, and notes how often it was asked. */
function brightest(asked: number[]): Detector {
  return {
    input: INPUT,
    detect: (frame: Frame) => {
      const plane = frame.pixels.subarray(0, INPUT.width * INPUT.height);
      asked.push(plane.length);
      const detections: Detection[] = [];
      plane.forEach((value, at) => {
        if (value < 200) return;
        const [x, y] = [at % INPUT.width, Math.floor(at / INPUT.width)];
        detections.push({ box: [x - 2, y - 2, x + 2, y + 2], score: 0.9, label: 0 });
      });
      return { detections };
    },
    close: () => undefined,
  };
}

async function seenWith(x: number, y: number, height = LARGE) {
  const asked: number[] = [];
  const tiled = tiledDetector(brightest(asked));
  const pixels = new Float32Array(3 * LARGE * LARGE);
  pixels[y * LARGE + x] = 255;
  const content = { x: 0, y: 0, width: LARGE, height };
  const { detections = [] } = await tiled.detect(
    { pixels, content, atMs: 0, state: null },
    unhurried,
  );
  return { detections, asked: asked.length, input: tiled.input };
}

describe('tiles', () => {
  it('enlarge the input and look at the whole and four parts', async () => {
    const { asked, input } = await seenWith(10, 10);
    expect([input.width, input.height, asked]).toEqual([LARGE, LARGE, 5]);
  });

  it('look at two parts of a wide picture', async () => {
    expect((await seenWith(10, 10, 32)).asked).toBe(3);
  });

  it.each([
    ['the first part', 10, 10],
    ['the last part', 50, 50],
    ['all parts at once', 28, 28],
  ])('put a box of %s back where it was, once', async (_what, x, y) => {
    const { detections = [] } = await seenWith(x, y);
    expect(detections.map(({ box }) => box)).toEqual([[x - 2, y - 2, x + 2, y + 2]]);
  });

  it('drop a box that a border between parts cuts, where the other part has it whole', async () => {
    const { detections = [] } = await seenWith(31, 10);
    expect(detections.map(({ box }) => box)).toEqual([[29, 8, 33, 12]]);
  });

  it.each([
    ['fits', 32, [0]],
    ['one pixel more', 33, [0, 1]],
    ['the whole length', 56, [0, 24]],
  ])('begin where they cover all: %s', (_what, length, expected) => {
    expect(starts(length, 32)).toEqual(expected);
  });
});

it('a smaller line keeps the light of the larger one', () => {
  const { first, shares } = taps(56, 32);
  for (let place = 0; place < 32; place += 1) {
    const sum = shares.slice(place * 3, place * 3 + 3).reduce((total, share) => total + share, 0);
    expect(sum).toBeCloseTo(1, 5);
    expect((first[place] ?? 99) + 2).toBeLessThan(56);
  }
});
