import { describe, expect, it } from 'vitest';
import { countErrors, groupedMean } from '../../../bench/accuracy/count-errors.ts';

describe('errors of counts', () => {
  it('are reckoned by hand for three pictures', () => {
    const errors = countErrors([
      { group: 'a', count: 3, truth: 3 },
      { group: 'b', count: 1, truth: 4 },
      { group: 'c', count: 2, truth: 1 },
    ]);
    expect(errors?.mae).toBeCloseTo(4 / 3, 12);
    expect(errors?.bias).toBeCloseTo(-2 / 3, 12);
    expect(errors?.withinOne).toBeCloseTo(2 / 3, 12);
  });

  it('are unknown without pictures', () => {
    expect(countErrors([])).toBeNull();
  });
});

describe('the standard error', () => {
  const of = (groups: string, values: readonly number[]) =>
    groupedMean(values.map((value, at) => ({ group: groups[at] ?? '', value })));

  it('is that of independent values where each stands alone', () => {
    expect(of('abcd', [0, 2, 0, 2])).toEqual({ mean: 1, se: 0.5 });
  });

  it('does not shrink when every picture comes twice, as near-twins do', () => {
    expect(of('aabbccdd', [0, 0, 2, 2, 0, 0, 2, 2])).toEqual({ mean: 1, se: 0.5 });
  });
});
