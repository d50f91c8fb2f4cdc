/** Browsers that signed in, over a real history: found, kept over a start, ended by time, by hand and with their key. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Access } from '../../../../store/access/access.ts';
import { DAY_MS, HOUR_MS } from '../../../support/times.ts';
import { openWorld } from '../access.fixture.ts';

const BY = 'command line';

async function signIn(access: Access, role: 'owner' | 'screen' = 'owner', isPlain = false) {
  const { key } = await access.createKey({ gymId: 'north', role, by: BY });
  const way = role === 'screen' ? 'screen' : 'key';
  const made = await access.signIns.begin({ keyId: key.id, way, device: 'Chrome on Mac', isPlain });
  if (made === null) throw new Error('the key is not revoked');
  return { key, ...made };
}

it('a browser is found by what it shows alone, and only the way it was given out', async () => {
  const { access } = await openWorld();
  const { secret, key, signedIn } = await signIn(access);
  expect(secret).toMatch(/^[0-9A-Za-z]{32}$/);
  const found = { key, via: 'sign_in', signIn: signedIn.signIn };
  expect(access.signIns.find(secret, false)).toEqual(found);
  expect(access.signIns.find(secret, true)).toBeNull();
  expect(access.find(secret)).toBeNull();
  for (const other of ['', signedIn.signIn.id, secret.slice(1), `${secret} `, 'x'.repeat(32)]) {
    expect(access.signIns.find(other, false)).toBeNull();
  }
});

it('a browser stays signed in over a start, and what it shows is nowhere on the disk', async () => {
  const { access, history, dir } = await openWorld();
  const { secret, key } = await signIn(access);
  await access.close();
  await history.close();
  const bytes = await readFile(join(dir, 'turnout.sqlite'));
  expect(bytes.includes(secret)).toBe(false);
  const again = await openWorld(dir);
  expect(again.access.signIns.find(secret, false)?.key.id).toBe(key.id);
});

it.each([
  { what: 'after 14 days without a request', looks: [14 * DAY_MS - 1], rest: 14 * DAY_MS },
  { what: 'after 90 days in all', looks: Array(8).fill(11 * DAY_MS), rest: 2 * DAY_MS },
  { what: 'after 8 hours over plain http', isPlain: true, looks: [HOUR_MS], rest: 7 * HOUR_MS },
  {
    what: 'as a screen after 90 days without a request, whatever the connection',
    isPlain: true,
    role: 'screen' as const,
    looks: [80 * DAY_MS, 80 * DAY_MS, 90 * DAY_MS - 1],
    rest: 90 * DAY_MS,
  },
])('a browser is out $what', async ({ looks, rest, isPlain = false, role = 'owner' as const }) => {
  const { access, clock } = await openWorld();
  const { secret } = await signIn(access, role, isPlain);
  for (const ms of looks) {
    clock.stepWallClock(ms);
    expect(access.signIns.find(secret, isPlain)).not.toBeNull();
  }
  clock.stepWallClock(rest - 1);
  const before = access.signIns.list().length;
  clock.stepWallClock(1);
  expect([before, access.signIns.find(secret, isPlain)]).toEqual([1, null]);
  await access.signIns.flush();
  expect(access.signIns.list()).toEqual([]);
});

it('a browser is not let in by a key that is revoked while it signs in', async () => {
  const { access } = await openWorld();
  const { key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  const about = { keyId: key.id, way: 'key', device: 'A', isPlain: false } as const;
  const [made] = await Promise.all([access.signIns.begin(about), access.revokeKey(key.id, BY)]);
  expect(made).toBeNull();
  expect(access.signIns.list()).toEqual([]);
});

it('a browser makes room for the next where a key has fifty', async () => {
  const { access, clock } = await openWorld();
  const first = await signIn(access);
  const about = { keyId: first.key.id, way: 'key', device: 'A', isPlain: false } as const;
  for (let at = 0; at < 50; at += 1) {
    clock.stepWallClock(1_000);
    await access.signIns.begin(about);
  }
  expect(access.signIns.find(first.secret, false)).toBeNull();
  expect(access.signIns.list()).toHaveLength(50);
});
