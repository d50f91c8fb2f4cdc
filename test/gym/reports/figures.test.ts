import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../../gym/reports/figures.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { counted } from '../../support/classes.ts';
import { checkedIn, classAt } from '../../support/timetable.ts';

const NOW = Date.UTC(2026, 10, 21, 20);
const at = (people: number | null, said: Partial<ClassSession> = {}) =>
  classAt('2026-11-20T10:00', { people, ...said });

describe('figures over classes', () => {
  test('are ratios of sums, not means of ratios', () => {
    const figures = figuresOf([at(10, { capacity: 10 }), at(10, { capacity: 40 })], NOW);
    expect(figures).toMatchObject({
      fillRate: 0.4,
      ratedClasses: 2,
      capacity: 50,
      attended: 20,
      averageAttendance: 10,
    });
  });

  test('leave out of each rate the classes of which a part is unknown', () => {
    const figures = figuresOf(
      [at(10, { booked: 20 }), at(30, { capacity: null }), at(null, { booked: 5 })],
      NOW,
    );
    expect(figures).toMatchObject({
      heldClasses: 3,
      gradedClasses: 2,
      attended: 40,
      ratedClasses: 1,
      capacity: 20,
      fillRate: 0.5,
      bookedClasses: 2,
      booked: 25,
      noShowClasses: 1,
      noShows: 10,
      noShowRate: 0.5,
    });
  });

  test('are null where nothing is known', () => {
    expect(figuresOf([], NOW)).toEqual({
      heldClasses: 0,
      attendanceBasis: null,
      gradedClasses: 0,
      attended: null,
      averageAttendance: null,
      ratedClasses: 0,
      capacity: null,
      fillRate: null,
      bookedClasses: 0,
      booked: null,
      noShowsBasis: null,
      noShowClasses: 0,
      noShows: null,
      noShowRate: null,
      walkIns: null,
    });
  });

  test('have no no-show rate where nothing was booked', () => {
    expect(figuresOf([at(3, { booked: 0 })], NOW)).toMatchObject({
      noShows: 0,
      noShowRate: null,
      walkIns: 3,
    });
  });

  test('count a person who was there apart from one who checked in', () => {
    const imported = at(null, { attendance: checkedIn(20) });
    const corrected = at(null, { attendance: counted(4, { source: 'manual' }) });
    expect(figuresOf([imported, imported], NOW)).toMatchObject({
      attendanceBasis: 'checked_in',
      fillRate: 1,
    });
    expect(figuresOf([imported, at(6), corrected], NOW)).toMatchObject({
      attendanceBasis: 'present',
      gradedClasses: 2,
      attended: 10,
      fillRate: 0.25,
    });
  });

  test('take no-shows on the basis that more classes have, and one only', () => {
    const roster = at(10, { booked: 12, checkedIn: 9 });
    const net = at(10, { booked: 14 });
    expect(figuresOf([roster, net, net], NOW)).toMatchObject({
      noShowsBasis: 'net',
      noShowClasses: 3,
      noShows: 2 + 4 + 4,
    });
    expect(figuresOf([roster, at(null, { booked: 14 })], NOW)).toMatchObject({
      noShowsBasis: 'roster',
      noShowClasses: 1,
      noShows: 3,
      noShowRate: 0.25,
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
              (attendance?.source === 'import') === (figures.attendanceBasis === 'checked_in'),
          )
          .flatMap(({ attendance, capacity }) =>
            attendance?.attended == null || capacity === null
              ? []
              : [attendance.attended / capacity],
          );
        expect(figures.fillRate === null).toBe(figures.ratedClasses === 0);
        expect(fills.length).toBe(figures.ratedClasses);
        if (figures.fillRate === null) return;
        expect(figures.fillRate).toBeGreaterThanOrEqual(Math.min(...fills) - 1e-12);
        expect(figures.fillRate).toBeLessThanOrEqual(Math.max(...fills) + 1e-12);
      }),
    );
  });

  test('the no-show rate is a share', () => {
    fc.assert(
      fc.property(sessions, (classes) => {
        const { noShowRate, noShows, noShowClasses } = figuresOf(classes, NOW);
        expect(noShows === null).toBe(noShowClasses === 0);
        if (noShowRate === null) return;
        expect(noShowRate).toBeGreaterThanOrEqual(0);
        expect(noShowRate).toBeLessThanOrEqual(1);
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
        if (after.attendanceBasis === before.attendanceBasis) {
          expect(after.fillRate).toBe(before.fillRate);
        } else {
          expect(after.fillRate).toBe(null);
        }
      }),
    );
  });
});
