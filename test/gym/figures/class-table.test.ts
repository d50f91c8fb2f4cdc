import { describe, expect, test } from 'vitest';
import { instantOf } from '../../../gym/calendar/zone.ts';
import { classNames, seriesOf } from '../../../gym/figures/class-table.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const of = (sessions: readonly ClassSession[], timezone = 'Europe/London') =>
  seriesOf(gymView({ sessions, gym: { timezone } }));

describe('a class', () => {
  test('is one name, weekday, start and room', () => {
    const series = of([
      classAt('2026-11-06T18:30'),
      classAt('2026-11-13T18:30', { name: '  SPIN ' }),
      classAt('2026-11-20T18:30', { name: 'Spín' }),
      classAt('2026-11-20T18:45'),
      classAt('2026-11-19T18:30'),
      classAt('2026-11-20T18:30', { roomId: 'loft', roomName: 'Loft' }),
      classAt('2026-11-20T18:30', { name: 'Spin 2' }),
    ]);
    expect(series.map(({ sessions }) => sessions.length)).toEqual([3, 1, 1, 1, 1]);
    expect(series[0]).toMatchObject({
      name: 'Spín',
      weekday: 5,
      startTime: '18:30',
      room: 'Hall',
      classId: expect.stringMatching(/^spin-fri-1830-[a-z0-9]+$/),
    });
    expect(new Set(series.map(({ classId }) => classId)).size).toBe(5);
  });

  test('in a room that is not configured goes by the name of the room, and is told from a configured one', () => {
    const series = of([
      classAt('2026-11-13T18:30', { roomId: null, roomName: 'Garden' }),
      classAt('2026-11-20T18:30', { roomId: null, roomName: 'garden' }),
      classAt('2026-11-20T18:30', { roomId: null, roomName: 'hall' }),
      classAt('2026-11-20T18:30', { roomId: null, roomName: null }),
      classAt('2026-11-20T18:30'),
    ]);
    expect(series.map(({ room, sessions }) => [room, sessions.length])).toEqual([
      ['garden', 2],
      ['hall', 1],
      [null, 1],
      ['Hall', 1],
    ]);
    expect(new Set(series.map(({ classId }) => classId)).size).toBe(4);
  });

  test('has an id of letters, digits and hyphens, whatever its name', () => {
    for (const name of ['Йога', '瑜伽', '***', 'Yoga & Flow (beginners)', 'x'.repeat(500)]) {
      const [series] = of([classAt('2026-11-20T18:30', { name })]);
      expect(series?.classId).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(series?.classId.length).toBeLessThanOrEqual(80);
    }
  });

  test('is grouped once for a list of sessions, however often the view changes', () => {
    const view = gymView({ sessions: [classAt('2026-11-20T18:30')] });
    const { gym, sessions } = view;
    expect(seriesOf({ gym: { ...gym }, sessions })).toBe(seriesOf(view));
    const elsewhere = { ...view, gym: { ...view.gym, timezone: 'Asia/Tokyo' } };
    expect(seriesOf(elsewhere)).toMatchObject([{ weekday: 6, startTime: '03:30' }]);
  });
});

describe('a change of the clock', () => {
  test.each([
    ['Europe/London', ['2026-03-22T18:30', '2026-03-29T18:30', '2026-04-05T18:30']],
    ['Europe/London', ['2026-10-18T18:30', '2026-10-25T18:30', '2026-11-01T18:30']],
    ['America/New_York', ['2026-03-01T06:00', '2026-03-08T06:00', '2026-03-15T06:00']],
    ['Australia/Lord_Howe', ['2026-03-29T18:30', '2026-04-05T18:30', '2026-04-12T18:30']],
  ])('in %s leaves a class the same', (timezone, times) => {
    const sessions = times.map((time) => classAt(time, { timezone }));
    const gaps = sessions.slice(1).map((s, n) => s.startsUtcMs - sessions[n]!.startsUtcMs);
    expect(new Set(gaps).size, 'the weeks differ in length').toBe(2);
    const series = of(sessions, timezone);
    expect(series).toHaveLength(1);
    expect(series[0]).toMatchObject({ weekday: 7, startTime: times[0]?.slice(11) });
  });
});

describe('the date of a class', () => {
  test('is that of its start, over midnight and over the leap day', () => {
    const late = classAt('2028-02-28T23:30', { people: 4 });
    const leap = classAt('2028-02-29T23:30', { people: 8 });
    const view = gymView({
      sessions: [late, { ...leap, endsUtcMs: leap.startsUtcMs + 3_600_000 }],
      nowUtcMs: instantOf('Europe/London', '2028-03-01T10:00'),
    });
    expect(summaryReport(view, { date: '2028-02-28' }).total_attendance).toBe(4);
    expect(summaryReport(view, { date: '2028-02-29' }).total_attendance).toBe(8);
    expect(summaryReport(view).total_classes).toBe(0);
    expect(seriesOf(view).map(({ weekday, startTime }) => [weekday, startTime])).toEqual([
      [1, '23:30'],
      [2, '23:30'],
    ]);
  });
});

const NAMES = ['Spin', 'Spin & Core', 'Hot-Yoga (60)', 'Vinyasa Yoga', 'Reformer Pilates', 'Été'];
const NAMED = gymView({
  sessions: [
    classAt('2026-11-01T10:00', { name: 'VINYASA YOGA' }),
    ...NAMES.map((name, n) => classAt(`2026-11-1${n}T10:00`, { name })),
    classAt('2026-11-22T10:00', { name: 'Only tomorrow', attendance: null }),
  ],
});

test('names are by the alphabet, each once, as the newest class writes them', () => {
  expect(classNames(NAMED)).toEqual([
    'Été',
    'Hot-Yoga (60)',
    'Only tomorrow',
    'Reformer Pilates',
    'Spin',
    'Spin & Core',
    'Vinyasa Yoga',
  ]);
  expect(classNames(gymView())).toEqual([]);
});
