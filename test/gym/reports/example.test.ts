import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VERDICT_REASONS } from '../../../gym/figures/comparisons.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { type ClassRevenueBody, revenueReport } from '../../../gym/reports/revenue.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const DATES = ['2026-10-30', '2026-11-06', '2026-11-13', '2026-11-20'];
const PEOPLE = { Spin: [16, 18, 14, 16], Stretch: [4, 5, 3, 4] };

const sessions = Object.entries(PEOPLE).flatMap(([name, people]) =>
  people.map((count, n) => classAt(`${DATES[n]}T18:30`, { name, people: count })),
);
const costs = { flatPayMilli: 50_000, roomCostMilli: 37_000, variableCostMilli: 1_500 };
const economics = { ...reportGym().economics, revenuePerVisitMilli: 14_000, ...costs };
const view = gymView({ sessions, gym: { economics } });
const money = (amount: number | null) => (amount === null ? 'null' : amount.toFixed(2));

function lineOf(row: ClassRevenueBody): string {
  const ranked = performanceReport(view, 8).ranking.find(({ class_id: id }) => id === row.class_id);
  const cells = [
    row.name,
    ranked?.attended,
    row.fill_rate?.toFixed(2),
    money(row.revenue),
    money(row.cost),
    money(row.profit),
    money(row.profit_per_class),
    row.breakeven_attendance,
    money(row.empty_seat_value),
    `${row.verdict}: ${row.verdict_reasons.join(', ')}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const page = readFileSync('docs/reports.md', 'utf8');

test('the example of the manual is what the reports say', () => {
  const { most_profitable: profitable, dead } = revenueReport(view);
  const lines = [...profitable, ...dead].map(lineOf);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(page).toContain(line);
});

test('the manual names every reason of a verdict', () => {
  const missing = Object.keys(VERDICT_REASONS).filter((code) => !page.includes(`\`${code}\``));
  expect(missing).toEqual([]);
});
