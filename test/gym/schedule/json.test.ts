import { expect, it } from 'vitest';
import { linesOf, parseText } from '../../support/schedules.ts';

it('any list of JSON is read by the names of its keys, in whatever it is wrapped', () => {
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
    expect(linesOf(parsed)).toEqual([
      '2026-03-27T18:30/yoga/hall · Yoga · Anna #9 · Hall · 2026-03-27T18:30Z 45 min · capacity 20 · booked 12',
    ]);
  }
});

it('two classes an hour apart in the hour that clocks repeat are two', () => {
  const [one, other] = ['2026-10-25T00:30Z', '2026-10-25T01:30Z'].map((start) => ({
    name: 'Yoga',
    start,
  }));
  const parsed = parseText(JSON.stringify([one, other]));
  expect(parsed.entries).toHaveLength(2);
});

it('an entry of a known system may spell its keys in another case', () => {
  const entry = { startsAt: '2026-03-27T18:30Z', teacher: { name: 'Anna' }, title: 'Yoga' };
  const parsed = parseText(JSON.stringify([{ ...entry, booking_count: 7 }]));
  expect(parsed).toMatchObject({ shape: 'momence', entries: [{ name: 'Yoga', booked: 7 }] });
  const led = JSON.stringify([{ ...entry, led: { by: { name: 'Ben' } } }]);
  const { entries } = parseText(led, { columns: { trainer: 'led.by' } });
  expect(entries).toMatchObject([{ trainer: { name: 'Ben' } }]);
});

it('bad JSON names the number of each entry that cannot be taken', () => {
  const good = { id: 1, name: 'Yoga', start: '2026-03-27T18:30', end: '2026-03-27T19:30' };
  const parsed = parseText(JSON.stringify([good, 'Yoga', { ...good, id: 2, start: 'soon' }, null]));
  expect(parsed.entries).toHaveLength(1);
  const faults = parsed.faults.map(({ line, field }) => `${line} ${field}`);
  expect(faults).toEqual(['2 null', '3 start', '4 null']);
});

it('bad JSON is refused as a whole where it is broken or has no list', () => {
  for (const text of ['{"classes": [', '{"a": 1}', '[', '{}']) {
    expect(() => parseText(text)).toThrow(expect.objectContaining({ code: 'schedule_unreadable' }));
  }
});

it('bad JSON does not claim to know all of a feed of which it is one page', () => {
  const data = { name: 'Yoga', startDate: '2026-03-30T10:00Z', duration: 'PT1H' };
  const item = { state: 'updated', kind: 'ScheduledSession', id: 1, data };
  const next = 'https://open.example/feed?after=2';
  const parsed = parseText(JSON.stringify({ next, items: [item] }));
  expect(parsed.entries).toMatchObject([{ externalId: '1', name: 'Yoga' }]);
  expect(parsed.completeUtcMs).toBeNull();
});
