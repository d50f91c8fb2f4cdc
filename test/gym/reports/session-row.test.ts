import { describe, expect, test } from 'vitest';
import { sessionBody } from '../../../gym/reports/session-row.ts';
import { gymView, roomView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const view = gymView({ rooms: [roomView({ occupancy: 7 })] });

describe('a class that has ended', () => {
  test.each([
    ['the roster, and walk-ins from the count', { people: 14, booked: 12, checkedIn: 9 }, 3, 2],
    ['the count where there is no roster', { people: 8, booked: 12 }, 4, 0],
    ['it never below 0', { people: 15, booked: 12 }, 0, 3],
    ['the roster never below 0', { people: 9, booked: 4, checkedIn: 6 }, 0, 5],
  ])('takes no-shows from %s', (_, said, no_shows, walk_ins) => {
    const basis = 'checkedIn' in said ? 'roster' : 'net';
    const body = sessionBody(classAt('2026-11-21T10:00', said), view);
    expect(body).toMatchObject({ no_shows, no_shows_basis: basis, walk_ins });
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
