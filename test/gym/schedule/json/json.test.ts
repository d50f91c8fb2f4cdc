import { describe, expect, it } from 'vitest';
import {
  entryOf,
  LONDON,
  parseFixture,
  parseText,
  SCHEDULE_NOW,
} from '../../../support/schedules.ts';

describe('JSON of', () => {
  it('Mindbody is read with times on the wall, staff, visits and cancellations', () => {
    const parsed = parseFixture('mindbody.json');
    expect(parsed).toMatchObject({
      format: 'json',
      shape: 'mindbody',
      faultCount: 0,
      completeUtcMs: null,
    });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '1001',
        name: 'Vinyasa Flow',
        trainer: { externalId: '55', name: 'Anna Lee' },
        room: 'Studio 1',
        at: '2026-03-27T18:30Z',
        to: '2026-03-27T19:30Z',
        capacity: 20,
        booked: 17,
        checkedIn: 14,
        waitlisted: 2,
      }),
      entryOf({
        externalId: '1002',
        name: 'Spin',
        trainer: { externalId: '56', name: 'Ben Okoro' },
        isSubstitute: true,
        room: 'Riverside',
        at: '2026-03-30T05:45Z',
        to: '2026-03-30T06:30Z',
        capacity: 12,
        booked: 2,
        checkedIn: 1,
        lateCancels: 1,
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
      }),
    ]);
  });

  it('Momence is read with the teacher who stands in for another', () => {
    const parsed = parseFixture('momence.json');
    expect(parsed).toMatchObject({ shape: 'momence', faultCount: 0 });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '900',
        name: 'Reformer Pilates',
        trainer: { externalId: '12', name: 'Chloe Marsh' },
        isSubstitute: true,
        room: 'Reformer Room',
        at: '2026-03-27T18:30Z',
        to: '2026-03-27T19:20Z',
        capacity: 10,
        booked: 10,
        waitlisted: 3,
      }),
      entryOf({
        externalId: '901',
        name: 'Mat Pilates',
        trainer: { externalId: '13', name: 'Dan Vogel' },
        at: '2026-03-29T09:00Z',
        to: '2026-03-29T09:45Z',
        isCancelled: true,
        capacity: 16,
        booked: 0,
        waitlisted: 0,
      }),
    ]);
  });

  it('TeamUp is read with the first of its instructors', () => {
    const parsed = parseFixture('teamup.json');
    expect(parsed).toMatchObject({ shape: 'teamup', faultCount: 0 });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: '5501',
        name: 'CrossFit',
        trainer: { externalId: '31', name: 'Ed Novak' },
        room: 'The Box',
        at: '2026-03-28T06:00Z',
        to: '2026-03-28T07:00Z',
        capacity: 14,
        booked: 9,
        waitlisted: 0,
      }),
      entryOf({
        externalId: '5502',
        name: 'CrossFit',
        room: 'The Box',
        at: '2026-03-29T06:00Z',
        to: '2026-03-29T07:00Z',
        isCancelled: true,
        capacity: 14,
        booked: 0,
        waitlisted: 0,
      }),
    ]);
  });

  it('an OpenActive feed is read to the last state of each session, with what its series says', () => {
    const parsed = parseFixture('open-active.json');
    expect(parsed).toMatchObject({ shape: 'openactive', faultCount: 0 });
    expect(parsed.completeUtcMs).toEqual({
      fromUtcMs: SCHEDULE_NOW,
      toUtcMs: LONDON.window.toUtcMs,
    });
    expect(parsed.entries).toEqual([
      entryOf({
        externalId: 'https://open.example/sessions/1',
        name: 'Aqua Fit',
        trainer: { externalId: null, name: 'Gita Rao' },
        room: 'Main Pool',
        at: '2026-03-30T09:00Z',
        to: '2026-03-30T09:45Z',
        capacity: 30,
        booked: 22,
      }),
      entryOf({
        externalId: 'https://open.example/sessions/2',
        name: 'Aqua Fit',
        trainer: { externalId: null, name: 'Gita Rao' },
        room: 'Main Pool',
        at: '2026-04-06T09:00Z',
        to: '2026-04-06T09:45Z',
        isCancelled: true,
        capacity: 30,
        booked: 19,
      }),
    ]);
  });

  it('any list is read by the names of its keys, in whatever it is wrapped', () => {
    const item = {
      class: { id: 3, name: 'Yoga' },
      instructor: { id: 9, name: 'Anna' },
      room: 'Hall',
      starts_at: 1_774_636_200,
      duration_minutes: 45,
      capacity: '20',
      booked: 12,
      is_cancelled: false,
    };
    for (const root of [[item], { data: { classes: [item] } }, { results: [item] }]) {
      const parsed = parseText(JSON.stringify(root));
      expect(parsed).toMatchObject({ shape: 'generic', faultCount: 0, completeUtcMs: null });
      expect(parsed.entries).toMatchObject([
        {
          name: 'Yoga',
          trainer: { externalId: '9', name: 'Anna' },
          room: 'Hall',
          startsUtcMs: Date.UTC(2026, 2, 27, 18, 30),
          endsUtcMs: Date.UTC(2026, 2, 27, 19, 15),
          capacity: 20,
          booked: 12,
        },
      ]);
    }
  });

  it('a mapped key may be a path', () => {
    const text = JSON.stringify([
      { what: { label: 'Yoga' }, when: '2026-03-27T18:30', length: 60 },
    ]);
    const parsed = parseText(text, { columns: { name: 'what.label', start: 'when' } });
    expect(parsed.entries).toMatchObject([
      { name: 'Yoga', endsUtcMs: Date.UTC(2026, 2, 27, 19, 30) },
    ]);
  });
});

describe('bad JSON', () => {
  it('names the number of each entry that cannot be taken', () => {
    const good = { id: 1, name: 'Yoga', start: '2026-03-27T18:30', end: '2026-03-27T19:30' };
    const parsed = parseText(
      JSON.stringify([good, 'Yoga', { ...good, id: 2, start: 'soon' }, null]),
    );
    expect(parsed.entries).toHaveLength(1);
    expect(parsed.faults.map(({ line, field }) => [line, field])).toEqual([
      [2, null],
      [3, 'start'],
      [4, null],
    ]);
  });

  it('is refused as a whole where it is broken or has no list', () => {
    for (const text of ['{"classes": [', '{"a": 1}', '[', '{}']) {
      expect(() => parseText(text)).toThrow(
        expect.objectContaining({ code: 'schedule_unreadable' }),
      );
    }
  });

  it('does not claim to know all of a feed of which it is one page', () => {
    const page = {
      next: 'https://open.example/feed?after=2',
      items: [
        {
          state: 'updated',
          kind: 'ScheduledSession',
          id: 1,
          data: { name: 'Yoga', startDate: '2026-03-30T10:00Z', duration: 'PT1H' },
        },
      ],
    };
    const parsed = parseText(JSON.stringify(page));
    expect(parsed.entries).toMatchObject([{ externalId: '1', name: 'Yoga' }]);
    expect(parsed.completeUtcMs).toBeNull();
  });
});
