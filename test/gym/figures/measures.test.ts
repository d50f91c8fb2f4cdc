/** What each measure makes of a few classes, and why it makes nothing of others. */

import { expect, it } from 'vitest';
import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { NullReason } from '../../../gym/figures/measures.ts';
import { isCountedOtherwise, type Side } from '../../../gym/figures/sums.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { DAY_MS } from '../../support/times.ts';
import { answered } from './sessions.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

/** A class of yesterday of which nothing is known. */
const BARE = classSession({ startsUtcMs: NOW - DAY_MS, capacity: null });
const HELD: ClassSession = { ...BARE, capacity: 10, booked: 9, attendance: counted(8) };
const CANCELLED: ClassSession = { ...HELD, id: 'off', isCancelled: true, attendance: null };
const TO_COME = classSession({ id: 'next', startsUtcMs: NOW + 3_600_000 });

const viewOf = (sessions: readonly ClassSession[]) => gymView({ nowUtcMs: NOW, sessions });

const UNKNOWN: readonly (readonly [MeasureName, NullReason, readonly ClassSession[]])[] = [
  ['attended', 'not_covered', []],
  ['attended', 'none_held', [TO_COME]],
  ['attended', 'all_cancelled', [CANCELLED]],
  ['attended', 'attendance_unknown', [BARE]],
  ['fill_rate', 'capacity_unknown', [{ ...HELD, capacity: null }]],
  ['fill_rate', 'nothing_to_divide', [{ ...HELD, capacity: 0 }]],
  ['fill_goal', 'capacity_unknown', [{ ...HELD, capacity: null }]],
  ['fill_goal', 'goal_unknown', [HELD]],
  ['capacity', 'capacity_unknown', [BARE]],
  ['booked', 'bookings_unknown', [BARE]],
  ['walk_ins', 'bookings_unknown', [{ ...HELD, booked: null }]],
  ['late_cancels', 'late_cancels_unknown', [BARE]],
  ['waitlisted', 'waiting_list_unknown', [BARE]],
  ['revenue', 'revenue_unknown', [BARE]],
  ['slot_index', 'nothing_compares', [HELD]],
  ['trend', 'half_unknown', [HELD]],
];

it.each(UNKNOWN)('%s is null: %s', (name, reason, sessions) => {
  const { total } = answered(viewOf(sessions), { measures: [name] });
  expect(total).toMatchObject({ [name]: null, reasons: { [name]: reason } });
});

it('a measure could be of the classes that took place, or of those that were not cancelled', () => {
  const possible = (measure: MeasureName) =>
    answered(viewOf([HELD, CANCELLED, TO_COME]), { measures: [measure] }).possible[measure];
  expect((['attended', 'capacity', 'sessions'] as const).map(possible)).toEqual([1, 2, 3]);
});

it.each([
  [0, 0, false],
  [0, 1, true],
  [20, 19, true],
  [10, 12, false],
  [10, 13, true],
])('%d and %d check-ins of 20 classes each are counted in different ways: %s', (one, other, is) => {
  const [a, b] = [one, other].map((checkIns) => ({ n: 20, checkIns }));
  expect(isCountedOtherwise(a as Side, b as Side)).toBe(is);
  expect(isCountedOtherwise(b as Side, { n: 0, checkIns: 0 })).toBe(false);
});
