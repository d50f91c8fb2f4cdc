import { expect, it } from 'vitest';
import { daySpan, lastDays, monthSpan, weekSpan } from '../../../../ask/grammar/dates/span.ts';
import {
  currentOf,
  daysBefore,
  lengthOf,
  spanOf,
  withinLimits,
} from '../../../../ask/grammar/intents/range.ts';

const TODAY = '2026-11-18';

it('takes the narrower of two times, and neither where they exclude each other', () => {
  const both = spanOf([weekSpan(TODAY, -1), daySpan('2026-11-10')], 'back');
  expect(both).toMatchObject({ days: { from: '2026-11-10', to: '2026-11-10' } });
  expect(spanOf([weekSpan(TODAY, -1), daySpan(TODAY)], 'back')).toMatchObject({
    stop: 'not_understood',
  });
});

it('cuts what is to come and what is too long, and says so', () => {
  const days = { from: '2026-01-01', to: '2026-12-31' };
  const cut = withinLimits(daySpan(TODAY), days, TODAY);
  expect(cut).toMatchObject({ days: { from: '2026-10-08', to: TODAY } });
  expect('notes' in cut ? cut.notes : []).toHaveLength(2);
});

it('knows what comes before, and what is now', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' };
  expect(daysBefore(monthSpan(TODAY, -1), october)).toEqual({
    from: '2026-09-01',
    to: '2026-09-30',
  });
  expect(currentOf(monthSpan(TODAY, -1), october, TODAY)).toEqual({
    from: '2026-11-01',
    to: TODAY,
  });
  const week = { from: '2026-11-12', to: TODAY };
  expect(daysBefore(lastDays(TODAY, 7), week)).toEqual({ from: '2026-11-05', to: '2026-11-11' });
});

it('counts both ends, over a change of the clock too', () => {
  expect(lengthOf({ from: '2026-10-24', to: '2026-10-26' })).toBe(3);
});
