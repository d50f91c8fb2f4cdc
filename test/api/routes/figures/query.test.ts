import { expect, it, onTestFinished } from 'vitest';
import type { FiguresBody } from '../../../../gym/figures/body.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { listen } from '../../../support/backings.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { memoryAccess } from '../../../support/memory-access.ts';
import { startService } from '../../../support/service.ts';

const SAMPLE = sandboxView(Date.UTC(2026, 10, 21, 12));
const [OWN = { id: '', name: '' }, OTHER = OWN] = SAMPLE.trainers;
const GYM = { ...SAMPLE, gym: { ...SAMPLE.gym, id: 'gym' } };

it('a query with the key of a trainer is cut to the own classes, and refused money and others', async () => {
  const access = await memoryAccess([
    { secret: 'tk_owner', gymId: 'gym', role: 'owner' },
    { secret: 'tk_trainer', gymId: 'gym', role: 'trainer', trainerId: OWN.id },
  ]);
  const service = await startService(listen, gymSource([GYM]), { access });
  onTestFinished(() => service.close());
  const ask = (query: object, key = 'tk_owner') =>
    service.get('/v1/query', {
      method: 'POST',
      headers: { 'X-Api-Key': key },
      body: JSON.stringify(query),
    });
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
  const named = { measures: ['held'], where: [['trainer', 'is', [OWN.name]]] };
  const ofOwn = (await (await ask(named, 'tk_trainer')).json()) as FiguresBody;
  expect(ofOwn.query.where).toEqual([['trainer', 'is', [OWN.id]]]);
  const unknown = { measures: ['held'], where: [['class', 'is', ['zzz']]] };
  const taught = new Set(own.rows.map((row) => row['class']));
  const { nearest } = (await (await ask(unknown, 'tk_trainer')).json()) as {
    nearest: readonly { name: string }[];
  };
  expect(nearest.filter(({ name }) => !taught.has(name))).toEqual([]);
  const refused = [
    { measures: ['revenue'] },
    { measures: ['held'], by: ['verdict'] },
    { measures: ['held'], order: [['profit', 'desc']] },
    { measures: ['held'], where: [['trainer', 'is', [OTHER.id]]] },
  ];
  for (const one of refused) expect((await ask(one, 'tk_trainer')).status).toBe(403);
});
