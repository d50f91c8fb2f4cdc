/** Rankings have the rows of the route, and name what they rank by. */

import { expect, it } from 'vitest';
import { performanceBody } from '../../../../../api/index.ts';
import { performanceReport } from '../../../../../engine/index.ts';
import { answered, sample, weeks } from './rows.fixture.ts';

const body = performanceBody(performanceReport(sample, 8));

it('by the highest fill it is the ranking of the route', async () => {
  const found = await answered({
    ...{ report: 'ranking', by: 'fill_rate', order: 'highest', limit: 8 },
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

it('of no classes nothing is ranked', async () => {
  const found = await answered({
    ...{ report: 'ranking', by: 'fill_rate', order: 'highest', limit: 8, class: 'No Such Class' },
    ...weeks,
  });
  expect(found.items).toEqual([]);
  expect(found.chart).toBeNull();
  expect(found.summary).toContain('can be ranked by fill: none took place');
});
