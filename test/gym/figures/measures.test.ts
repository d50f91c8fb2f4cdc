/** What each measure makes of a few classes, and why it makes nothing of others. */

import { expect, it } from 'vitest';
import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { NullReason } from '../../../gym/figures/measures.ts';
import { isCountedOtherwise, type Side } from '../../../gym/figures/sums.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { answered } from './sessions.fixture.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);

/** A class of yesterday of which nothing is known. */
const BARE = classSession({ startsUtcMs: NOW - DAY_MS, capacity: null });
/** 8 of 10 places taken, 9 booked, 7 checked in, 3 late cancels, 2 waiting, 100.00 revenue. */
const HELD: ClassSession = {
  ...BARE,
  capacity: 10,
  booked: 9,
  checkedIn: 7,
  lateCancels: 3,
  waitlisted: 2,
  revenueMilli: 100_000,
  attendance: counted(8),
};
const FULL: ClassSession = { ...HELD, id: 'full', attendance: counted(12), checkedIn: 9 };
const CANCELLED: ClassSession = { ...HELD, id: 'off', isCancelled: true, attendance: null };
const TO_COME = classSession({ id: 'next', startsUtcMs: NOW + 3_600_000 });

const viewOf = (sessions: readonly ClassSession[]) => gymView({ nowUtcMs: NOW, sessions });

function totalOf(measure: MeasureName, sessions: readonly ClassSession[]) {
  const { n, reasons, ...values } = answered(viewOf(sessions), { measures: [measure] }).total;
  return [values[measure], n[measure], reasons?.[measure] ?? null];
}

const UNKNOWN: readonly (readonly [MeasureName, NullReason, readonly ClassSession[]])[] = [
  ['attended', 'not_covered', []],
  ['attended', 'none_held', [TO_COME]],
  ['attended', 'all_cancelled', [CANCELLED]],
  ['attended', 'attendance_unknown', [BARE]],
  ['fill_rate', 'capacity_unknown', [{ ...HELD, capacity: null }]],
  ['fill_rate', 'nothing_to_divide', [{ ...HELD, capacity: 0 }]],
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
  const [value, , why] = totalOf(name, sessions);
  expect([value, why]).toEqual([null, reason]);
});

it('a measure could be of the classes that took place, or of those that were not cancelled', () => {
  const possible = (measure: MeasureName) =>
    answered(viewOf([HELD, CANCELLED, TO_COME]), { measures: [measure] }).possible[measure];
  expect((['attended', 'capacity', 'sessions'] as const).map(possible)).toEqual([1, 2, 3]);
});

it('a figure says what attendance counts and how no-shows were found, where it depends on them', () => {
  const imported: ClassSession = {
    ...HELD,
    id: 'imported',
    attendance: counted(7, { source: 'import' }),
  };
  const basisOf = (measure: MeasureName, sessions: readonly ClassSession[]) =>
    answered(viewOf(sessions), { measures: [measure] }).total.basis;
  const of = (camera: number, checkIns: number) => ({ manual: 0, camera, import: checkIns });
  expect(basisOf('attended', [HELD, imported])).toEqual({ attendance: 'mixed', sources: of(1, 1) });
  expect(basisOf('attended', [imported])).toEqual({ attendance: 'checked_in', sources: of(0, 1) });
  expect(basisOf('booked', [HELD])).toBeUndefined();
  expect(basisOf('attended', [BARE])).toEqual({ attendance: null, sources: of(0, 0) });
  expect(basisOf('no_shows', [HELD])).toEqual({ no_shows: 'roster' });
  expect(basisOf('no_shows', [{ ...HELD, checkedIn: null }])).toEqual({ no_shows: 'net' });
  const mixed = [HELD, { ...FULL, checkedIn: null }];
  expect(basisOf('no_shows', mixed)).toEqual({ no_shows: 'mixed' });
});

it('a comparison of classes that were counted in different ways says so once', () => {
  const weekAgo = (weeks: number, source: 'camera' | 'import', name: string): ClassSession => ({
    ...HELD,
    id: `${name}-${weeks}`,
    name,
    startsUtcMs: HELD.startsUtcMs - weeks * 7 * DAY_MS,
    endsUtcMs: HELD.endsUtcMs - weeks * 7 * DAY_MS,
    attendance: counted(8, { source }),
  });
  const weeks = (source: (week: number) => 'camera' | 'import', name = 'Spin') =>
    [0, 1, 2, 3].map((week) => weekAgo(week, source(week), name));
  const month = { from: '2026-10-25', to: '2026-11-21' } as const;
  const over = (sessions: readonly ClassSession[]) => ({
    ...viewOf(sessions),
    known: { from: '2026-08-01', to: '2026-12-31' },
  });
  const notesOf = (sessions: readonly ClassSession[], query: object) =>
    answered(over(sessions), { measures: ['trend', 'slot_index'], ...month, ...query }).notes;
  const changed = weeks((week) => (week < 2 ? 'camera' : 'import'));
  const ways = 'counted in different ways: check-ins in';
  expect(notesOf(changed, { compare: 'previous' })).toEqual([
    'People present were counted in 2 classes; 2 have check-ins.',
    `The halves of the range were ${ways} 2 of 2 classes, then in 0 of 2. Part of the trend may come from that.`,
    '4 of 4 classes compare with some that were counted in another way, people present or check-ins: part of the slot index may come from that.',
  ]);
  const crossed = [...changed, ...weeks((week) => (week < 2 ? 'import' : 'camera'), 'Yoga')];
  expect(notesOf(crossed, { measures: ['trend'], by: ['class'] })).toEqual([
    expect.stringMatching(/^People present/),
    expect.stringMatching(/^In 2 rows, such as: The halves of the range were counted/),
  ]);
  for (const source of ['import', 'camera'] as const) {
    const alike = weeks(() => source);
    expect(notesOf(alike, { compare: 'previous' })).toEqual([]);
  }
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
