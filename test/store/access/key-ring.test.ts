import { expect, it } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { KeyRing } from '../../../store/access/key-ring.ts';
import { Lookups } from '../../../store/access/lookups.ts';
import { hashOf, prefixOf } from '../../../store/access/secret.ts';
import type { StoredKey } from '../../../store/history/access/access-store.ts';

const SECRET = `tk_${'a1'.repeat(16)}`;
const STORED: StoredKey = {
  id: 'key_1',
  hash: hashOf(SECRET),
  prefix: prefixOf(SECRET),
  gymId: 'north',
  role: 'owner',
  trainerId: null,
  label: null,
  lookupLimit: null,
  lookupsTaken: 2,
  createdUtcMs: 1,
  revokedUtcMs: null,
};

function open() {
  const store = {
    leaseLookups: () => Promise.resolve({ taken: 0 }),
    settleLookups: () => Promise.resolve(),
  };
  const lookups = new Lookups({ store, log: silentLog });
  return { lookups, ring: new KeyRing(lookups) };
}

it('tells the lookups of a key as they are when it is listed', () => {
  const { lookups, ring } = open();
  const facts = ring.add(STORED);
  expect(ring.bySecret(SECRET)).toBe(facts);
  expect(ring.byId('key_1')).toBe(facts);
  expect(facts.lookupsUsed).toBe(2);
  expect(lookups.spend('key_1')).toBe(true);
  expect(ring.all()).toEqual([{ ...facts, lookupsUsed: 3 }]);
});

it('keeps the time at which a key was revoked first', () => {
  const { ring } = open();
  ring.add(STORED);
  expect(ring.revoke(STORED.prefix, 10)).toMatchObject({ revokedUtcMs: 10, isNew: true });
  expect(ring.revoke(SECRET, 20)).toMatchObject({ revokedUtcMs: 10, isNew: false });
  expect(ring.all()).toMatchObject([{ id: 'key_1', revokedUtcMs: 10 }]);
});

it('tells of a key that was shown before what is so now, and knows it when it has forgotten that', () => {
  const { ring } = open();
  ring.add(STORED);
  expect(ring.bySecret(SECRET)).toMatchObject({ id: 'key_1', revokedUtcMs: null });
  ring.revoke('key_1', 10);
  expect(ring.bySecret(SECRET)).toMatchObject({ id: 'key_1', revokedUtcMs: 10 });
  ring.forgetShown();
  expect(ring.bySecret(SECRET)).toMatchObject({ id: 'key_1', revokedUtcMs: 10 });
});

it('takes no key of a role that there is not', () => {
  const { ring } = open();
  expect(() => ring.add({ ...STORED, role: 'admin' })).toThrow(/a role of owner, manager/);
});
