/** `turnout sign-in` and `turnout setup-code` as a user types them, beside a running owner and without one. */

import { beforeEach, describe, expect, it } from 'vitest';
import { ask, json, owned, refuses, told, typed } from '../typed.ts';

beforeEach(() => typed());

it('lists browsers without what they show, and ends one by its id, or all', async () => {
  const { access } = await owned();
  const wanted = { gymId: 'north', role: 'manager', label: 'till', by: 'test' } as const;
  const { key } = await access.createKey(wanted);
  const about = { keyId: key.id, way: 'key', device: 'Chrome on Mac', isPlain: false } as const;
  const signIn = async () => {
    const made = await access.signIns.begin(about);
    return { id: made?.signedIn.signIn.id ?? '', secret: made?.secret ?? '' };
  };
  const { id, secret } = await signIn();
  const list = await ask('sign-in', 'list');
  expect(list.out).toMatch(
    /^ID +DEVICE +GYM +ROLE +KEY +LABEL +SINCE +LAST SEEN\nsi_\w{16} +Chrome on Mac +north +manager/,
  );
  expect(list.out).not.toContain(secret);
  expect(await json('sign-in', 'list', '--gym', 'north')).toMatchObject({
    sign_ins: [{ id, device: 'Chrome on Mac', key: key.id, way: 'key', encrypted: true }],
  });
  const ended = await ask('sign-in', 'end', id);
  expect([ended.code, ended.out]).toEqual([0, `Sign-in ${id} (Chrome on Mac) is ended.\n`]);
  expect(access.signIns.find(secret, false)).toBeNull();
  expect((await ask('sign-in', 'list')).out).toBe('No browser is signed in.\n');
  const another = await signIn();
  expect((await ask('sign-in', 'end', '--all', '--gym', 'north')).out).toBe('1 sign-in ended.\n');
  expect(access.signIns.find(another.secret, false)).toBeNull();
  expect((await ask('key', 'audit')).out).toMatch(/ended a sign-in +si_.*\n.*signed in +si_/);
});

it('shows a set-up code, another one each time', async () => {
  const { access } = await owned();
  const shown = await ask('setup-code');
  expect(shown.out).toMatch(/^\d{4} \d{4}\nType it at .*\/sign-in within 15 minutes\./);
  const before = shown.out.slice(0, 9);
  const { code, gym } = await json('setup-code');
  expect([gym, access.setUpCodes.hold(code, '192.0.2.1')?.gymId]).toEqual(['north', 'north']);
  expect(access.setUpCodes.hold(before, '192.0.2.1')).toBeNull();
});

describe('beside a running owner', () => {
  beforeEach(() => owned());
  refuses(ask, [
    ['sign-in end', 2, /the id of a sign-in, or --all/],
    ['sign-in end si_x --all', 2, /got both/],
    ['sign-in end si_x', 1, /turnout sign-in list/],
  ]);
});

// What is asked is in the memory of a server.
refuses(ask, [['setup-code', 1, /turnout serve/]]);

it('says that no browser is signed in', async () => {
  expect(await told('sign-in', 'list')).toBe('No browser is signed in.\n');
});
