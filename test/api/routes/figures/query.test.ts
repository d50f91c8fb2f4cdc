/** Queries and reads of single things as a client meets them: JSON and CSV, with the key of an owner and of a trainer. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FiguresBody } from '../../../../gym/figures/body.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { listen } from '../../../support/backings.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { memoryAccess } from '../../../support/memory-access.ts';
import { type Service, startService } from '../../../support/service.ts';

const SAMPLE = sandboxView(Date.UTC(2026, 10, 21, 12));
const [OWN = { id: '', name: '' }, OTHER = OWN] = SAMPLE.trainers;
const FORMULA = '=HYPERLINK("http://evil.test","Spin")';
const [first] = SAMPLE.sessions;
const GYM = {
  ...SAMPLE,
  gym: { ...SAMPLE.gym, id: 'gym' },
  sessions: SAMPLE.sessions.map((one) =>
    one.name === first?.name ? { ...one, name: FORMULA } : one,
  ),
};

let service: Service;
const access = memoryAccess([
  { secret: 'tk_owner', gymId: 'gym', role: 'owner', lookupLimit: 100 },
  { secret: 'tk_trainer', gymId: 'gym', role: 'trainer', trainerId: OWN.id, lookupLimit: 100 },
]);
beforeAll(async () => {
  service = await startService(listen, gymSource([GYM]), { access });
});
afterAll(() => service.close());

const ask = (query: object | string, key = 'tk_owner', accept = 'application/json') =>
  service.get('/v1/query', {
    method: 'POST',
    headers: { 'X-Api-Key': key, accept },
    body: typeof query === 'string' ? query : JSON.stringify(query),
  });

it('answers in CSV where that is wanted, and no cell of it is a formula', async () => {
  const query = { measures: ['attended'], by: ['class'] };
  const answer = await ask(query, 'tk_owner', 'text/csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('vary')).toContain('Accept');
  const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).toBe(
    'class,attended,attended_n,of,attendance_basis,manual,camera,import,covered_from,covered_to',
  );
  expect(rows.find((row) => row.includes('HYPERLINK'))).toMatch(/^"'=HYPERLINK\(""http/);
  for (const row of rows) expect(row).not.toMatch(/^"?[=+\-@]/);
  const json = (await (await ask(query)).json()) as FiguresBody;
  expect(rows).toHaveLength(json.rows.length);
});

it('cuts the key of a trainer to its own classes, and refuses it money and others', async () => {
  const query = { measures: ['held'], by: ['trainer'] };
  const { rows } = (await (await ask(query, 'tk_trainer')).json()) as FiguresBody;
  expect(rows.map((row) => row['trainer'])).toEqual([OWN.id]);
  // The same question of the owner is another answer, before and after.
  expect(((await (await ask(query)).json()) as FiguresBody).rows.length).toBeGreaterThan(1);
  const again = (await (await ask(query, 'tk_trainer')).json()) as FiguresBody;
  expect(again.rows).toHaveLength(1);
  const listed = { measures: ['attended'], by: ['session'], share: true, limit: 1_000 };
  const own = (await (await ask(listed, 'tk_trainer')).json()) as FiguresBody;
  expect(new Set(own.rows.map((row) => row['trainer']))).toEqual(new Set([OWN.id]));
  const refused = [
    { measures: ['revenue'] },
    { measures: ['held'], by: ['verdict'] },
    { measures: ['held'], order: [['profit', 'desc']] },
    { measures: ['held'], where: [['trainer', 'is', [OTHER.id]]] },
  ];
  for (const one of refused) expect((await ask(one, 'tk_trainer')).status).toBe(403);
});
