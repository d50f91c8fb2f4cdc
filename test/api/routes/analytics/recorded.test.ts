/**
 * The published bodies, and that of one class, are what they were recorded as, to the byte, over many gyms: whole ones of the sandbox, digests of
 * the others. Where a body, the demo or a generator is meant to differ, `npx vitest run <this file> -u` records again, and
 * the commit says what is different.
 */

import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { performanceRoute } from '../../../../api/routes/analytics/performance.ts';
import { revenueRoute } from '../../../../api/routes/analytics/revenue.ts';
import { summaryRoute } from '../../../../api/routes/analytics/summary.ts';
import { trainerRoute } from '../../../../api/routes/analytics/trainer.ts';
import { classRoute } from '../../../../api/routes/reads/class.ts';
import type { FigureParameters, Route } from '../../../../api/routes/route.ts';
import { seriesOf } from '../../../../gym/figures/class-table.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { GYMS } from './recorded-gyms.fixture.ts';

/** Of the large gym, which has sixty. */
const MAX_TRAINERS = 8;
const MAX_CLASSES = 12;

const SUMMARY = summaryRoute();
const TRAINER = trainerRoute();
const PERFORMANCE = performanceRoute();
const REVENUE = revenueRoute();
const CLASS = classRoute();

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/reports/${name}`, import.meta.url));

async function textOf(
  route: Route,
  view: GymView,
  { path = {}, query = {} }: Partial<FigureParameters> = {},
): Promise<string> {
  const caller = { principal: null, view, trainers: view.trainers };
  const answer = await route.figures?.respond({ path, query }, caller);
  return JSON.stringify(answer?.value);
}

async function bodiesOf(view: GymView): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map([
    ['/v1/summary', await textOf(SUMMARY, view)],
    ['/v1/revenue', await textOf(REVENUE, view)],
  ]);
  for (const limit of [1, 8, 100]) {
    const text = await textOf(PERFORMANCE, view, { query: { limit } });
    bodies.set(`/v1/classes/performance?limit=${limit}`, text);
  }
  for (const { id } of view.trainers.slice(0, MAX_TRAINERS)) {
    for (const period of ['day', 'week']) {
      const text = await textOf(TRAINER, view, { path: { trainer: id }, query: { period } });
      bodies.set(`/v1/trainers/${id}?period=${period}`, text);
    }
  }
  for (const { classId } of seriesOf(view).slice(0, MAX_CLASSES)) {
    bodies.set(
      `/v1/classes/${classId}`,
      await textOf(CLASS, view, { path: { class_id: classId } }),
    );
  }
  return bodies;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

it.each(Object.entries(GYMS))('%s', async (gym, viewOf) => {
  const bodies = await bodiesOf(await viewOf());
  const lines = [...bodies].map(([target, text]) => `${digestOf(text)} ${text.length} ${target}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(fileOf(`${gym.replaceAll(/\W+/g, '-')}.txt`));
});

it.each([
  ['summary', SUMMARY, {}],
  ['trainer', TRAINER, { path: { trainer: 'anna-petrova' }, query: { period: 'week' } }],
  ['performance', PERFORMANCE, { query: { limit: 100 } }],
  ['revenue', REVENUE, {}],
] as const)('the whole body of %s', async (name, route, asked) => {
  const view = await GYMS['sandbox']?.();
  if (view === undefined) throw new Error('there is no sandbox');
  const text = JSON.stringify(JSON.parse(await textOf(route, view, asked)), null, 1);
  await expect(`${text}\n`).toMatchFileSnapshot(fileOf(`body-of-${name}.txt`));
});
