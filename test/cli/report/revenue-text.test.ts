import { expect, it } from 'vitest';
import { revenueText } from '../../../cli/report/revenue-text.ts';
import { revenueReport } from '../../../gym/reports/money/revenue.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const BODY = revenueReport(sandboxView(Date.UTC(2026, 10, 21, 12)));
const LAYOUT = { width: Number.POSITIVE_INFINITY, hasLegend: false };

it('keeps a full class that loses money apart from the dead, with what would help', () => {
  const [dead = '', losing = ''] = revenueText(BODY, LAYOUT).split(' unprofitable, ');
  expect(dead).toMatch(/\n\d+ dead:\n/);
  expect(dead).not.toContain('Induction Circuit');
  expect(losing).toContain('Induction Circuit (Mon 18:30): it pays from ');
  expect(losing).toContain('a higher price, more places or lower pay would help');
});

it('says how many are shown of more than a hundred', () => {
  const text = revenueText({ ...BODY, dead_count: 140 }, LAYOUT);
  expect(text).toContain(`Of 140 dead or unprofitable ones, ${BODY.dead.length}:`);
});
