/** What somebody sees who may not see all. */

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { answerAtOnce } from '../../../gym/figures/answer-query.ts';
import { atOnce } from '../../../gym/figures/chunks.ts';
import { publishedTable, tableOf } from '../../../gym/figures/class-table.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { revenueReport } from '../../../gym/reports/revenue.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import {
  asPublished,
  ofTrainer,
  publishedCount,
  publishedSession,
  withoutMoney,
} from '../../../gym/sessions/partial-view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';
import { normal } from '../figures/sessions.fixture.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));

it('a gym without money knows no amount, and judges nothing by one', () => {
  const { totals, most_profitable: profitable, dead } = revenueReport(withoutMoney(VIEW));
  expect(totals).toMatchObject({ revenue: null, cost: null, profit: null });
  expect(profitable).toEqual([]);
  for (const { verdict_reasons: reasons } of dead) expect(reasons).not.toContain('loses_money');
});

/** A Friday. */
const FRIDAY = '2026-11-20';
const week = gymView({
  sessions: [
    classAt('2026-11-19T18:30', { id: 'thu', name: 'Yoga', trainer: BEN }),
    classAt(`${FRIDAY}T07:00`, { id: 'early' }),
    classAt(`${FRIDAY}T16:59`, { id: 'nobody', trainer: null }),
    classAt(`${FRIDAY}T17:00`, { id: 'evening', trainer: BEN }),
  ],
});
const idsOf = (trainerId: string) => ofTrainer(week, trainerId).sessions.map(({ id }) => id);

it('a view of one trainer has their classes, and every report takes it', () => {
  expect(idsOf(BEN.id)).toEqual(['thu', 'evening']);
  expect(idsOf('someone-else')).toEqual([]);
  const own = ofTrainer(week, BEN.id);
  expect(summaryReport(own, { date: FRIDAY }).total_classes).toBe(1);
  expect(trainerReport(own, ANNA.id, 'week')).toMatchObject({ trainer: ANNA, classes_taught: 0 });
  expect(performanceReport(own, 8).total_classes).toBe(2);
  expect(ofTrainer(week, BEN.id)).toBe(own);
  for (let n = 2; n <= 8; n += 1) idsOf(`trainer-${n}`);
  expect(ofTrainer(week, BEN.id)).not.toBe(own);
});

/** One or two people, where figures leave the program: the rule, and that nothing computed from it gives them away. */

const HIDES = { hidesSmallCounts: true } as const;
const people = fc.option(fc.nat({ max: 30 }));

test.each([
  { people: 0, places: 20, shown: 0 },
  { people: 1, places: 20, shown: 3 },
  { people: 2, places: null, shown: 3 },
  { people: 3, places: 3, shown: 3 },
  { people: 17, places: 20, shown: 17 },
  { people: null, places: 20, shown: null },
  { people: 0, places: 2, shown: null },
])('a published count of $people in $places places is $shown', ({ people, places, shown }) => {
  expect(publishedCount(people, places)).toBe(shown);
});

it('a published class is not given away by what it earned', () => {
  const earned = { revenueMilli: 9_500, booked: 12 };
  const few = publishedSession(classSession({ ...earned, attendance: counted(1) }));
  const many = publishedSession(classSession({ ...earned, attendance: counted(9) }));
  expect([few.revenueMilli, many.revenueMilli]).toEqual([null, 9_500]);
});

it('a published class has no number of one or two people, and its range holds its count', () => {
  fc.assert(
    fc.property(people, people, people, fc.nat({ max: 30 }), (booked, checkedIn, late, came) => {
      const session = publishedSession(
        classSession({ booked, checkedIn, lateCancels: late, attendance: counted(came) }),
      );
      const { attended, low, high } = session.attendance ?? counted(0);
      const numbers = [session.booked, session.checkedIn, session.lateCancels];
      for (const number of [...numbers, attended, low, high]) expect([1, 2]).not.toContain(number);
      expect(low).toBeLessThanOrEqual(attended ?? -1);
      expect(high).toBeGreaterThanOrEqual(attended ?? -1);
    }),
  );
});

it('a published gym is the gym itself where all counts are shown', () => {
  const view = gymView({ sessions: [classSession({ attendance: counted(1) })] });
  expect(asPublished(view)).toBe(view);
  const table = tableOf(view);
  expect(atOnce(publishedTable(table))).toBe(table);
});

it('a published gym answers queries alike from its classes and from the table of the history', () => {
  const classes = fc.array(
    fc.record({
      capacity: fc.option(fc.integer({ min: 1, max: 20 })),
      booked: people,
      checkedIn: people,
      revenueMilli: fc.option(fc.nat({ max: 90_000 })),
      attendance: fc.option(fc.nat({ max: 20 }).map((came) => counted(came))),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(classes, (facts) => {
      const sessions = facts.map((fact, at) =>
        classSession({ ...fact, startsUtcMs: Date.UTC(2026, 10, 1 + at, 18) }),
      );
      const view = gymView({ gym: HIDES, sessions });
      const query = normal(view, {
        measures: ['attended', 'fill_rate', 'booked', 'no_shows', 'revenue'],
        by: ['session', 'quality'],
        from: '2026-11-01',
        to: '2026-11-30',
      });
      const ask = (table: ReturnType<typeof tableOf>) => answerAtOnce(view, table, query);
      const fromTable = ask(atOnce(publishedTable(tableOf(view))));
      expect(fromTable).toEqual(ask(tableOf(asPublished(view))));
      for (const number of fromTable.rows.flatMap(({ attended, booked }) => [attended, booked]))
        expect([1, 2]).not.toContain(number);
    }),
  );
});
