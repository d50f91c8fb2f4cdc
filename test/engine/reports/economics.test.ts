import { describe, expect, test } from 'vitest';
import { amountsFinder, costsOf, moneyOf } from '../../../engine/reports/economics.ts';
import { reportGym } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';

const { economics: NOTHING } = reportGym();
const UNKNOWN = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
};
const AT = '2026-11-20T10:00';

describe('amounts of a class', () => {
  const find = amountsFinder({
    ...NOTHING,
    revenuePerVisitMilli: 9_500,
    flatPayMilli: 30_000,
    roomCostMilli: 12_000,
    classes: [
      { ...UNKNOWN, name: 'REFORMER  pilates', revenuePerVisitMilli: 18_000, flatPayMilli: 40_000 },
      { ...UNKNOWN, name: 'Reformer Pilates', revenuePerVisitMilli: 1 },
    ],
    trainers: [
      { name: 'anna kovacs', flatPayMilli: 38_000, perHeadPayMilli: null },
      { name: 'ben-okafor', flatPayMilli: null, perHeadPayMilli: 1_000 },
    ],
  });

  test('are those of its trainer, else of its class, else the general ones', () => {
    expect(find(classAt(AT, { name: 'Reformer Pilates', trainer: ANNA }))).toEqual({
      revenuePerVisitMilli: 18_000,
      flatPayMilli: 38_000,
      perHeadPayMilli: null,
      roomCostMilli: 12_000,
      variableCostMilli: null,
    });
    expect(find(classAt(AT, { name: 'Reformer Pilates', trainer: BEN }))).toMatchObject({
      flatPayMilli: 40_000,
      perHeadPayMilli: 1_000,
    });
    expect(find(classAt(AT, { name: 'Spin', trainer: null }))).toMatchObject({
      revenuePerVisitMilli: 9_500,
      flatPayMilli: 30_000,
      perHeadPayMilli: null,
    });
  });
});

describe('the money of a class', () => {
  const session = classAt(AT, { people: 10 });

  test('is worked out from the people in it', () => {
    const amounts = {
      revenuePerVisitMilli: 9_500,
      flatPayMilli: 30_000,
      perHeadPayMilli: 500,
      roomCostMilli: 12_000,
      variableCostMilli: 800,
    };
    expect(moneyOf(session, amounts)).toEqual({
      revenueMilli: 95_000,
      costMilli: 55_000,
      profitMilli: 40_000,
    });
  });

  test('takes revenue that was imported before any price', () => {
    const imported = { ...session, revenueMilli: 0 };
    expect(moneyOf(imported, { ...UNKNOWN, revenuePerVisitMilli: 9_500 })).toEqual({
      revenueMilli: 0,
      costMilli: null,
      profitMilli: null,
    });
  });

  test('is unknown where nothing is given', () => {
    expect(moneyOf(session, UNKNOWN)).toEqual({
      revenueMilli: null,
      costMilli: null,
      profitMilli: null,
    });
  });

  test('counts what is left out as nothing once one cost is given', () => {
    expect(costsOf(UNKNOWN)).toBe(null);
    expect(costsOf({ ...UNKNOWN, flatPayMilli: 0 })).toEqual({ fixedMilli: 0, perVisitMilli: 0 });
    expect(moneyOf(session, { ...UNKNOWN, flatPayMilli: 30_000 }).costMilli).toBe(30_000);
    expect(moneyOf(session, { ...UNKNOWN, variableCostMilli: 800 }).costMilli).toBe(8_000);
  });

  test('needs a count only for what depends on it', () => {
    const uncounted = classAt(AT, { people: null });
    expect(moneyOf(uncounted, { ...UNKNOWN, flatPayMilli: 30_000, perHeadPayMilli: 0 })).toEqual({
      revenueMilli: null,
      costMilli: 30_000,
      profitMilli: null,
    });
    expect(moneyOf(uncounted, { ...UNKNOWN, perHeadPayMilli: 500 }).costMilli).toBe(null);
    expect(
      moneyOf({ ...uncounted, revenueMilli: 50_000 }, { ...UNKNOWN, flatPayMilli: 30_000 }),
    ).toMatchObject({ profitMilli: 20_000 });
  });
});
