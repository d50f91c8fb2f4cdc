import { describe, expect, test } from 'vitest';
import { amountsFinder, costsOf } from '../../../../gym/reports/money/economics.ts';
import { reportGym } from '../../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../../support/timetable.ts';

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

  test('follow a trainer who is renamed and keeps the id', () => {
    const named = (name: string) => classAt(AT, { name: 'Barre', trainer: { id: 'anna-k', name } });
    expect(find(named('Anna K')).flatPayMilli).toBe(30_000);
    expect(find(named('Anna Kovács')).flatPayMilli).toBe(38_000);
    expect(find(named('Anna K')).flatPayMilli).toBe(30_000);
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

test('a cost that is left out counts as nothing once one is given', () => {
  expect(costsOf(UNKNOWN)).toBe(null);
  expect(costsOf({ ...UNKNOWN, flatPayMilli: 0 })).toEqual({ fixedMilli: 0, perVisitMilli: 0 });
});
