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
