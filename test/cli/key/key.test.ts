/** `turnout key` as a user types it, beside a running owner and without one. */

import { beforeEach, expect, it } from 'vitest';
import { entry, parsed } from '../../store/history/classes/entries.fixture.ts';
import { ask, json, owned, refuses, told, typed } from '../typed.ts';

beforeEach(() => typed());

it('turnout key shows a key once, lists it by its beginning, and ends it', async () => {
  const create = ['key', 'create', '--role', 'manager', '--label', 'till', '--lookups', '9'];
  const [secret = '', ...about] = (await told(...create)).trimEnd().split('\n');
  expect(secret).toMatch(/^tk_[0-9A-Za-z]{32}$/);
  expect(about).toEqual([
    'Gym north, manager, 9 lookups. It is shown only now: Turnout keeps no copy.',
    expect.stringMatching(/^To end it: turnout key revoke key_\w{16}$/),
  ]);
  const list = await told('key', 'list');
  expect(list).toMatch(/^ID +KEY +GYM +ROLE +TRAINER +LOOKUPS +CREATED +REVOKED +LABEL\n/);
  expect(list).toContain(secret.slice(0, 8));
  expect(list).toMatch(/north +manager +0 of 9 .* till\n$/);
  expect(list).not.toContain(secret.slice(8));
  const revoked = await told('key', 'revoke', secret.slice(0, 8));
  expect(revoked).toMatch(/^Key key_\w{16} \(tk_\w{5}…\) of gym north is revoked\.\n$/);
  const { keys } = await json('key', 'list', '--gym', 'north');
  expect(keys).toMatchObject([
    { prefix: secret.slice(0, 8), label: 'till', revoked_at: expect.stringMatching(/Z$/) },
  ]);
  expect(await told('key', 'audit')).toMatch(
    /^AT +BY +WHAT +OF +GYM\n.*revoked a key +key_.*\n.*made a key +key_/,
  );
  expect((await json('key', 'audit', '--limit', '1')).lines).toMatchObject([
    { what: 'key_revoked', by: 'command line', gym: 'north', subject: keys[0].id },
  ]);
});

it('turnout key makes a key for a trainer of the schedule, and ends it, told to the server that runs', async () => {
  const owner = await owned();
  const trainer = { externalId: null, name: 'Zoë Marchetti' };
  await owner.history.classes.import('north', 'feed', parsed([entry('1', { trainer })]));
  const create = ['key', 'create', '--role', 'trainer', '--trainer'];
  const made = await json(...create, 'zoe marchetti');
  expect(made).toMatchObject({ role: 'trainer', trainer: 'zoe-marchetti', lookup_limit: null });
  expect(owner.access.find(made.key)?.key.trainerId).toBe('zoe-marchetti');
  await ask('key', 'revoke', made.prefix);
  expect(owner.access.find(made.key)).toBeNull();
  const unknown = await ask(...create, 'Zoe Market');
  expect([unknown.code, unknown.out]).toEqual([1, '']);
  expect(unknown.err).toContain('the nearest are Zoë Marchetti (zoe-marchetti)');
});

it('turnout key says what to do where there are none', async () => {
  expect(await told('key', 'list')).toBe('No keys; make one with: turnout key create\n');
  expect(await told('key', 'audit')).toBe('Nothing was changed or looked at yet.\n');
});

refuses(ask, [
  ['key create --role admin', 2, /owner, manager, trainer, free/],
  ['key create --role trainer', 2, /expected a name or an id, since the role is trainer, got none/],
  ['key create --role owner --gym south', 1, /expected one of north, got south/],
  ['key revoke nobody', 1, /see|turnout key list/],
]);
