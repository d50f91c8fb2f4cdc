/** Queries over days that the data do not cover, and over ranges that still run. */

import { describe, expect, it } from 'vitest';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';
import { answered } from './sessions.fixture.ts';

/** Tuesday. */
const TODAY = '2026-11-24';
const people: Readonly<Record<string, number>> = {
  '2026-11-16': 130,
  '2026-11-17': 138,
  '2026-11-20': 571,
  '2026-11-23': 140,
  [TODAY]: 134,
};
const sessions = [
  ...Object.entries(people).map(([date, came]) =>
    classAt(`${date}T10:00`, { people: came, booked: came }),
  ),
  classAt('2026-11-27T10:00', { people: null, booked: 9 }),
];
const view = gymView({ nowUtcMs: Date.parse(`${TODAY}T20:00:00Z`), sessions });
const ask = (query: Partial<FiguresQuery>) => answered(view, { measures: ['attended'], ...query });
const week = { from: '2026-11-23', to: '2026-11-29' };

describe('this week on a Tuesday', () => {
  it.each(['previous', { from: '2026-11-16', to: '2026-11-22' }] as const)(
    'is compared with Monday and Tuesday of last week: %j',
    (compare) => {
      const answer = ask({ ...week, compare });
      expect(answer.query.compare).toEqual({ from: '2026-11-16', to: '2026-11-17' });
      expect(answer.total).toMatchObject({
        attended: 274,
        previous: { attended: 268 },
        change: { attended: 6 },
      });
      expect(answer.notes).toContain(
        'The range is not over: 23–24 November are compared with 16–17 November.',
      );
      expect(answer).not.toHaveProperty('change_reasons');
    },
  );

  it('has no change of what counts classes to come as well', () => {
    const answer = ask({ measures: ['attended', 'booked'], ...week, compare: 'previous' });
    expect(answer.change_reasons).toEqual({ booked: 'classes_to_come' });
    expect(answer.total).toMatchObject({
      booked: 283,
      previous: { booked: 268 },
      change: { attended: 6, booked: null },
    });
  });
});

describe('a range that is not covered', () => {
  it('in part: what is known is added up, and a note says what is missing', () => {
    const answer = ask({ from: '2026-11-01', to: TODAY });
    expect(answer.covered).toEqual({ from: '2026-11-16', to: TODAY });
    expect(answer.total.attended).toBe(1_113);
    expect(answer.notes).toEqual(['The data begin on 16 November, so 1–15 November are missing.']);
  });

  it.each(['day', 'week', 'month'] as const)('has no 0 in the gaps by %s', (by) => {
    const range = { from: '2026-10-26', to: '2026-11-24' };
    const { rows } = ask({ measures: ['sessions'], by: [by], ...range, fill: 'gaps' });
    expect(rows[0]).toMatchObject({ sessions: null, reasons: { sessions: 'not_covered' } });
    expect(rows.at(-1)?.sessions).toBeGreaterThan(0);
    const saturday = rows.find(({ day }) => day === '2026-11-21');
    if (by === 'day') expect(saturday?.sessions).toBe(0);
  });

  it('is compared with nothing', () => {
    const earlier = ask({ from: '2026-11-16', to: '2026-11-22', compare: 'previous' });
    expect(earlier.total).toMatchObject({
      previous: { attended: null },
      change: { attended: null },
    });
    expect(earlier.change_reasons).toEqual({ attended: 'not_covered' });
    expect(earlier.notes).toContain(
      'No change is given: the data begin on 16 November, after the earlier range.',
    );
  });
});
