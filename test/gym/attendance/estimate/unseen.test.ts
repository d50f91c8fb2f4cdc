import { describe, expect, test } from 'vitest';
import {
  crowdReasons,
  mostFalse,
  mostUnseen,
  smallestInput,
} from '../../../../gym/attendance/estimate/unseen.ts';
import { camera } from '../../../support/drawn-class.ts';

const SMALL = 416 * 416;
const LARGE = 832 * 480;

describe('people whom no picture shows', () => {
  test('are none beside one or two', () => {
    expect([0, 1, 2].map((counted) => mostUnseen(counted, SMALL))).toEqual([0, 0, 0]);
    expect([0, 1, 2, 3].map((counted) => mostFalse(counted, SMALL))).toEqual([0, 0, 0, 0]);
  });

  test('are more in a larger crowd, and fewer where pictures are looked at in a larger size', () => {
    const sizes = [SMALL, 640 * 384, LARGE, 960 * 544];
    const of = sizes.map((size) => mostUnseen(20, size));
    expect(of).toEqual(of.toSorted((a, b) => b - a));
    expect(mostUnseen(20, LARGE)).toBeGreaterThan(mostUnseen(10, LARGE));
  });

  test('are as many as at the smallest size where the size is not known, and none where people are drawn', () => {
    expect(mostUnseen(20, null)).toBe(mostUnseen(20, SMALL));
    expect(mostUnseen(20, Number.POSITIVE_INFINITY)).toBe(0);
  });

  test('are those of the camera that looks at the smallest', () => {
    const cameras = [
      camera(() => 1, { inputPixels: LARGE }),
      camera(() => 1, { inputPixels: SMALL }),
    ];
    expect(smallestInput(cameras)).toBe(SMALL);
    expect(smallestInput([...cameras, camera(() => 1, { inputPixels: null })])).toBe(0);
    expect(smallestInput([])).toBeNull();
  });

  test('are as many at a larger size of a weak detector as at the smallest, and none where people are drawn', () => {
    const weak = (inputPixels: number) => camera(() => 1, { inputPixels, isWeakDetector: true });
    expect(mostUnseen(20, smallestInput([weak(LARGE)]))).toBe(mostUnseen(20, SMALL));
    expect(smallestInput([weak(Number.POSITIVE_INFINITY)])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a full room', () => {
  test('is said to be one from ten people on, and from six where a small picture may hide four more', () => {
    expect(crowdReasons(9, LARGE)).toEqual([]);
    expect(crowdReasons(10, LARGE)).toEqual(['crowded']);
    expect(crowdReasons(5, SMALL)).toEqual([]);
    expect(crowdReasons(7, SMALL)).toContain('crowded');
  });

  test('is a rough figure where half as many again may be unseen', () => {
    expect(crowdReasons(16, SMALL)).toEqual(['crowded', 'small_input']);
    expect(crowdReasons(16, 640 * 384)).toEqual(['crowded']);
  });
});
