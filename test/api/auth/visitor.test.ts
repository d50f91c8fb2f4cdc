/** Who asks: what they see where names and gyms are not as simple as in the matrix, and what they spend. */

import { expect, it } from 'vitest';
import { admitVisitor } from '../../../api/auth/guard.ts';
import { KeyedVisitor, localVisitor } from '../../../api/auth/visitor.ts';
import { systemClock } from '../../../runtime/clock.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import type { Principal } from '../../../store/access/sign-ins.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { gymSource } from '../../support/gym-source.ts';
import { gymView } from '../../support/gym-view.ts';
import { limits } from '../../support/limits.ts';
import { gymsOf, KEYS, keysOf } from './gyms.fixture.ts';

const trainers = [
  { id: 'sam-1', name: 'Sam Hill' },
  { id: 'sam-2', name: 'Sam Hill' },
  { id: 'sam', name: 'Kim Lee' },
];
const view = gymView({ gym: { id: 'gym' }, trainers });
const gyms = gymSource([view]);

const access = await keysOf();
const [known] = access.keys();
/** What the key of a trainer sees of one. */
const seen = (trainerId: string, asked: string) => {
  const key: KeyFacts = { ...(known as KeyFacts), role: 'trainer', trainerId };
  const parts = { access, gyms, clock: systemClock, limits: limits() };
  return new KeyedVisitor(parts, { key, via: 'key' }, null).see({ trainer: asked });
};

it.each(['Sam Hill', 'sam hill', 'SAM', 'sam-1', 'SAM-1'])(
  'a key of a trainer means its own trainer by a name that others have too: %s',
  (text) => {
    expect(seen('sam-1', text)).toMatchObject({ trainers: [trainers[0]] });
  },
);

it('a key of a trainer who no longer teaches may ask for that one, and finds nobody', () => {
  expect(seen('gone', 'gone')).toMatchObject({ trainers: [] });
  expect(seen('gone', 'sam-1')).toMatchObject({ code: 'forbidden' });
});

async function arrive(rates = limits()) {
  const access = await keysOf();
  const principal = access.find(KEYS.free) as Principal;
  const parts = { access, gyms: gymsOf('demo'), clock: systemClock, limits: rates };
  const visitor = new KeyedVisitor(parts, principal, rates.keys.take(principal.key.id));
  return { access, visitor, used: () => access.used(KEYS.free) };
}

it('what is leased when the answer has failed already is given back once it is there', async () => {
  const { visitor, used } = await arrive();
  const late = visitor.spend();
  visitor.finish(500, true);
  expect(await late).toBeNull();
  expect(used()).toBe(0);
});

it('nothing is given back twice where an answer breaks while it is handed over', async () => {
  const { access, visitor, used } = await arrive();
  await visitor.spend();
  // Another request of the same key.
  await access.spend(visitor.principal.key.id);
  visitor.finish(200, true);
  visitor.finish(500, true);
  visitor.finish(500, true);
  visitor.giveBack();
  expect(used()).toBe(1);
});

it('what is made for a client that has gone is given back', async () => {
  const { visitor, used } = await arrive();
  const gone = new AbortController();
  const made = admitVisitor(visitor, {}, gone.signal, () => {
    expect(used()).toBe(1);
    gone.abort();
    return { status: 200, value: {} };
  });
  await expect(made).rejects.toThrow();
  visitor.finish(200, true);
  expect(used()).toBe(0);
});

it('what is spent behind the head of a stream is charged, and counts for the rate of the key', async () => {
  const rates = limits({ keyRequestsPerSecond: 3 }, new FakeClock());
  const { visitor, used } = await arrive(rates);
  visitor.finish(200, true);
  const seen = [];
  for (let at = 0; at < 4; at += 1) seen.push(await visitor.spend());
  const detail = 'This key asks too fast: ask again in 1 second.';
  const refused = { code: 'rate_limited', detail };
  expect(seen).toEqual([null, null, null, refused]);
  expect(used()).toBe(3);
});

it('the person at the machine, for whom no key stands, sees all of its gym as it is now, no other, and spends nothing', () => {
  let now = view;
  const visitor = localVisitor(() => now, false);
  expect(visitor).toMatchObject({ principal: null, isSample: false });
  expect(visitor.see({})).toEqual({ principal: null, view: now, trainers });
  now = { ...view };
  expect(visitor.see({ gymId: 'gym', trainer: 'nobody' })).toMatchObject({ view: now, trainers });
  expect(visitor.spend()).toBeNull();
  visitor.giveBack();
  const refusal = { code: 'forbidden', detail: 'This session has one gym: gym.' };
  expect(visitor.see({ gymId: 'demo' })).toEqual(refusal);
});
