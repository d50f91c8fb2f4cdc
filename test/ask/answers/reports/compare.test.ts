/** Two of a kind beside each other: what each has, and what is said of the difference. */

import { expect, it } from 'vitest';
import { trainerBody } from '../../../../gym/reports/answers/trainer.ts';
import { trainerReport } from '../../../../gym/reports/trainer.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymView } from '../../../support/gym-view.ts';
import { answered, sample, weeks } from './rows.fixture.ts';

it('trainers have the figures of their own report', async () => {
  const of: [string, string] = ['anna-petrova', 'ben-carter'];
  const found = await answered({ report: 'compare', kind: 'trainers', of, ...weeks });
  const bodies = of.map((id) => trainerBody(trainerReport(sample, id, weeks), 'week'));
  for (const [at, body] of bodies.entries()) {
    expect(found.items[at]?.figures).toMatchObject({
      attended: body.attended,
      fill_rate: body.fill_rate,
    });
  }
  const [anna, ben] = bodies;
  const difference = (anna?.fill_rate ?? 0) - (ben?.fill_rate ?? 0);
  expect(found.numbers['fill_rate_difference' as never]).toBeCloseTo(difference, 4);
  expect(found.summary).toContain('Anna Petrova against Ben Carter: fill 7.6 points lower');
});

it('a trainer without classes is unknown, not worse', async () => {
  const session = classSession({
    startsUtcMs: Date.UTC(2026, 10, 20, 18),
    attendance: counted(10),
  });
  const trainers = [
    { id: 'anna', name: 'Anna' },
    { id: 'zed', name: 'Zed' },
  ];
  const of: [string, string] = ['anna', 'zed'];
  const range = { from: '2026-11-15', to: '2026-11-21' };
  const view = gymView({ sessions: [session], trainers });
  const found = await answered({ report: 'compare', kind: 'trainers', of, ...range }, view);
  expect(found.summary).toContain('Zed: no class has taken place.');
  expect(found.summary).toContain('cannot be compared');
  expect(found.numbers).toMatchObject({ 'zed.attended': null, fill_rate_difference: null });
});

it('times of different lengths say that sums do not compare', async () => {
  const found = await answered({
    report: 'compare_periods',
    from: '2026-11-16',
    to: '2026-11-18',
    other_from: '2026-11-09',
    other_to: '2026-11-15',
  });
  expect(found.items).toHaveLength(2);
  expect(found.summary).toContain(
    'Mon 16 Nov to Wed 18 Nov 2026 against Mon 9 Nov to Sun 15 Nov 2026',
  );
  expect(found.notes.join(' ')).toContain('3 and 7 days');
});

it('a time before all figures leaves the other one', async () => {
  const found = await answered({
    report: 'compare_periods',
    from: '2026-11-16',
    to: '2026-11-18',
    other_from: '2025-11-09',
    other_to: '2025-11-15',
  });
  expect(found.items).toHaveLength(1);
  expect(found.summary).toContain('Nothing is known of Sun 9 Nov to Sat 15 Nov 2025.');
  expect(found.notes.join(' ')).toContain('Figures exist from');
});

it('why the other time is unknown is said once', async () => {
  const found = await answered({
    report: 'compare_periods',
    from: '2026-10-01',
    to: '2026-10-31',
    other_from: '2026-09-01',
    other_to: '2026-09-30',
  });
  expect(found.notes.filter((note) => note.startsWith('Figures exist'))).toHaveLength(1);
});

it('a difference of a class or two may be chance', async () => {
  const range = { from: '2026-11-17', to: '2026-11-17' };
  const of: [string, string] = ['anna-petrova', 'ben-carter'];
  const found = await answered({ report: 'compare', kind: 'trainers', of, ...range });
  expect(found.notes).toContain('A difference of fewer than 4 classes may be chance.');
  const long = await answered({ report: 'compare', kind: 'trainers', of, ...weeks });
  expect(long.notes.join(' ')).not.toContain('chance');
});
