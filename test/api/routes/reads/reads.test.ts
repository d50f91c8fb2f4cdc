/** The reads of single things as a client meets them: over the sandbox, and with a trainer's key. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClassReportBody } from '../../../../gym/reports/class-report.ts';
import type { SessionReportBody } from '../../../../gym/reports/session-report.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import { listen } from '../../../support/backings.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { memoryAccess } from '../../../support/memory-access.ts';
import { type Service, startService } from '../../../support/service.ts';

const SAMPLE = sandboxView(Date.UTC(2026, 10, 21, 12));
const [OWN = { id: '', name: '' }] = SAMPLE.trainers;
const GYM = { ...SAMPLE, gym: { ...SAMPLE.gym, id: 'gym' } };

let service: Service;
const access = memoryAccess([
  { secret: 'tk_owner', gymId: 'gym', role: 'owner', lookupLimit: 100 },
  { secret: 'tk_trainer', gymId: 'gym', role: 'trainer', trainerId: OWN.id, lookupLimit: 100 },
]);
beforeAll(async () => {
  service = await startService(listen, gymSource([GYM]), { access });
});
afterAll(() => service.close());

const ask = async <Body>(target: string, key = 'tk_owner') => {
  const answer = await service.get(target, { headers: { 'X-Api-Key': key } });
  return { status: answer.status, body: (await answer.json()) as Body, answer };
};
const sessionsOf = (trainerId: string, isTheirs = true) =>
  SAMPLE.sessions.filter(
    ({ trainer, attendance }) => attendance !== null && (trainer?.id === trainerId) === isTheirs,
  );

it('a trainer sees its own sessions, and of its classes no money', async () => {
  const own = sessionsOf(OWN.id).at(-1);
  const { status, body } = await ask<SessionReportBody>(`/v1/sessions/${own?.id}`, 'tk_trainer');
  expect(status).toBe(200);
  const { body: whole } = await ask<ClassReportBody>(`/v1/classes/${body.class_id}`);
  const { body: part } = await ask<ClassReportBody>(`/v1/classes/${body.class_id}`, 'tk_trainer');
  expect(new Set(part.occurrences.map(({ trainer }) => trainer?.id))).toEqual(new Set([OWN.id]));
  expect(whole.money.revenue).not.toBeNull();
  const { money, series } = part;
  expect([money.revenue, money.cost, money.profit, money.empty_seat_value]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  for (const one of series) {
    expect([one.revenue, one.cost, one.profit, one.breakeven_attendance]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(one.verdict_reasons).not.toContain('loses_money');
  }
});

it('what is of another trainer is refused in the words for what does not exist, and free', async () => {
  const used = access.used('tk_trainer');
  const other = sessionsOf(OWN.id, false).at(-1);
  const { body: found } = await ask<SessionReportBody>(`/v1/sessions/${other?.id}`);
  const targets = [
    `/v1/sessions/${other?.id}`,
    '/v1/sessions/nothing',
    '/v1/classes/nothing',
    ...(sessionsOf(OWN.id).some(({ name }) => name === other?.name)
      ? []
      : [`/v1/classes/${found.class_id}`]),
  ];
  const answers = await Promise.all(targets.map((target) => ask(target, 'tk_trainer')));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(
    1,
  );
  expect(answers[0]).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await ask('/v1/rooms', 'tk_trainer')).status).toBe(403);
  expect(access.used('tk_trainer')).toBe(used);
});
