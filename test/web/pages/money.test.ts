import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { moneyData } from '../../../web/model/classes.ts';
import { moneyPage } from '../../../web/pages/money.tsx';

const SUNDAY = Date.UTC(2026, 10, 22, 18);

it.each([
  [6, false],
  [2, true],
])('a gym of %i weeks is told why no class is listed as losing money: %s', (weeks, isTold) => {
  const view = sandboxView(SUNDAY);
  const fromUtcMs = SUNDAY - weeks * 7 * 86_400_000;
  const sessions = view.sessions.filter(({ startsUtcMs }) => startsUtcMs >= fromUtcMs);
  const page = renderToString(moneyPage(moneyData({ ...view, sessions }), {} as never));
  expect(page.includes('No class with enough counted dates')).toBe(isTold);
});

it('adds up revenue, costs and profit over the same classes, and says how many', () => {
  const view = sandboxView(SUNDAY);
  const ended = view.sessions.filter(({ endsUtcMs }) => endsUtcMs < SUNDAY);
  const uncounted = { ...ended.at(-1)!, attendance: null, revenueMilli: 90_000 };
  const { revenue } = moneyData({ ...view, sessions: [...ended.slice(0, -1), uncounted] });
  const { profit, cost, revenue: earned, profit_occurrences: n, held } = revenue.headline;
  expect(revenue.totals.revenue_occurrences).toBe(n + 1);
  expect(earned! - cost!).toBeCloseTo(profit!, 2);
  const page = renderToString(moneyPage({ page: 'money', revenue }, {} as never));
  expect(page).toMatch(new RegExp(`from the ${n}.of ${held}.classes`));
});
