import { describe, expect, test } from 'vitest';
import type { AmountsConfig } from '../../../config/config.ts';
import { ClassTable } from '../../../gym/figures/class-table.ts';
import { type Sums, sumsOf } from '../../../gym/figures/sums.ts';
import { valuesOf } from '../../../gym/reports/fields/field.ts';
import { FIGURES, pastOf } from '../../../gym/reports/figures/figures.ts';
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
  return valuesOf(FIGURES, { sums: sumsOf(pastOf(factsOf(sessions), nowUtcMs), { nowUtcMs }) });
}

function moneyOf(sessions: readonly ClassSession[], amounts: Partial<AmountsConfig>): Sums {
  return sumsOf(factsOf(sessions, amounts), { nowUtcMs: NOW });
}

const at = (people: number | null, said: Partial<ClassSession> = {}) =>
  classAt('2026-11-20T10:00', { people, ...said });

describe('figures over classes', () => {
  test('add every class that has an attendance: one correction takes no check-ins away', () => {
    const imported = at(null, { attendance: checkedIn(20) });
    const corrected = at(null, { attendance: counted(14, { source: 'manual' }) });
    const gym = Array.from({ length: 105 }, () => imported);
    expect(figuresOf(gym, NOW)).toMatchObject({ attendance_basis: 'checked_in', attended: 2_100 });
    expect(figuresOf([...gym.slice(1), corrected, at(6)], NOW)).toMatchObject({
      attendance_basis: 'mixed',
      attendance_sources: { manual: 1, camera: 1, import: 104 },
      graded_classes: 106,
      attended: 2_100,
    });
    expect(figuresOf([at(6), corrected], NOW).attendance_basis).toBe('present');
  });

  test('have the no-shows of each class: by its roster, else net of who came', () => {
    const roster = at(10, { booked: 12, checkedIn: 9 });
    const net = at(10, { booked: 14 });
    expect(figuresOf([roster, net, net, at(null, { booked: 14 })], NOW)).toMatchObject({
      no_shows_basis: 'mixed',
      no_show_classes: 3,
      no_shows: 3 + 4 + 4,
      no_show_rate: 11 / 40,
    });
    expect(figuresOf([roster], NOW)).toMatchObject({ no_shows_basis: 'roster', no_shows: 3 });
    expect(figuresOf([net], NOW)).toMatchObject({ no_shows_basis: 'net', no_shows: 4 });
  });
});

describe('the money of classes', () => {
  const PRICED = { revenuePerVisitMilli: 10_000, flatPayMilli: 120_000 };

  test('is of all that took place; visits, empty places and losses of those that were counted', () => {
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
      revenue: { n: 4, sum: 640_000 },
      cost: { n: 5, sum: 600_000 },
      profit: { n: 4, sum: 160_000 },
      earned: { sum: 640_000 },
      emptySeats: { n: 3, sum: 5 + 10 + 6 },
      ...{ visits: 64, profits: 4, losses: 1, waitlists: 2, queued: 1, pricedN: 5 },
    });
  });
});
