import { describe, expect, test } from 'vitest';
import { sessionBody } from '../../../../gym/reports/sessions/session-row.ts';
import { gymView, roomView } from '../../../support/gym-view.ts';
import { classAt } from '../../../support/timetable.ts';

const view = gymView({ rooms: [roomView({ occupancy: 7 })] });

describe('a class that has ended', () => {
  test('is as full as its people over its places, over 1 too', () => {
    const body = sessionBody(classAt('2026-11-21T10:00', { people: 25 }), view);
    expect(body).toMatchObject({ status: 'completed', fill_rate: 1.25, occupancy_now: null });
  });

  test('takes no-shows from the roster, and walk-ins from the count', () => {
    const session = classAt('2026-11-21T10:00', { people: 14, booked: 12, checkedIn: 9 });
    expect(sessionBody(session, view)).toMatchObject({
      no_shows: 3,
      no_shows_basis: 'roster',
      walk_ins: 2,
    });
  });

  test('takes no-shows from the count where there is no roster, never below 0', () => {
    const few = classAt('2026-11-21T10:00', { people: 8, booked: 12 });
    expect(sessionBody(few, view)).toMatchObject({
      no_shows: 4,
      no_shows_basis: 'net',
      walk_ins: 0,
    });
    const many = classAt('2026-11-21T10:00', { people: 15, booked: 12 });
    expect(sessionBody(many, view)).toMatchObject({
      no_shows: 0,
      no_shows_basis: 'net',
      walk_ins: 3,
    });
    const crowd = classAt('2026-11-21T10:00', { people: 9, booked: 4, checkedIn: 6 });
    expect(sessionBody(crowd, view)).toMatchObject({ no_shows: 0, no_shows_basis: 'roster' });
  });
});

describe('a class that runs', () => {
  const session = classAt('2026-11-21T19:30', { booked: 12, people: 6 });

  test('shows who is in the room, and nobody as missing yet', () => {
    expect(sessionBody(session, view)).toMatchObject({
      status: 'in_progress',
      occupancy_now: 7,
      no_shows: null,
      walk_ins: null,
      fill_rate: 0.3,
    });
  });

  test('does not know who is in a room whose camera is away, or which is not configured', () => {
    const stale = gymView({ rooms: [roomView({ occupancy: null, state: 'stale' })] });
    expect(sessionBody(session, stale).occupancy_now).toBe(null);
    expect(sessionBody({ ...session, roomId: null }, view).occupancy_now).toBe(null);
  });
});

test('a class to come and a cancelled one have no figures', () => {
  const future = classAt('2026-11-21T21:00', { booked: 12, checkedIn: 0, attendance: null });
  const cancelled = classAt('2026-11-21T10:00', { isCancelled: true, booked: 12 });
  for (const [session, status] of [
    [future, 'scheduled'],
    [cancelled, 'cancelled'],
  ] as const) {
    expect(sessionBody(session, view)).toMatchObject({
      status,
      fill_rate: null,
      no_shows: null,
      walk_ins: null,
      occupancy_now: null,
    });
  }
});
