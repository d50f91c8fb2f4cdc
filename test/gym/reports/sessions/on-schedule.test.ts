import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bySchedule,
  firstOnSchedule,
  lastOnSchedule,
  nextOnSchedule,
} from '../../../../gym/reports/sessions/on-schedule.ts';
import { classAt } from '../../../support/timetable.ts';

const sessions = fc.array(
  fc
    .tuple(fc.integer({ min: 10, max: 14 }), fc.constantFrom('Aqua', 'Spin', 'Yoga'))
    .map(([hour, name]) => classAt(`2026-11-20T${hour}:00`, { name })),
  { maxLength: 20 },
);

test('the first and the last are those of the whole list in order, whatever order it came in', () => {
  fc.assert(
    fc.property(sessions, fc.integer({ min: 1, max: 25 }), fc.boolean(), (list, most, isSorted) => {
      const given = isSorted ? list.toSorted((a, b) => a.startsUtcMs - b.startsUtcMs) : list;
      const whole = given.toSorted(bySchedule);
      expect(firstOnSchedule(given, most)).toEqual(whole.slice(0, most));
      expect(lastOnSchedule(given, most)).toEqual(whole.slice(-most));
    }),
  );
});

test('of classes that start together the list is cut by name', () => {
  const [yoga, aqua, spin] = ['Yoga', 'Aqua', 'Spin'].map((name) =>
    classAt('2026-11-20T18:30', { name }),
  );
  expect(firstOnSchedule([yoga!, aqua!, spin!], 2)).toEqual([aqua, spin]);
  expect(lastOnSchedule([yoga!, aqua!, spin!], 2)).toEqual([spin, yoga]);
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
