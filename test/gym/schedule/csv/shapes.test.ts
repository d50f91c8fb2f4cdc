import { describe, expect, it } from 'vitest';
import { entryOf, parseFixture, parseText } from '../../../support/schedules.ts';

const NO_END = {
  line: null,
  field: 'end',
  expected: 'an end or a duration of every class',
  got: 'classes without one, taken as 60 min',
  effect: 'ignored',
};

describe('the export of', () => {
  it('Mariana Tek gives bookings as what became of them, and waits for no one on standby', () => {
    const parsed = parseFixture('mariana-tek.csv', { timezone: 'America/New_York' });
    expect(parsed).toMatchObject({ format: 'csv', shape: 'mariana_tek', completeUtcMs: null });
    expect(parsed.faults).toEqual([NO_END]);
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '2026-03-27T18:30/ride45/cyclestudio',
        name: 'Ride 45',
        trainer: { externalId: null, name: 'Hana Ito' },
        room: 'Cycle Studio',
        at: '2026-03-27T22:30Z',
        to: '2026-03-27T23:30Z',
        capacity: 24,
        booked: 22,
        checkedIn: 19,
        noShows: 3,
        lateCancels: 2,
        waitlisted: 0,
      }),
      entryOf({
        externalId: '2026-03-28T09:00/ride45/cyclestudio',
        name: 'Ride 45',
        trainer: { externalId: null, name: 'Ito, Hana' },
        isSubstitute: true,
        room: 'Cycle Studio',
        at: '2026-03-28T13:00Z',
        to: '2026-03-28T14:00Z',
        capacity: 24,
        booked: 21,
        checkedIn: 0,
        noShows: 0,
        lateCancels: 0,
        waitlisted: 4,
      }),
    ]);
  });

  it('PerfectGym gives the planned start, not the real one, and sums of many classes are refused', () => {
    const parsed = parseFixture('perfectgym.csv', { timezone: 'Europe/Warsaw' });
    expect(parsed.shape).toBe('perfectgym');
    expect(parsed.faults).toEqual([
      NO_END,
      {
        line: 4,
        field: 'ClassCount',
        expected: 'one class a row: group the report by date and time',
        got: '4 classes in one',
        effect: 'skipped',
      },
    ]);
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '2026-03-27T18:30/zumba/centrum',
        name: 'Zumba',
        trainer: { externalId: null, name: 'Iga Król' },
        room: 'Centrum',
        at: '2026-03-27T17:30Z',
        to: '2026-03-27T18:30Z',
        capacity: 25,
        booked: 20,
        checkedIn: 16,
      }),
      entryOf({
        externalId: '2026-03-28T10:00/bodypump/centrum',
        name: 'Body Pump',
        trainer: { externalId: null, name: 'Jan Nowak' },
        room: 'Centrum',
        at: '2026-03-28T09:00Z',
        to: '2026-03-28T10:00Z',
        isCancelled: true,
        capacity: 20,
        booked: 4,
        checkedIn: 0,
      }),
    ]);
  });

  it('WellnessLiving gives the start under Scheduled', () => {
    const parsed = parseFixture('wellnessliving.csv');
    expect(parsed).toMatchObject({ shape: 'wellnessliving', faults: [NO_END] });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '2026-03-27T18:30/hotyoga/',
        name: 'Hot Yoga',
        at: '2026-03-27T18:30Z',
        to: '2026-03-27T19:30Z',
        booked: 14,
        checkedIn: 11,
        noShows: 3,
        lateCancels: 1,
      }),
      entryOf({
        externalId: '2026-03-28T09:15/barre/',
        name: 'Barre',
        at: '2026-03-28T09:15Z',
        to: '2026-03-28T10:15Z',
        booked: 0,
        checkedIn: 0,
        noShows: 0,
        lateCancels: 0,
      }),
    ]);
  });

  it('WellnessLiving by service has numbers under Scheduled, which are no classes', () => {
    const parsed = parseText(
      'Service Name,Scheduled,Attended,Booked,Late Cancels,No Shows,Pending\nBarre,12,90,100,3,7,0\n',
    );
    expect(parsed.entries).toEqual([]);
    expect(parsed.faults).toMatchObject([{ line: 2, field: 'Scheduled', effect: 'skipped' }]);
  });

  it('Mindbody gives its ids', () => {
    const parsed = parseFixture('mindbody.csv');
    expect(parsed).toMatchObject({ shape: 'mindbody', faultCount: 0 });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '1001',
        name: 'Vinyasa Flow',
        trainer: { externalId: null, name: 'Anna Lee' },
        room: 'Studio 1',
        at: '2026-03-27T18:30Z',
        to: '2026-03-27T19:30Z',
        capacity: 20,
        booked: 17,
        checkedIn: 14,
        waitlisted: 2,
      }),
      entryOf({
        externalId: '1003',
        name: 'Vinyasa Flow',
        room: 'Studio 1',
        at: '2026-04-03T17:30Z',
        to: '2026-04-03T18:30Z',
        isCancelled: true,
        capacity: 20,
        booked: 0,
        checkedIn: 0,
        waitlisted: 0,
      }),
    ]);
  });

  it('zingFit has days and no classes: it is refused once, with what to use instead', () => {
    const parsed = parseFixture('zingfit.csv', { timezone: 'America/Chicago' });
    expect(parsed).toMatchObject({ shape: 'zingfit', entries: [], faultCount: 1 });
    expect(parsed.faults[0]).toMatchObject({ line: 1, effect: 'skipped', got: 'totals of days' });
    expect(parsed.faults[0]?.expected).toContain('zingFit leaves classes without bookings out');
  });
});
