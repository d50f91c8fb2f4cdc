import { describe, expect, it } from 'vitest';
import { compare, type Measured } from '../../../bench/compare/verdict.ts';
import type { Figure } from '../../../bench/support/report.ts';

function measured(
  name: string,
  values: readonly (number | null)[],
  direction: Figure['direction'] = 'max',
): Measured[] {
  return values.map((value) => ({
    bench: 'engine/some',
    figure: { name, value, unit: 'ms', limit: null, direction },
  }));
}

function verdictOf(base: readonly Measured[], changed: readonly Measured[]) {
  const [only, ...others] = compare(base, changed);
  expect(others).toEqual([]);
  return only;
}

describe('compare', () => {
  it('tells a difference that is larger than that of the same code with itself', () => {
    const found = verdictOf(measured('time', [10, 11]), measured('time', [7, 7.5]));
    expect(found).toMatchObject({ base: 10.5, changed: 7.25, verdict: 'better' });
    expect(found?.noise).toBeCloseTo(1.1, 6);
    expect(found?.ratio).toBeCloseTo(0.69, 2);
  });

  it('takes less for worse where a figure is better the larger it is', () => {
    const base = measured('rate', [100, 101], 'min');
    expect(verdictOf(base, measured('rate', [80, 81], 'min'))).toMatchObject({ verdict: 'worse' });
    expect(verdictOf(base, measured('rate', [130, 131], 'min'))?.verdict).toBe('better');
  });

  it('counts no difference that the noisier side has with itself', () => {
    const found = verdictOf(measured('time', [10, 10]), measured('time', [9, 12]));
    expect(found).toMatchObject({ changed: 10.5, verdict: 'within noise' });
  });

  it('compares nothing that was measured once, or on one side alone', () => {
    expect(verdictOf(measured('time', [10]), measured('time', [5]))?.verdict).toBe(
      'not comparable',
    );
    expect(verdictOf([], measured('time', [5, 5]))).toMatchObject({
      base: null,
      changed: 5,
      ratio: null,
      verdict: 'not comparable',
    });
    expect(verdictOf(measured('time', [null, null]), measured('time', [5, 5]))?.base).toBeNull();
  });

  it('makes no ratio of zero, which counts of faults often are', () => {
    expect(verdictOf(measured('torn', [0, 0]), measured('torn', [0, 0]))).toMatchObject({
      ratio: null,
      verdict: 'not comparable',
    });
  });

  it('keeps figures of one name in two benches apart', () => {
    const base = [...measured('time', [1, 1]), { ...measured('time', [2])[0], bench: 'other' }];
    expect(compare(base as Measured[], []).map(({ bench }) => bench)).toEqual([
      'engine/some',
      'other',
    ]);
  });
});
