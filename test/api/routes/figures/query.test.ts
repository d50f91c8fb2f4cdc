import { expect, it } from 'vitest';
import type { FiguresBody } from '../../../../gym/figures/body.ts';
import type { ClassReportBody } from '../../../../gym/reports/class-report.ts';
import { KEYS, OWN, openMcp } from '../../mcp/mcp-service.fixture.ts';

it('the key of a trainer sees the own classes alone, unjudged, and gets no order by money', async () => {
  const { get } = await openMcp();
  const ask = async (query: object, key: string = KEYS.trainer) => {
    const init = { method: 'POST', headers: { 'X-Api-Key': key }, body: JSON.stringify(query) };
    const answer = await get('/v1/query', init);
    const body = (await answer.json()) as FiguresBody & { nearest: readonly { name: string }[] };
    return { status: answer.status, ...body };
  };
  const query = { measures: ['held'], by: ['trainer'] };
  const trainersFor = async (key?: string) =>
    (await ask(query, key)).rows.map((row) => row['trainer']);
  expect(await trainersFor()).toEqual([OWN.id]);
  // The same question of the owner is another answer, before and after.
  expect((await trainersFor(KEYS.owner)).length).toBeGreaterThan(1);
  expect(await trainersFor()).toEqual([OWN.id]);
  const listed = { measures: ['attended'], by: ['session'], share: true, limit: 1_000 };
  const { rows } = await ask(listed);
  expect(new Set(rows.map((row) => row['trainer']))).toEqual(new Set([OWN.id]));
  const named = { measures: ['held'], where: [['trainer', 'is', [OWN.name]]] };
  expect((await ask(named)).query.where).toEqual([['trainer', 'is', [OWN.id]]]);
  const taught = new Set(rows.map((row) => row['class']));
  const { nearest } = await ask({ measures: ['held'], where: [['class', 'is', ['zzz']]] });
  expect(nearest.filter(({ name }) => !taught.has(name))).toEqual([]);
  expect((await ask({ measures: ['held'], order: [['profit', 'desc']] })).status).toBe(403);
  const [own] = (await ask({ measures: ['held'], by: ['series'], limit: 1 })).rows;
  const classFor = async (key: string) => {
    const answer = await get(`/v1/classes/${own?.['series']}`, { headers: { 'X-Api-Key': key } });
    return ((await answer.json()) as ClassReportBody).series[0];
  };
  expect((await classFor(KEYS.owner))?.verdict).toEqual(expect.any(String));
  const unjudged = { verdict: null, verdict_reasons: [], profit: null };
  expect(await classFor(KEYS.trainer)).toMatchObject(unjudged);
});
