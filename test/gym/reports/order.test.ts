import { expect, test } from 'vitest';
import { firstOnSchedule, nextOnSchedule } from '../../../gym/reports/order.ts';
import { classAt } from '../../support/timetable.ts';

test('classes that start together come, and are cut, by name', () => {
  const list = ['Yoga', 'Aqua', 'Spin'].map((name) => classAt('2026-11-20T18:30', { name }));
  const early = classAt('2026-11-20T07:00', { name: 'Zumba' });
  const first = firstOnSchedule([...list, early], 3);
  expect(first.map(({ name }) => name)).toEqual(['Zumba', 'Aqua', 'Spin']);
});

test('the next is the first that has not begun and is not cancelled', () => {
  const list = [
    classAt('2026-11-21T19:30', { name: 'Running' }),
    classAt('2026-11-21T20:00', { name: 'Begins' }),
    classAt('2026-11-21T20:30', { name: 'Off', isCancelled: true }),
    classAt('2026-11-21T21:00', { name: 'Yoga', attendance: null }),
    classAt('2026-11-21T21:00', { name: 'Aqua', attendance: null }),
  ];
  const at = (hour: number) => Date.UTC(2026, 10, 21, hour);
  expect(nextOnSchedule(list, at(20)).map(({ name }) => name)).toEqual(['Aqua']);
  expect(nextOnSchedule(list, at(21))).toEqual([]);
});
