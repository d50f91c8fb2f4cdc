/** Views of some classes only. */

import { describe, expect, test } from 'vitest';
import { narrowView, type SessionFilter } from '../../../gym/reports/narrow.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';

/** A Friday. */
const FRIDAY = '2026-11-20';
const view = gymView({
  sessions: [
    classAt('2026-11-17T00:30', { id: 'night', name: 'Swim', roomName: 'Pool' }),
    classAt('2026-11-19T18:30', { id: 'thu', name: 'Café Yoga', trainer: BEN }),
    classAt(`${FRIDAY}T07:00`, { id: 'early', name: 'Spin' }),
    classAt(`${FRIDAY}T16:59`, { id: 'afternoon', name: 'SPIN', trainer: null }),
    classAt(`${FRIDAY}T17:00`, { id: 'evening', name: 'Spin', trainer: BEN, roomName: null }),
    classAt(`${FRIDAY}T23:30`, { id: 'late', name: 'Café Yoga' }),
  ],
});
const idsOf = (filter: SessionFilter) => narrowView(view, filter).sessions.map(({ id }) => id);

describe('a view of some classes', () => {
  test.each<[SessionFilter, string[]]>([
    [{ className: 'spin' }, ['early', 'afternoon', 'evening']],
    [{ className: '  cafe YOGA ' }, ['thu', 'late']],
    [{ className: 'spi' }, []],
    [{ weekday: 5 }, ['early', 'afternoon', 'evening', 'late']],
    [{ weekday: 2 }, ['night']],
    [{ roomName: 'POOL' }, ['night']],
    [{ trainerId: BEN.id }, ['thu', 'evening']],
    [{ fromHour: 17, toHour: 24 }, ['thu', 'evening', 'late']],
    [{ fromHour: 5, toHour: 17 }, ['early', 'afternoon']],
    [{ fromHour: 22, toHour: 5 }, ['night', 'late']],
    [{ fromHour: 18 }, ['thu', 'late']],
    [{ toHour: 7 }, ['night']],
    [{ className: 'spin', weekday: 5, fromHour: 17, trainerId: BEN.id }, ['evening']],
    [{ className: 'spin', trainerId: 'nobody' }, []],
  ])('%j', (filter, ids) => {
    expect(idsOf(filter)).toEqual(ids);
  });

  test('is the whole where nothing is named', () => {
    expect(narrowView(view, {})).toBe(view);
    expect(narrowView(view, { className: undefined })).toBe(view);
  });

  test('is what every other report takes', () => {
    const evenings = narrowView(view, { weekday: 5, fromHour: 17 });
    expect(summaryReport(evenings, { date: FRIDAY }).totalClasses).toBe(2);
    expect(trainerReport(evenings, ANNA.id, 'week')).toMatchObject({
      trainer: ANNA,
      classesTaught: 1,
    });
    expect(performanceReport(evenings, 8).totalClasses).toBe(2);
  });

  test('goes by the wall on both sides of a change of the clock', () => {
    const both = gymView({
      nowUtcMs: Date.UTC(2026, 10, 1),
      sessions: [
        classAt('2026-03-27T18:00', { id: 'winter' }),
        classAt('2026-04-03T18:00', { id: 'summer' }),
        classAt('2026-10-23T18:00', { id: 'still summer' }),
        classAt('2026-10-30T18:00', { id: 'winter again' }),
      ],
    });
    expect(narrowView(both, { weekday: 5, fromHour: 18, toHour: 19 }).sessions).toHaveLength(4);
    expect(narrowView(both, { fromHour: 17, toHour: 18 }).sessions).toEqual([]);
  });
});

describe('a view that was narrowed before', () => {
  test('is the same object, whatever the order of the words', () => {
    const one = narrowView(view, { weekday: 5, className: 'Spin' });
    expect(narrowView(view, { className: 'Spin', weekday: 5 })).toBe(one);
    expect(narrowView(view, { className: 'Spin', weekday: 4 })).not.toBe(one);
  });

  test('has the same list of classes a second later, and so keeps their figures', () => {
    const later = { ...view, nowUtcMs: view.nowUtcMs + 1_000, rooms: [] };
    const [one, other] = [view, later].map((some) => narrowView(some, { weekday: 5 }));
    expect(other?.sessions).toBe(one?.sessions);
    expect(other).toMatchObject({ nowUtcMs: later.nowUtcMs, rooms: [] });
  });

  test('is forgotten after eight others', () => {
    const one = narrowView(view, { fromHour: 1 });
    for (let hour = 2; hour <= 9; hour += 1) narrowView(view, { fromHour: hour });
    expect(narrowView(view, { fromHour: 1 })).not.toBe(one);
    expect(narrowView(view, { fromHour: 9 })).toBe(narrowView(view, { fromHour: 9 }));
  });
});
