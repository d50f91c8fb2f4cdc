import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AmountsConfig } from '../../../config/config.ts';
import { ClassTable } from '../../../gym/figures/class-table.ts';
import { type Sums, sumsOf } from '../../../gym/figures/sums.ts';
import { figuresOf as figuresOfSums, heldOf } from '../../../gym/reports/figures/figures.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { counted } from '../../support/classes.ts';
import { reportGym } from '../../support/gym-view.ts';
import { checkedIn, classAt } from '../../support/timetable.ts';

const NOW = Date.UTC(2026, 10, 21, 20);
const GYM = reportGym();
const UNKNOWN: AmountsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
};

function factsOf(sessions: readonly ClassSession[], amounts: Partial<AmountsConfig> = {}) {
  const table = new ClassTable({ ...GYM, economics: { ...GYM.economics, ...UNKNOWN, ...amounts } });
  for (const session of sessions) table.add(session);
  return table.classes;
}

/** Of those that took place. */
function figuresOf(sessions: readonly ClassSession[], nowUtcMs: number) {
  return figuresOfSums(sumsOf(heldOf(factsOf(sessions), nowUtcMs), { nowUtcMs }));
}

function moneyOf(sessions: readonly ClassSession[], amounts: Partial<AmountsConfig>): Sums {
  return sumsOf(factsOf(sessions, amounts), { nowUtcMs: NOW });
}

const at = (people: number | null, said: Partial<ClassSession> = {}) =>
  classAt('2026-11-20T10:00', { people, ...said });

describe('figures over classes', () => {
  test('are ratios of sums, not means of ratios', () => {
    const figures = figuresOf([at(10, { capacity: 10 }), at(10, { capacity: 40 })], NOW);
    expect(figures).toMatchObject({
      fill_rate: 0.4,
      rated_classes: 2,
      capacity: 50,
      attended: 20,
      average_attendance: 10,
    });
  });

  test('leave out of each rate the classes of which a part is unknown', () => {
    const figures = figuresOf(
      [at(10, { booked: 20 }), at(30, { capacity: null }), at(null, { booked: 5 })],
      NOW,
    );
    expect(figures).toMatchObject({
      completed_classes: 3,
      graded_classes: 2,
      attended: 40,
      rated_classes: 1,
      capacity: 20,
      fill_rate: 0.5,
      booked_classes: 2,
      booked: 25,
      no_show_classes: 1,
      no_shows: 10,
      no_show_rate: 0.5,
    });
  });

  test('are null where nothing is known', () => {
    expect(figuresOf([], NOW)).toEqual({
      completed_classes: 0,
      attendance_basis: null,
      graded_classes: 0,
      attended: null,
      average_attendance: null,
      rated_classes: 0,
      capacity: null,
      fill_rate: null,
      booked_classes: 0,
      booked: null,
      no_shows_basis: null,
      no_show_classes: 0,
      no_shows: null,
      no_show_rate: null,
      walk_ins: null,
    });
  });

  test('have no no-show rate where nothing was booked', () => {
    expect(figuresOf([at(3, { booked: 0 })], NOW)).toMatchObject({
      no_shows: 0,
      no_show_rate: null,
      walk_ins: 3,
    });
  });

  test('count a person who was there apart from one who checked in', () => {
    const imported = at(null, { attendance: checkedIn(20) });
    const corrected = at(null, { attendance: counted(4, { source: 'manual' }) });
    expect(figuresOf([imported, imported], NOW)).toMatchObject({
      attendance_basis: 'checked_in',
      fill_rate: 1,
    });
    expect(figuresOf([imported, at(6), corrected], NOW)).toMatchObject({
      attendance_basis: 'present',
      graded_classes: 2,
      attended: 10,
      fill_rate: 0.25,
    });
  });

  test('take no-shows on the basis that more classes have, and one only', () => {
    const roster = at(10, { booked: 12, checkedIn: 9 });
    const net = at(10, { booked: 14 });
    expect(figuresOf([roster, net, net], NOW)).toMatchObject({
      no_shows_basis: 'net',
      no_show_classes: 3,
      no_shows: 2 + 4 + 4,
    });
    expect(figuresOf([roster, at(null, { booked: 14 })], NOW)).toMatchObject({
      no_shows_basis: 'roster',
      no_show_classes: 1,
      no_shows: 3,
      no_show_rate: 0.25,
    });
  });
});

