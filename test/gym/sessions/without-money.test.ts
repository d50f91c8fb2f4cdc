import { expect, it } from 'vitest';
import { revenueReport } from '../../../gym/reports/revenue.ts';
import { withoutMoney } from '../../../gym/sessions/without-money.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));

it('a gym without money knows no amount, and judges nothing by one', () => {
  const { totals, mostProfitable, dead } = revenueReport(withoutMoney(VIEW));
  expect(totals).toMatchObject({ revenueMilli: null, costMilli: null, profitMilli: null });
  expect(mostProfitable).toEqual([]);
  for (const { verdictReasons } of dead) expect(verdictReasons).not.toContain('loses_money');
});

it('is the same object for the same view, and keeps everything else', () => {
  expect(withoutMoney(VIEW)).toBe(withoutMoney(VIEW));
  expect(withoutMoney(VIEW)).toMatchObject({ nowUtcMs: VIEW.nowUtcMs, rooms: VIEW.rooms });
  expect(withoutMoney({ ...VIEW }).sessions).toBe(withoutMoney(VIEW).sessions);
});
