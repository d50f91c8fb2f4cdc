import { describe, expect, test } from 'vitest';
import { sessionFacts } from '../../../gym/reports/session-facts.ts';
import { counted } from '../../support/classes.ts';
import { gymView, roomView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const view = gymView({ rooms: [roomView({ occupancy: 7 })] });

describe('a class that has ended', () => {
  test('is as full as its people over its places, over 1 too', () => {
    const facts = sessionFacts(classAt('2026-11-21T10:00', { people: 25 }), view);
    expect(facts).toMatchObject({ status: 'completed', fillRate: 1.25, occupancyNow: null });
  });

  test('has no fill without a capacity or a count', () => {
    expect(sessionFacts(classAt('2026-11-21T10:00', { capacity: null }), view).fillRate).toBe(null);
    expect(sessionFacts(classAt('2026-11-21T10:00', { people: null }), view)).toMatchObject({
      fillRate: null,
      noShows: null,
      noShowsBasis: null,
      walkIns: null,
    });
  });

  test('takes no-shows from the roster, and walk-ins from the count', () => {
    const session = classAt('2026-11-21T10:00', { people: 14, booked: 12, checkedIn: 9 });
    expect(sessionFacts(session, view)).toMatchObject({
      noShows: 3,
      noShowsBasis: 'roster',
      walkIns: 2,
    });
  });

  test('takes no-shows from the count where there is no roster, never below 0', () => {
    const few = classAt('2026-11-21T10:00', { people: 8, booked: 12 });
    expect(sessionFacts(few, view)).toMatchObject({ noShows: 4, noShowsBasis: 'net', walkIns: 0 });
    const many = classAt('2026-11-21T10:00', { people: 15, booked: 12 });
    expect(sessionFacts(many, view)).toMatchObject({ noShows: 0, noShowsBasis: 'net', walkIns: 3 });
    const crowd = classAt('2026-11-21T10:00', { people: 9, booked: 4, checkedIn: 6 });
    expect(sessionFacts(crowd, view)).toMatchObject({ noShows: 0, noShowsBasis: 'roster' });
  });

  test('has no figures from a number without a grade', () => {
    const session = classAt('2026-11-21T10:00', {
      booked: 12,
      attendance: counted(5, { quality: 'none' }),
    });
    expect(sessionFacts(session, view)).toMatchObject({ fillRate: null, noShows: null });
  });
});

describe('a class that runs', () => {
  const session = classAt('2026-11-21T19:30', { booked: 12, people: 6 });

  test('shows who is in the room, and nobody as missing yet', () => {
    expect(sessionFacts(session, view)).toMatchObject({
      status: 'in_progress',
      occupancyNow: 7,
      noShows: null,
      walkIns: null,
      fillRate: 0.3,
    });
  });

  test('does not know who is in a room whose camera is away, or which is not configured', () => {
    const stale = gymView({ rooms: [roomView({ occupancy: null, state: 'stale' })] });
    expect(sessionFacts(session, stale).occupancyNow).toBe(null);
    expect(sessionFacts({ ...session, roomId: null }, view).occupancyNow).toBe(null);
  });
});

test('a class to come and a cancelled one have no figures', () => {
  const future = classAt('2026-11-21T21:00', { booked: 12, checkedIn: 0, attendance: null });
  const cancelled = classAt('2026-11-21T10:00', { isCancelled: true, booked: 12 });
  for (const [session, status] of [
    [future, 'scheduled'],
    [cancelled, 'cancelled'],
  ] as const) {
    expect(sessionFacts(session, view)).toMatchObject({
      status,
      fillRate: null,
      noShows: null,
      walkIns: null,
      occupancyNow: null,
    });
  }
});
