/** What is spent while the request is answered already, and answers that are settled twice. */

import { expect, it } from 'vitest';
import { KeyedVisitor } from '../../../api/auth/keyed-visitor.ts';
import { systemClock } from '../../../runtime/clock.ts';
import type { Principal } from '../../../store/access/access.ts';
import { limits } from '../../support/limits.ts';
import { gymsOf, KEYS, keysOf } from './gyms.fixture.ts';

function arrive() {
  const access = keysOf();
  const principal = access.find(KEYS.free) as Principal;
  const rates = limits();
  const parts = { access, gyms: gymsOf('demo'), clock: systemClock, limits: rates };
  const visitor = new KeyedVisitor(parts, principal, rates.keys.take(principal.key.id));
  return { access, visitor, used: () => access.used(KEYS.free) };
}

it('what is leased when the answer has failed already is given back once it is there', async () => {
  const { access, visitor, used } = arrive();
  access.isSlow = true;
  const late = visitor.spend();
  visitor.settle(500, true);
  expect(await late).toBeNull();
  expect(used()).toBe(0);
});

it('what a stream spends after its head is charged, and given back where the adapter says so', async () => {
  const { visitor, used } = arrive();
  visitor.settle(200, true);
  await visitor.spend();
  await visitor.spend();
  expect(used()).toBe(2);
  visitor.giveBack();
  expect(used()).toBe(1);
});

it('what is spent for nobody is given back at once', async () => {
  const { visitor, used } = arrive();
  visitor.settle(200, false);
  expect(await visitor.spend()).toBeNull();
  expect(used()).toBe(0);
});

it('nothing is given back twice where an answer breaks while it is handed over', async () => {
  const { access, visitor, used } = arrive();
  await visitor.spend();
  // Another request of the same key.
  await access.spend(visitor.principal.key.id);
  visitor.settle(200, true);
  visitor.settle(500, true);
  visitor.settle(500, true);
  visitor.giveBack();
  expect(used()).toBe(1);
});

it('a visitor that waits for no disk is answered without a promise', () => {
  const { visitor } = arrive();
  expect(visitor.spend()).toBeNull();
});