describe('the money of classes', () => {
  const PRICED = { revenuePerVisitMilli: 10_000, flatPayMilli: 120_000 };

  test('is of all that took place; visits, empty places and losses of those counted one way', () => {
    const sums = moneyOf(
      [
        at(15, { waitlisted: 2 }),
        at(10, { waitlisted: 0 }),
        at(25, { capacity: null, waitlisted: null }),
        at(null, { attendance: checkedIn(14), waitlisted: null }),
        at(null, { waitlisted: null }),
        at(20, { isCancelled: true, waitlisted: 5 }),
      ],
      PRICED,
    );
    expect(sums).toMatchObject({
      ...{ revenueN: 4, revenue: 640_000, costN: 5, cost: 600_000, profitN: 4, profit: 160_000 },
      ...{ waitlists: 2, queued: 1, pricedN: 5 },
    });
    expect(sums.counted).toMatchObject({
      ...{ earned: 500_000, visits: 50, emptySeats: 5 + 10, rated: 2, profits: 3, losses: 1 },
    });
  });

  const profitOf = (session: ClassSession, amounts: Partial<AmountsConfig>) => {
    const { profit, profitN } = moneyOf([session], amounts);
    return profitN === 0 ? null : profit;
  };

  test('is a profit of revenue less cost, and unknown where either is', () => {
    const imported = at(null, { revenueMilli: 150_000 });
    expect(profitOf(at(15), PRICED)).toBe(30_000);
    expect(profitOf(imported, PRICED)).toBe(30_000);
    expect(profitOf(at(15), { revenuePerVisitMilli: 10_000 })).toBe(null);
    expect(profitOf(at(15, { revenueMilli: 0 }), {})).toBe(null);
    expect(profitOf(at(15), { flatPayMilli: 120_000 })).toBe(null);
  });

  test.each<[Partial<AmountsConfig>, number | null, number | null, number | null]>([
    [{ revenuePerVisitMilli: 9_500 }, 10, 95_000, null],
    [{ revenuePerVisitMilli: 9_500 }, null, null, null],
    [{ flatPayMilli: 30_000, perHeadPayMilli: 500, roomCostMilli: 12_000 }, 10, null, 47_000],
    [{ variableCostMilli: 800 }, 10, null, 8_000],
    [{ flatPayMilli: 30_000, perHeadPayMilli: 0 }, null, null, 30_000],
    [{ perHeadPayMilli: 500 }, null, null, null],
  ])('of %j and %s people is revenue %s and cost %s', (amounts, people, revenue, cost) => {
    const sums = moneyOf([at(people)], amounts);
    expect(sums.revenueN === 0 ? null : sums.revenue).toBe(revenue);
    expect(sums.costN === 0 ? null : sums.cost).toBe(cost);
  });

  test('takes revenue that was imported before any price', () => {
    expect(moneyOf([at(10, { revenueMilli: 0 })], PRICED)).toMatchObject({
      revenueN: 1,
      revenue: 0,
    });
  });
});

describe('whatever the classes are', () => {
  const unknownOr = (most: number) => fc.option(fc.integer({ min: 0, max: most }), { nil: null });
  const session = fc
    .record({
      people: unknownOr(60),
      capacity: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
      booked: unknownOr(40),
      checkedIn: unknownOr(40),
      isImport: fc.boolean(),
    })
    .map(({ people, isImport, ...said }) =>
      at(people, isImport && people !== null ? { ...said, attendance: checkedIn(people) } : said),
    );
  const sessions = fc.array(session, { maxLength: 12 });

  test('the fill lies between the emptiest and the fullest, and is null exactly where its n is 0', () => {
    fc.assert(
      fc.property(sessions, (classes) => {
        const figures = figuresOf(classes, NOW);
        const fills = classes
          .filter(
            ({ attendance }) =>
              (attendance?.source === 'import') === (figures.attendance_basis === 'checked_in'),
          )
          .flatMap(({ attendance, capacity }) =>
            attendance?.attended == null || capacity === null
              ? []
              : [attendance.attended / capacity],
          );
        expect(figures.fill_rate === null).toBe(figures.rated_classes === 0);
        expect(fills.length).toBe(figures.rated_classes);
        if (figures.fill_rate === null) return;
        expect(figures.fill_rate).toBeGreaterThanOrEqual(Math.min(...fills) - 1e-12);
        expect(figures.fill_rate).toBeLessThanOrEqual(Math.max(...fills) + 1e-12);
      }),
    );
  });

  test('the no-show rate is a share', () => {
    fc.assert(
      fc.property(sessions, (classes) => {
        const { no_show_rate, no_shows, no_show_classes } = figuresOf(classes, NOW);
        expect(no_shows === null).toBe(no_show_classes === 0);
        if (no_show_rate === null) return;
        expect(no_show_rate).toBeGreaterThanOrEqual(0);
        expect(no_show_rate).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('their order changes nothing', () => {
    const shuffled = sessions.chain((classes) =>
      fc.tuple(
        fc.constant(classes),
        fc.shuffledSubarray(classes, { minLength: classes.length, maxLength: classes.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([classes, others]) => {
        expect(figuresOf(others, NOW)).toEqual(figuresOf(classes, NOW));
      }),
    );
  });

  test('cancelled, running and future classes change nothing', () => {
    const idle = fc.constantFrom(
      classAt('2026-11-20T10:00', { isCancelled: true, people: 0, booked: 9 }),
      classAt('2026-11-21T19:45', { people: 1, booked: 9 }),
      classAt('2026-11-22T10:00', { people: 1, booked: 9 }),
    );
    fc.assert(
      fc.property(sessions, fc.array(idle, { maxLength: 3 }), (classes, others) => {
        expect(figuresOf([...others, ...classes], NOW)).toEqual(figuresOf(classes, NOW));
      }),
    );
  });

  test('a class without a count or a capacity leaves the fill as it is', () => {
    fc.assert(
      fc.property(sessions, fc.boolean(), (classes, hasCount) => {
        const extra = hasCount ? at(7, { capacity: null }) : at(null);
        const before = figuresOf(classes, NOW);
        const after = figuresOf([...classes, extra], NOW);
        // A count where there were only check-ins changes the basis: nothing else can change the fill.
        if (after.attendance_basis === before.attendance_basis) {
          expect(after.fill_rate).toBe(before.fill_rate);
        } else {
          expect(after.fill_rate).toBe(null);
        }
      }),
    );
  });
});
