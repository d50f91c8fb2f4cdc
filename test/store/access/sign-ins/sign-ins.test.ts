/** Browsers that signed in, over a real history: found, kept over a start, ended by time, by hand and with their key. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Access } from '../../../../store/access/access.ts';
import { openWorld } from '../access.fixture.ts';

const BY = 'command line';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Said {
  readonly role?: 'owner' | 'screen';
  readonly isPlain?: boolean;
}

async function signIn(access: Access, said: Said = {}) {
  const { role = 'owner', isPlain = false } = said;
  const { key } = await access.createKey({ gymId: 'north', role, by: BY });
  const way = role === 'screen' ? 'screen' : 'key';
  const made = await access.signIns.begin({ keyId: key.id, way, device: 'Chrome on Mac', isPlain });
  if (made === null) throw new Error('the key is not revoked');
  return { key, ...made };
}

describe('a browser', () => {
  it('is found by what it shows alone, and only the way it was given out', async () => {
    const { access } = await openWorld();
    const { secret, key, signedIn } = await signIn(access);
    expect(secret).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(access.signIns.find(secret, false)).toEqual({
      key,
      via: 'sign_in',
      signIn: signedIn.signIn,
    });
    expect(access.signIns.find(secret, true)).toBeNull();
    expect(access.find(secret)).toBeNull();
    for (const other of ['', signedIn.signIn.id, secret.slice(1), `${secret} `, 'x'.repeat(32)]) {
      expect(access.signIns.find(other, false)).toBeNull();
    }
  });

  it('stays signed in over a start, and what it shows is nowhere on the disk', async () => {
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
  ])('is signed out $what', async ({ looks, rest, isPlain = false, role = 'owner' as const }) => {
    const { access, clock } = await openWorld();
    const { secret } = await signIn(access, { isPlain, role });
    for (const ms of looks) {
      clock.stepWallClock(ms);
      expect(access.signIns.find(secret, isPlain)).not.toBeNull();
    }
    clock.stepWallClock(rest - 1);
    const before = access.signIns.list().length;
    clock.stepWallClock(1);
    expect([before, access.signIns.find(secret, isPlain)]).toEqual([1, null]);
    await access.signIns.settle();
    expect(access.signIns.list()).toEqual([]);
  });

  it('is out at once when its key is revoked, also after a start, and others are not', async () => {
    const { access, history, dir } = await openWorld();
    const one = await signIn(access);
    const other = await signIn(access);
    const ended: string[] = [];
    access.signIns.onEnded((id) => ended.push(id));
    const revoking = access.revokeKey(one.key.id, other.key.id);
    expect(access.signIns.find(one.secret, false)).toBeNull();
    expect(ended).toEqual([one.signedIn.signIn.id]);
    await revoking;
    expect(access.signIns.find(other.secret, false)).not.toBeNull();
    await history.close();
    const again = await openWorld(dir);
    expect(again.access.signIns.list().map(({ key }) => key.id)).toEqual([other.key.id]);
  });

  it('is not let in by a key that is revoked while it signs in', async () => {
    const { access } = await openWorld();
    const { key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
    const about = { keyId: key.id, way: 'key', device: 'A', isPlain: false } as const;
    const [made] = await Promise.all([access.signIns.begin(about), access.revokeKey(key.id, BY)]);
    expect(made).toBeNull();
    expect(access.signIns.list()).toEqual([]);
  });

  it('is listed with its gym, ended by its id, and written down with who did it', async () => {
    const { access, history } = await openWorld();
    const { signedIn, key } = await signIn(access);
    expect(access.signIns.list('demo')).toEqual([]);
    expect(access.signIns.list('north')).toMatchObject([{ signIn: { device: 'Chrome on Mac' } }]);
    await access.signIns.end(signedIn.signIn.id, BY);
    await expect(access.signIns.end(signedIn.signIn.id, BY)).rejects.toMatchObject({
      code: 'sign_in_unknown',
    });
    const lines = await history.access.audit({ gymId: 'north', limit: 9 });
    expect(lines.map(({ kind, by }) => [kind, by])).toEqual([
      ['sign_in_ended', BY],
      ['signed_in', key.id],
      ['key_created', BY],
    ]);
  });

  it('makes room for the next where a key has fifty', async () => {
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
});

it('all of a gym end at once; the key of a paired screen ends with it, other keys stay', async () => {
  const { access } = await openWorld();
  const owner = await signIn(access);
  const screen = await signIn(access, { role: 'screen' });
  expect(await access.signIns.endAll('demo', BY)).toBe(0);
  expect(await access.signIns.endAll('north', BY)).toBe(2);
  expect([owner, screen].map(({ secret }) => access.signIns.find(secret, false))).toEqual([
    null,
    null,
  ]);
  expect(access.principalOf(owner.key.id)).not.toBeNull();
  expect(access.principalOf(screen.key.id)).toBeNull();
});
