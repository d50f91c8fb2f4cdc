/** Money has the sums of the route; what is not configured is unknown and says so. */

import { describe, expect, it } from 'vitest';
import { revenueReport } from '../../../../gym/reports/money/revenue.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymView, reportGym } from '../../../support/gym-view.ts';
import { answered, sample, weeks } from './rows.fixture.ts';

const body = revenueReport(sample);
const ask = (focus: 'totals' | 'profitable' | 'unprofitable' | 'dead') =>
  answered({ report: 'revenue', focus, ...weeks });

describe('of the sample gym', () => {
  it('totals are those of the route', async () => {
    const found = await ask('totals');
    expect(found.numbers).toEqual({ ...body.totals, completed_classes: 429, currency: 'GBP' });
    expect(found.summary).toMatch(/^Revenue from .*: £[\d,.]+ \(428 of 429 classes\); cost £/);
  });

  it.each([
    ['profitable', body.most_profitable],
    ['dead', body.dead],
  ] as const)('%s are those of the route', async (focus, rows) => {
    const found = await ask(focus);
    expect(found.items.map(({ figures }) => figures)).toEqual(
      rows.map((row) => ({ ...row, currency: 'GBP' })),
    );
  });

  it('unprofitable are all that lose money, the greatest loss first', async () => {
    const found = await ask('unprofitable');
    const profits = found.items.map(({ figures }) => (figures as { profit: number }).profit);
    expect(profits.length).toBeGreaterThan(0);
    expect(Math.max(...profits)).toBeLessThan(0);
    expect(profits).toEqual([...profits].sort((a, b) => a - b));
    expect(found.items.map(({ name }) => name).join()).toContain('Induction Circuit');
  });

  it('of one class', async () => {
    const found = await answered({
      report: 'revenue',
      focus: 'totals',
      class: 'HIIT 45',
      ...weeks,
    });
    expect(found.summary).toContain('Revenue of HIIT 45 from');
    expect((found.numbers as { revenue: number }).revenue).toBeLessThan(body.totals.revenue ?? 0);
  });
});

describe('of classes that were not all counted', () => {
  const economics = {
    ...reportGym().economics,
    revenuePerVisitMilli: 10_000,
    flatPayMilli: 30_000,
  };
  const held = { startsUtcMs: Date.UTC(2026, 10, 20, 18) };
  const sessions = [
    classSession({ ...held, attendance: counted(10) }),
    classSession({ ...held, id: 'cave', name: 'Stretch' }),
  ];
  const view = gymView({ sessions, gym: { economics } });
  const range = { from: '2026-11-15', to: '2026-11-21' };

  it('says of how many each sum is, and that they are of different ones', async () => {
    const found = await answered({ report: 'revenue', focus: 'totals', ...range }, view);
    expect(found.summary).toContain(
      '£100.00 (1 of 2 classes); cost £60.00 (2 classes); profit £70.00 (1 of 2 classes)',
    );
    expect(found.notes.join(' ')).toContain('not the revenue less the cost');
    expect(found.notes.join(' ')).toContain('an estimate, not the books');
  });

  it('says of how many it is unknown whether they lose money', async () => {
    const found = await answered({ report: 'revenue', focus: 'unprofitable', ...range }, view);
    expect(found.summary).toContain('No class loses money');
    expect(found.notes).toContain('Of 1 class of the week the profit is unknown.');
  });

  it('dead classes that make money are not denied', async () => {
    const past = [0, 7, 14, 21].map((days) =>
      classSession({
        startsUtcMs: Date.UTC(2026, 10, 20 - days, 18),
        attendance: counted(5),
      }),
    );
    const quiet = gymView({ sessions: past.reverse(), gym: { economics } });
    const asked = { report: 'revenue', focus: 'profitable', ...weeks } as const;
    const found = await answered({ ...asked, from: '2026-10-11', to: '2026-11-21' }, quiet);
    expect(found.summary).toContain('No class but dead or unprofitable ones makes money');
  });
});

it('without amounts nothing is known, and nothing is 0', async () => {
  const session = classSession({
    startsUtcMs: Date.UTC(2026, 10, 20, 18),
    attendance: counted(10),
  });
  const view = gymView({ sessions: [session], gym: { currency: null } });
  const range = { from: '2026-11-15', to: '2026-11-21' };
  const found = await answered({ report: 'revenue', focus: 'totals', ...range }, view);
  expect(found.numbers).toMatchObject({ revenue: null, cost: null, profit: null, currency: null });
  expect(found.summary).toContain('unknown; cost unknown; profit unknown');
  expect(found.notes.join(' ')).toContain('not configured');
});
