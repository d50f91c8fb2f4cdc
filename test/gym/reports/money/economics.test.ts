import { describe, expect, test } from 'vitest';
import type { AmountsConfig } from '../../../../config/config.ts';
import { pricesFinder } from '../../../../gym/reports/money/economics.ts';
import { reportGym } from '../../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../../support/timetable.ts';

const { economics: NOTHING } = reportGym();
const UNKNOWN: AmountsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
};
const AT = '2026-11-20T10:00';
const FLAT = { perVisitMilli: 0, perHeadPayMilli: 0 };

describe('prices of a class', () => {
  const find = pricesFinder({
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
      priceMilli: 18_000,
      costs: { ...FLAT, fixedMilli: 50_000, flatPayMilli: 38_000 },
    });
    expect(find(classAt(AT, { name: 'Reformer Pilates', trainer: BEN }))).toEqual({
      priceMilli: 18_000,
      costs: {
        fixedMilli: 52_000,
        perVisitMilli: 1_000,
        flatPayMilli: 40_000,
        perHeadPayMilli: 1_000,
      },
    });
    expect(find(classAt(AT, { name: 'Spin', trainer: null }))).toEqual({
      priceMilli: 9_500,
      costs: { ...FLAT, fixedMilli: 42_000, flatPayMilli: 30_000 },
    });
  });

  test('follow a trainer who is renamed and keeps the id', () => {
    const named = (name: string) => classAt(AT, { name: 'Barre', trainer: { id: 'anna-k', name } });
    expect(find(named('Anna K')).costs?.fixedMilli).toBe(42_000);
    expect(find(named('Anna Kovács')).costs?.fixedMilli).toBe(50_000);
    expect(find(named('Anna K')).costs?.fixedMilli).toBe(42_000);
  });
});

test('a cost that is left out counts as nothing once one is given', () => {
  const costsOf = (amounts: Partial<typeof UNKNOWN>) =>
    pricesFinder({ ...NOTHING, ...amounts })(classAt(AT)).costs;
  expect(costsOf({})).toBe(null);
  const free = { fixedMilli: 0, perVisitMilli: 0, flatPayMilli: 0, perHeadPayMilli: 0 };
  expect(costsOf({ flatPayMilli: 0 })).toEqual(free);
  expect(costsOf({ roomCostMilli: 0 })).toEqual(free);
  expect(costsOf({ perHeadPayMilli: 700 })).toEqual({
    ...free,
    perVisitMilli: 700,
    perHeadPayMilli: 700,
  });
  expect(costsOf({ perHeadPayMilli: 700, variableCostMilli: 50 })).toEqual({
    ...free,
    perVisitMilli: 750,
    perHeadPayMilli: 700,
  });
});
