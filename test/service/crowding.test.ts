import { describe, expect, it } from 'vitest';
import type { Sample } from '../../gym/attendance/sample.ts';
import { crowdingOf } from '../../service/status.ts';

function seen(counts: readonly (number | null)[], change: object = {}, flags = 0) {
  const counting = {
    slotOf: (id: string) => (id === 'hall' ? 0 : null),
    isWeak: () => false,
    isDensity: () => false,
    inputPixels: () => 832 * 480,
    ...change,
  };
  const samples = counts.map((count) => ({ count, flags }) as Sample);
  const reader = { since: () => ({ samples, cursor: 0, missed: 0 }) };
  return (id: string) => crowdingOf(id, counting, reader);
}

describe('a camera that sees a crowd', () => {
  it('is told by the most people of one sample', () => {
    expect(seen([3, 14, null, 9])('hall')).toEqual({
      counted: 14,
      reasons: ['crowded'],
      isWeakDetector: false,
    });
    expect(seen([3, 9])('hall')).toBeNull();
    expect(seen([null])('hall')).toBeNull();
    expect(seen([30])('door')).toBeNull();
  });

  it('is too much for a small picture, and for a weak detector at any size', () => {
    const small = { inputPixels: () => 416 * 416 };
    expect(seen([12], small)('hall')?.reasons).toEqual(['crowded', 'small_input']);
    const weak = { isWeak: () => true };
    expect(seen([12], weak)('hall')).toMatchObject({
      reasons: ['crowded', 'small_input'],
      isWeakDetector: true,
    });
  });
});
