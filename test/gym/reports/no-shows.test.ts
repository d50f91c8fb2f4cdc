/** Who booked and did not come. */

import { expect, test } from 'vitest';
import { noShowsReport } from '../../../gym/reports/no-shows.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';

const RANGE = { from: '2026-11-15', to: '2026-11-21' };

test('no-shows are told of the range, of the classes and of the trainers that have most', () => {
  const report = noShowsReport(
    gymView({
      sessions: [
        classAt('2026-11-16T18:00', { name: 'Spin', people: 10, booked: 14 }),
        classAt('2026-11-17T18:00', { name: 'Yoga', people: 10, booked: 12, trainer: BEN }),
        classAt('2026-11-18T18:00', { name: 'Aqua', people: 20, booked: 24, trainer: BEN }),
        classAt('2026-11-18T19:00', { name: 'Barre', people: 20, booked: 15, trainer: BEN }),
        classAt('2026-11-19T19:00', { name: 'Unknown', people: 20, booked: null }),
        classAt('2026-11-20T19:00', { name: 'Off', booked: 9, isCancelled: true }),
      ],
    }),
    RANGE,
  );
  expect(report).toMatchObject({
    ...RANGE,
    heldClasses: 5,
    noShows: 10,
    noShowClasses: 4,
    noShowsBasis: 'net',
    noShowRate: 10 / 65,
    walkIns: 5,
  });
  expect(report.classes.map(({ name, noShows }) => [name, noShows])).toEqual([
    ['Spin', 4],
    ['Aqua', 4],
    ['Yoga', 2],
  ]);
  expect(report.trainers.map(({ trainer, noShows }) => [trainer, noShows])).toEqual([
    [BEN, 6],
    [ANNA, 4],
  ]);
});

test('the roster of one class and the count of another are not added up', () => {
  const report = noShowsReport(
    gymView({
      sessions: [
        classAt('2026-11-16T18:00', { name: 'Spin', people: null, booked: 14, checkedIn: 9 }),
        classAt('2026-11-17T18:00', { name: 'Yoga', people: 10, booked: 12 }),
      ],
    }),
    RANGE,
  );
  expect(report).toMatchObject({ noShowsBasis: 'roster', noShows: 5, noShowClasses: 1 });
  expect(report.classes).toMatchObject([
    { name: 'Spin', noShowsBasis: 'roster', noShows: 5, noShowOccurrences: 1 },
    { name: 'Yoga', noShowsBasis: 'net', noShows: 2, noShowOccurrences: 1 },
  ]);
});

test('where no bookings are known nothing is', () => {
  const report = noShowsReport(gymView({ sessions: [classAt('2026-11-16T18:00')] }), RANGE);
  expect(report).toMatchObject({ noShows: null, noShowRate: null, noShowClasses: 0, classes: [] });
});
