/** What reports become is what the routes declare: for the sample gym on plain days, changes of the clock and a leap day. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { performanceBody, revenueBody, summaryBody, trainerBody } from '../../../api/index.ts';
import { PERFORMANCE } from '../../../api/schemas/performance.ts';
import { REVENUE } from '../../../api/schemas/revenue.ts';
import { SUMMARY } from '../../../api/schemas/summary.ts';
import { TRAINER_REPORT } from '../../../api/schemas/trainer.ts';
import { sandboxView } from '../../../engine/demo/index.ts';
import {
  performanceReport,
  revenueReport,
  summaryReport,
  trainerReport,
} from '../../../engine/index.ts';
import { gymView } from '../../support/gym-view.ts';

const faults = (schema: TSchema, body: unknown) => [...Value.Errors(schema, body)];

describe.each([
  ['a summer day', '2026-07-04', '+01:00'],
  ['the day the clock goes ahead', '2026-03-29', '+01:00'],
  ['the day it goes back', '2026-10-25', '+00:00'],
  ['a leap day', '2028-02-29', '+00:00'],
])('on %s', (_, date, offset) => {
  const view = sandboxView(Date.parse(`${date}T12:00:00Z`));

  it('every body is what its route declares, and of that date', () => {
    const summary = summaryBody(summaryReport(view));
    expect(faults(SUMMARY, summary)).toEqual([]);
    expect(summary).toMatchObject({ date, generated_at: `${date}T20:00:00${offset}` });
    expect(summary.total_classes).toBeGreaterThan(0);
    expect(faults(REVENUE, revenueBody(revenueReport(view)))).toEqual([]);
    const performance = performanceBody(performanceReport(view, 100));
    expect(faults(PERFORMANCE, performance)).toEqual([]);
    expect(performance.ranking.length).toBeGreaterThan(8);
  });

  it.each(['day', 'week'] as const)('so is that of every trainer over a %s', (period) => {
    for (const { id } of view.trainers) {
      const body = trainerBody(trainerReport(view, id, period), period);
      expect(faults(TRAINER_REPORT, body), id).toEqual([]);
    }
  });
});

it('a gym without classes has answers too, in which nothing is known', () => {
  const view = gymView({ gym: { currency: null } });
  const summary = summaryBody(summaryReport(view));
  expect(faults(SUMMARY, summary)).toEqual([]);
  expect(summary).toMatchObject({ total_classes: 0, fill_rate: null, no_shows: null });
  expect(faults(REVENUE, revenueBody(revenueReport(view)))).toEqual([]);
  expect(faults(PERFORMANCE, performanceBody(performanceReport(view, 8)))).toEqual([]);
});
