/** Rankings have the rows of the route, and name what they rank by. */

import { expect, it } from 'vitest';
import { performanceBody } from '../../../../gym/reports/answers/performance.ts';
import { performanceReport } from '../../../../gym/reports/performance.ts';
import { answered, sample, weeks } from './rows.fixture.ts';

const body = performanceBody(performanceReport(sample, 8));

it('by the highest fill it is the ranking of the route', async () => {
  const found = await answered({
    report: 'ranking',
    by: 'fill_rate',
    order: 'highest',
    limit: 8,
    ...weeks,
  });
  expect(found.items.map(({ figures }) => figures)).toEqual(body.ranking);
  expect(found.summary).toContain('Highest fill of the classes from');
});

it('dead classes are those of the route, whatever range was asked for', async () => {
  const found = await answered({ report: 'dead_classes', from: '2026-11-01', to: '2026-11-18' });
  expect(found.query).toMatchObject(weeks);
  expect(found.items.map(({ figures }) => figures)).toEqual(body.dead_classes);
  expect(found.numbers).toMatchObject({ dead_count: body.dead_count });
});

it('names as many as were asked for, up to five', async () => {
  const top = (limit: number) =>
    answered({ report: 'ranking', by: 'fill_rate', order: 'highest', limit, ...weeks });
  const namedIn = async (limit: number) => (await top(limit)).summary.split('; ').length;
  expect(await namedIn(5)).toBe(5);
  expect(await namedIn(8)).toBe(3);
});

it('what rises is not named among what falls', async () => {
  const trend = { report: 'ranking', by: 'trend', limit: 8, class: 'Lunch Ride' } as const;
  const rising = await answered({ ...trend, order: 'highest', ...weeks });
  const falling = await answered({ ...trend, order: 'lowest', ...weeks });
  expect(rising.summary).not.toContain('points down');
  expect(falling.summary).not.toContain('points up');
  const flat = { ...trend, class: 'Induction Circuit', weekday: 1 };
  const none = await answered({ ...flat, order: 'lowest', ...weeks });
  expect(none.summary).toContain('Fill falls in no class of Induction Circuit on Mondays');
});

it('the limits of a dead class are told, and how many could not be judged', async () => {
  const found = await answered({ report: 'dead_classes', ...weeks });
  expect(found.notes[0]).toContain('less than 30% full');
  expect(found.notes[0]).toContain('is unprofitable');
  const { unjudged_classes: open } = found.numbers as { unjudged_classes: number };
  expect(open).toBeGreaterThan(0);
  expect(found.summary).toContain(`${open} cannot be judged yet.`);
  expect(found.items[0]?.description).not.toMatch(/[a-z]_[a-z]/);
});

it('a full class that loses money is not cut: what would help is said', async () => {
  const { summary, numbers } = await answered({ report: 'dead_classes', ...weeks });
  const [dead = '', losing = ''] = summary.split(' not dead ');
  expect(dead).not.toContain('Induction Circuit');
  expect(losing).toMatch(
    /Induction Circuit .*% full .*: it pays from \d+ people, more than its places: a higher price, more places or lower pay would help/,
  );
  expect(numbers).toMatchObject({ unprofitable_count: expect.any(Number) });
});

it('a picture of some hours says so', async () => {
  const evening = { from_hour: 17, to_hour: 24 };
  const found = await answered({
    report: 'ranking',
    by: 'fill_rate',
    order: 'highest',
    limit: 8,
    ...evening,
    ...weeks,
  });
  expect(found.chart?.data.title).toBe(
    'How full, classes starting at 17:00 or later, 8 Oct – 18 Nov 2026',
  );
});

it('of no classes nothing is ranked', async () => {
  const found = await answered({
    report: 'ranking',
    by: 'fill_rate',
    order: 'highest',
    limit: 8,
    class: 'No Such Class',
    ...weeks,
  });
  expect(found.items).toEqual([]);
  expect(found.chart).toBeNull();
  expect(found.summary).toContain('can be ranked by fill: none took place');
});
