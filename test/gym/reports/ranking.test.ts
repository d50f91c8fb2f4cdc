/** Classes ranked by what was asked. */

import { describe, expect, test } from 'vitest';
import type { Order } from '../../../gym/reports/order.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { type RankingKey, rankingReport } from '../../../gym/reports/ranking.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const FRIDAYS = ['2026-10-16', '2026-10-23', '2026-11-06', '2026-11-13'];
const weekly = (name: string, people: (number | null)[], capacity: number, booked = 20) =>
  people.map((count, n) =>
    classAt(`${FRIDAYS[n]}T18:30`, { name, people: count, capacity, booked }),
  );

const view = gymView({
  sessions: [
    ...weekly('Growing', [4, 4, 8, 8], 20),
    ...weekly('Large', [20, 20, 20, 20], 50),
    ...weekly('Shrinking', [10, 10, 8, 8], 10),
    ...weekly('Uncounted', [null, null, null, null], 20),
  ],
});
const ranked = (by: RankingKey, order: Order, limit = 8) =>
  rankingReport(view, windowRange(view), { by, order, limit });

describe('a ranking', () => {
  test.each<[RankingKey, Order, string]>([
    ['fill_rate', 'highest', 'Shrinking, Large, Growing, Uncounted'],
    ['fill_rate', 'lowest', 'Growing, Large, Shrinking, Uncounted'],
    ['attended', 'highest', 'Large, Shrinking, Growing, Uncounted'],
    ['average_attendance', 'lowest', 'Growing, Shrinking, Large, Uncounted'],
    ['no_show_rate', 'highest', 'Growing, Shrinking, Large, Uncounted'],
    ['trend', 'highest', 'Growing, Large, Shrinking, Uncounted'],
    ['trend', 'lowest', 'Shrinking, Large, Growing, Uncounted'],
  ])('by %s, %s first, has what is unknown last', (by, order, names) => {
    const { ranking } = ranked(by, order);
    expect(ranking.map(({ name }) => name).join(', ')).toBe(names);
    expect(ranking.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  test('says of how many classes the figure is known, and is cut at the limit', () => {
    expect(ranked('trend', 'highest', 1)).toMatchObject({
      by: 'trend',
      order: 'highest',
      limit: 1,
      window: { from: '2026-10-11', to: '2026-11-21', days: 42 },
      totalClasses: 4,
      rankedClasses: 3,
      ranking: [{ name: 'Growing', trend: expect.closeTo(0.2, 12) }],
    });
    expect(ranked('trend', 'highest', 1).ranking).toHaveLength(1);
  });

  test('by the highest fill is that of the performance report', () => {
    const sandbox = sandboxView(Date.UTC(2026, 10, 18, 12));
    const wanted = { by: 'fill_rate', order: 'highest', limit: 100 } as const;
    const { ranking, totalClasses } = rankingReport(sandbox, windowRange(sandbox), wanted);
    const performance = performanceReport(sandbox, 100);
    expect(ranking).toEqual(performance.ranking);
    expect(totalClasses).toBe(performance.totalClasses);
  });
});
