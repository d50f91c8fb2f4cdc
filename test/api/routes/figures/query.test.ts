import { expect, it } from 'vitest';
import type { FiguresBody } from '../../../../gym/figures/body.ts';
import { KEYS, OWN, openMcp } from '../../mcp/mcp-service.fixture.ts';

it('a query with the key of a trainer is cut to the own classes, and refused an order by money', async () => {
  const { get } = await openMcp();
  const ask = (query: object, key: string = KEYS.owner) =>
    get('/v1/query', {
      method: 'POST',
      headers: { 'X-Api-Key': key },
      body: JSON.stringify(query),
    });
  const query = { measures: ['held'], by: ['trainer'] };
  const { rows } = (await (await ask(query, KEYS.trainer)).json()) as FiguresBody;
  expect(rows.map((row) => row['trainer'])).toEqual([OWN.id]);
  // The same question of the owner is another answer, before and after.
  expect(((await (await ask(query)).json()) as FiguresBody).rows.length).toBeGreaterThan(1);
  const again = (await (await ask(query, KEYS.trainer)).json()) as FiguresBody;
  expect(again.rows).toHaveLength(1);
  const listed = { measures: ['attended'], by: ['session'], share: true, limit: 1_000 };
  const own = (await (await ask(listed, KEYS.trainer)).json()) as FiguresBody;
  expect(new Set(own.rows.map((row) => row['trainer']))).toEqual(new Set([OWN.id]));
  const named = { measures: ['held'], where: [['trainer', 'is', [OWN.name]]] };
  const ofOwn = (await (await ask(named, KEYS.trainer)).json()) as FiguresBody;
  expect(ofOwn.query.where).toEqual([['trainer', 'is', [OWN.id]]]);
  const unknown = { measures: ['held'], where: [['class', 'is', ['zzz']]] };
  const taught = new Set(own.rows.map((row) => row['class']));
  const { nearest } = (await (await ask(unknown, KEYS.trainer)).json()) as {
    nearest: readonly { name: string }[];
  };
  expect(nearest.filter(({ name }) => !taught.has(name))).toEqual([]);
  const sorted = { measures: ['held'], order: [['profit', 'desc']] };
  expect((await ask(sorted, KEYS.trainer)).status).toBe(403);
});
