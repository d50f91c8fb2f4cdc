import { expect, it } from 'vitest';
import { revenueText } from '../../../cli/report/texts.ts';
import { UNBOUND } from '../../../cli/terminal/table.ts';
import { revenueReport } from '../../../gym/reports/revenue.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const BODY = revenueReport(sandboxView(Date.UTC(2026, 10, 21, 12)));
const LAYOUT = { ...UNBOUND, hasLegend: false, isCounting: () => false };

it('says of a full class that loses money what would help', () => {
  const text = revenueText(BODY, LAYOUT);
  expect(text).toContain('\nNearly empty or losing money:\n');
  expect(text).toMatch(/\nStretch and Mobility .* Nearly empty\n/);
  expect(text).toMatch(/\nInduction Circuit .* Loses money\n/);
  expect(text).toContain('\nInduction Circuit (Mon 18:30): it breaks even at ');
  expect(text).not.toContain('\nStretch and Mobility (');
});

it('says how many are shown of more than a hundred', () => {
  const text = revenueText({ ...BODY, dead_count: 140 }, LAYOUT);
  expect(text).toContain(`Nearly empty or losing money, ${BODY.dead.length} of 140:`);
});
