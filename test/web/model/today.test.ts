/** What needs a person on the page of the morning. */

import { expect, it } from 'vitest';
import { todayData, wallData } from '../../../web/model/days.ts';
import { classSession } from '../../support/classes.ts';
import { gymView, roomView } from '../../support/gym-view.ts';

const view = gymView({
  rooms: [roomView({ state: 'offline', occupancy: null, updatedUtcMs: null })],
});
const hour = { fromUtcMs: view.nowUtcMs, counts: new Map() };

it('a room without a count is no fault while the program starts: cameras connect', () => {
  const page = todayData(view, hour, [], 20_000);
  expect([page.notices, page.isStarting]).toEqual([[], true]);
});

it('a room without a count needs a person afterwards, and at once where it was counted before', () => {
  const later = todayData(view, hour, [], 120_000);
  expect(later.notices).toMatchObject([{ kind: 'room', since: null }]);
  expect(later.isStarting).toBe(false);
  const known = roomView({ state: 'offline', updatedUtcMs: view.nowUtcMs - 60_000 });
  const lost = todayData({ ...view, rooms: [known] }, hour, [], 20_000);
  expect([lost.notices.length, lost.isStarting]).toEqual([1, false]);
});

it('a cancelled class with bookings needs a person until it would have begun', () => {
  const sessions = [-3_600_000, 3_600_000].map((ms) =>
    classSession({ startsUtcMs: view.nowUtcMs + ms, isCancelled: true, booked: 4 }),
  );
  const { notices } = todayData(gymView({ sessions }), hour, [], 120_000);
  expect(notices).toMatchObject([{ kind: 'cancelled', session: { id: sessions[1]?.id } }]);
});

it('shows after midnight a class of the evening before that is still on', () => {
  const nowUtcMs = Date.UTC(2026, 10, 23, 0, 5);
  const late = classSession({ name: 'Late Yoga', startsUtcMs: nowUtcMs - 3_000_000 });
  const view = gymView({ nowUtcMs, sessions: [late] });
  const hour = { fromUtcMs: nowUtcMs, counts: new Map() };
  const shown = [todayData(view, hour, [], 120_000).night, wallData(view, hour).classes];
  expect(shown).toMatchObject([[{ name: 'Late Yoga' }], [{ name: 'Late Yoga' }]]);
});
