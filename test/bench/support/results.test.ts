import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../bench/support/figure-line.ts';
import type { Figure } from '../../../bench/support/report.ts';
import { type Results, renewed } from '../../../bench/support/results.ts';

const KEPT: Figure = { name: 'a', value: 0.91234, unit: '×', limit: 0.85, direction: 'min' };
const MISSED: Figure = { ...KEPT, name: 'b | c', value: 0.5, note: 'of two' };
const UNKNOWN: Figure = { ...KEPT, name: 'd', value: null, note: 'no model' };
const DISTURBED: Figure = { ...UNKNOWN, isDisturbed: true };
const LARGE: Figure = { ...KEPT, name: 'e', value: 61234.5, unit: 'requests/s', limit: null };

const RESULTS: Results = {
  machine: {
    when: '2026-11-22T02:00:00.000Z',
    revision: 'abc1234',
    processor: 'Some CPU',
    cores: 2,
    memoryGb: 24,
    node: 'v20.20.2',
    packages: { sharp: '0.35.5' },
    load: 0.1,
  },
  isQuick: false,
  reports: [{ bench: 'api/some', figures: [KEPT, MISSED, UNKNOWN, LARGE] }],
};

describe('a run of some benches', () => {
  it('takes the place of what was kept of them, and says when it was', () => {
    const other = { bench: 'api/other', figures: [LARGE] };
    const kept = { ...RESULTS, reports: [...RESULTS.reports, other] };
    const machine = { ...RESULTS.machine, when: '2026-11-23T05:00:00.000Z', load: 7 };
    const reports = [
      { bench: 'api/some', figures: [UNKNOWN] },
      { bench: 'api/new', figures: [KEPT] },
    ];
    const all = renewed(kept, { ...RESULTS, machine, reports });
    const apart = 'run apart: 2026-11-23, revision abc1234, load 7 before the run';
    expect(all).toEqual({
      ...RESULTS,
      reports: [
        { bench: 'api/some', figures: [UNKNOWN], apart },
        other,
        { bench: 'api/new', figures: [KEPT], apart },
      ],
    });
  });
});

describe('a line of the screen', () => {
  it('stands out where a limit is missed, and only there', () => {
    const marked = [KEPT, MISSED, UNKNOWN, DISTURBED, LARGE].filter((one) =>
      lineOf(one).includes('✗'),
    );
    expect(marked).toEqual([MISSED, DISTURBED]);
  });
});
