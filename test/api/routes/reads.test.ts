/** What the key of a trainer sees of single things. */

import { expect, it } from 'vitest';
import type { FiguresBody } from '../../../gym/figures/body.ts';
import type { ClassReportBody } from '../../../gym/reports/class-report.ts';
import { KEYS, openMcp } from '../mcp/mcp-service.fixture.ts';

it('a class has a verdict for its owner, and none for its trainer, who sees no money', async () => {
  const { get } = await openMcp();
  const headers = { 'X-Api-Key': KEYS.trainer };
  const body = JSON.stringify({ measures: ['held'], by: ['series'], limit: 1 });
  const asked = await get('/v1/query', { method: 'POST', headers, body });
  const { rows } = (await asked.json()) as FiguresBody;
  const seriesFor = async (key: string) => {
    const answer = await get(`/v1/classes/${rows[0]?.['series']}`, {
      headers: { 'X-Api-Key': key },
    });
    return ((await answer.json()) as ClassReportBody).series[0];
  };
  expect((await seriesFor(KEYS.owner))?.verdict).toEqual(expect.any(String));
  const unjudged = { verdict: null, verdict_reasons: [], profit: null };
  expect(await seriesFor(KEYS.trainer)).toMatchObject(unjudged);
});
