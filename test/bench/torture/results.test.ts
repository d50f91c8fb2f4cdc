import { describe, expect, it } from 'vitest';
import type { Goal } from '../../../bench/torture/part.ts';
import { addRun, holds, type PartRun, replaceRuns } from '../../../bench/torture/results.ts';

const DEATHS: Goal = { figure: 'deaths', unit: '', limit: 0, direction: 'max', joins: 'sum' };
const BACK: Goal = { figure: 'back', unit: 's', limit: 30, direction: 'max', joins: 'worst' };
const GOALS = [DEATHS, BACK];

function partRun(part: string, values: readonly (number | null)[], seed = 1): PartRun {
  return {
    part,
    what: 'hurts it',
    when: '2026-11-22T02:00:00.000Z',
    revision: 'abc1234',
    node: 'v20.20.2',
    load: 0.5,
    seeds: [seed],
    isShort: false,
    amount: 100,
    unit: 'kills',
    durationS: 60,
    figures: GOALS.map(({ figure: name, unit, limit, direction }, index) => {
      const value = values[index] ?? null;
      return { name, unit, limit, direction, value, ...(value === null && { note: 'no camera' }) };
    }),
    fault: null,
  };
}

describe('kept runs', () => {
  const PARTS = [{ name: 'kill' }, { name: 'soak' }, { name: 'faults' }];

  it('stay, but for those of the parts that ran again, in the order of the parts', () => {
    const kept = [partRun('soak', [0, 1]), partRun('faults', [0, 2])];
    const next = replaceRuns(kept, [partRun('kill', [0, 3]), partRun('soak', [0, 4], 9)], PARTS);
    expect(next.map(({ part, seeds }) => [part, seeds])).toEqual([
      ['kill', [1]],
      ['soak', [9]],
      ['faults', [1]],
    ]);
  });

  it('go with their part', () => {
    expect(replaceRuns([partRun('gone', [0, 1])], [], PARTS)).toEqual([]);
  });

  it('are added to: counts add up, of the rest the worst counts', () => {
    const both = addRun(partRun('kill', [1, 20]), partRun('kill', [2, 10], 2), GOALS);
    expect(both.figures.map(({ value }) => value)).toEqual([3, 20]);
    expect(both).toMatchObject({ amount: 200, seeds: [1, 2], durationS: 120 });
  });

  it('are added to where only one of them could be measured', () => {
    const both = addRun(partRun('kill', [1, null]), partRun('kill', [2, 10], 2), GOALS);
    expect(both.figures.map(({ value }) => value)).toEqual([3, 10]);
  });

  it('are not added to by another revision, or by the same seed again', () => {
    const earlier = partRun('kill', [0, 1]);
    const other = { ...partRun('kill', [0, 1], 2), revision: 'def5678' };
    expect(() => addRun(earlier, other, GOALS)).toThrow('needs the revision');
    expect(() => addRun(earlier, partRun('kill', [0, 1]), GOALS)).toThrow('another seed than 1');
  });
});

describe('a run', () => {
  it('holds where no figure misses its goal; what is skipped misses none', () => {
    expect(holds(partRun('kill', [0, 30]))).toBe(true);
    expect(holds(partRun('kill', [0, null]))).toBe(true);
    expect(holds(partRun('kill', [0, 30.1]))).toBe(false);
    expect(holds({ ...partRun('kill', [0, 30]), fault: 'it broke' })).toBe(false);
  });
});
