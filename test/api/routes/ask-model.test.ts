/** A language model behind `/ask` and the MCP tool `ask`: who is read by it, what its query may ask, and what the answer says. */

import { afterEach, describe, expect, it } from 'vitest';
import { createReader } from '../../../ask/model/model-reader.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import {
  asks,
  type Endpoint,
  type Reply,
  startEndpoint,
} from '../../ask/model/endpoint.fixture.ts';
import { listen } from '../../support/backings.ts';
import { gymSource } from '../../support/gym-source.ts';
import { memoryAccess } from '../../support/memory-access.ts';
import { type Service, startService } from '../../support/service.ts';

const sample = sandboxView(Date.UTC(2026, 10, 18, 12));
const own = { ...sample, gym: { ...sample.gym, id: 'gym' } };
const OWN_TRAINER = 'tom-ashworth';
const FOREIGN = 'Wie viele Leute waren gestern da?';
const DAY = { from: '2026-11-17', to: '2026-11-17' };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(reply: Reply): Promise<{ service: Service; endpoint: Endpoint }> {
  const endpoint = await startEndpoint(reply);
  open.push(endpoint);
  const access = memoryAccess([
    { secret: 'tk_owner', gymId: 'gym', role: 'owner' },
    { secret: 'tk_trainer', gymId: 'gym', role: 'trainer', trainerId: OWN_TRAINER },
  ]);
  const gyms = { ...gymSource([own]), sandbox: () => sample };
  const reader = createReader({ model: () => endpoint.model, log: silentLog });
  const service = await startService(listen, gyms, { access, reader });
  open.push(service);
  return { service, endpoint };
}

async function asked(service: Service, key: string | null, text = FOREIGN) {
  const headers = { 'content-type': 'application/json' };
  const answer = await service.get('/ask', {
    method: 'POST',
    headers: key === null ? headers : { ...headers, authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: { text } }),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('/ask with a language model', () => {
  it('gives a trainer their own classes alone, and no money', async () => {
    const { service, endpoint } = await start(
      asks({ measures: ['attended'], by: ['trainer'], ...DAY }),
    );
    const { body } = await asked(service, 'tk_trainer');
    expect(body._meta.query.where).toEqual([['trainer', 'is', [OWN_TRAINER]]]);
    expect(body.results.length).toBeLessThanOrEqual(1);
    endpoint.reply = asks({ measures: ['revenue'], ...DAY });
    expect(await asked(service, 'tk_trainer', 'Was haben sie eingebracht?')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    endpoint.reply = asks({ report: 'occupancy', where: [] });
    expect(await asked(service, 'tk_trainer', 'Wer ist gerade da?')).toMatchObject({ status: 403 });
    endpoint.reply = asks({ report: 'timetable', ...DAY, where: [] });
    expect(await asked(service, 'tk_trainer', 'Welche Kurse gibt es?')).toMatchObject({
      status: 403,
    });
    const names = sample.trainers.filter(({ id }) => id !== OWN_TRAINER).map(({ name }) => name);
    const told = JSON.stringify(endpoint.received.map(({ body: sent }) => sent));
    for (const name of names) expect(told).not.toContain(name);
    // No class of this trainer is in it.
    expect(told).not.toContain('Yoga Loft');
  });
});
