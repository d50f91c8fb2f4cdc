import { expect, it } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { Credentials } from '../../../store/access/credentials.ts';
import { KeyRing } from '../../../store/access/key-ring.ts';
import { Lookups } from '../../../store/access/lookups.ts';
import { hashOf, prefixOf } from '../../../store/access/secret.ts';
import type { Credential } from '../../../store/history/access/access-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memoryCredentials } from '../../support/memory-credentials.ts';

const SECRET = `tk_${'a1'.repeat(16)}`;
const DATA = {
  id: 'key_1',
  prefix: prefixOf(SECRET),
  gymId: 'north',
  role: 'owner',
  trainerId: null,
  label: null,
  lookupLimit: null,
  createdUtcMs: 1,
  revokedUtcMs: null as number | null,
};
const ROW: Credential<typeof DATA> = {
  hash: hashOf(SECRET),
  kind: 'key',
  key: 'key_1',
  expires: null,
  used: 2,
  data: DATA,
};

function open() {
  const store = memoryCredentials();
  const credentials = new Credentials(store, new FakeClock());
  const lookups = new Lookups((uses) => store.use(uses), silentLog);
  const revoked: string[] = [];
  const ring = new KeyRing(credentials, lookups, (id) => void revoked.push(id));
  const revoke = () => credentials.put({ ...ROW, data: { ...DATA, revokedUtcMs: 10 } });
  return { credentials, lookups, ring, revoked, revoke };
}

it('tells the lookups of a key as they are when it is listed', () => {
  const { credentials, lookups, ring } = open();
  credentials.put(ROW);
  const facts = ring.get('key_1');
  expect(ring.find(SECRET)?.key).toBe(facts);
  expect(facts?.lookupsUsed).toBe(2);
  expect(lookups.spend('key_1')).toBe(true);
  expect(ring.all()).toEqual([{ ...facts, lookupsUsed: 3 }]);
});

it('knows no key that was revoked, however it was shown before, but lists it', () => {
  const { credentials, ring, revoked, revoke } = open();
  credentials.put(ROW);
  expect(ring.find(SECRET)).not.toBeNull();
  revoke();
  // Read before it was revoked.
  credentials.put(ROW);
  revoke();
  expect([ring.find(SECRET), ring.principal('key_1')]).toEqual([null, null]);
  expect(ring.all()).toMatchObject([{ id: 'key_1', revokedUtcMs: 10 }]);
  expect(revoked).toEqual(['key_1']);
});

it('takes no key of a role that there is not', () => {
  const { credentials } = open();
  expect(() => credentials.put({ ...ROW, data: { ...DATA, role: 'admin' } })).toThrow(
    /a role of owner, manager/,
  );
});
