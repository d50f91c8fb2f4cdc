import { expect, test } from 'vitest';
import { classNames, seriesOf } from '../../../gym/figures/class-table.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const of = (sessions: readonly ClassSession[]) => seriesOf(gymView({ sessions }));

test('a class is one name, weekday, start and room', () => {
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

test('a class has an id of letters, digits and hyphens, whatever its name', () => {
  for (const name of ['Йога', '瑜伽', '***', 'Yoga & Flow (beginners)', 'x'.repeat(500)]) {
    const [series] = of([classAt('2026-11-20T18:30', { name })]);
    expect(series?.classId).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(series?.classId.length).toBeLessThanOrEqual(80);
  }
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
  const [first, second, third, ...others] = classNames(NAMED);
  expect([first, second, third]).toEqual(['Été', 'Hot-Yoga (60)', 'Only tomorrow']);
  expect(others).toEqual(['Reformer Pilates', 'Spin', 'Spin & Core', 'Vinyasa Yoga']);
  expect(classNames(gymView())).toEqual([]);
});
