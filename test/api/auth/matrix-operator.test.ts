/** Who may operate the installation: every operator route × every role, each cell stated. A route without a row fails here. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OWNER_TABLE, PREFIX } from '../../../api/routes/owner/table.ts';
import type { NewKey } from '../../../store/access/key.ts';
import { FILE, operatorWorld, RATES } from '../routes/owner/owner.fixture.ts';
import { sent } from '../routes/site/sign-in/site.fixture.ts';

/**
 * What an owner is answered who sends nothing beside the key: 200; 428 or 422 where the guard has let them pass and
 * something is missing; 404 for what is not there. All others are refused alike.
 */
const OWNER: Readonly<Record<string, number>> = {
  'GET /operator/v1/cameras': 200,
  'POST /operator/v1/cameras': 428,
  'GET /operator/v1/cameras/{camera_id}': 404,
  'PATCH /operator/v1/cameras/{camera_id}': 428,
  'DELETE /operator/v1/cameras/{camera_id}': 428,
  'POST /operator/v1/cameras/{camera_id}/relearn': 404,
  'PUT /operator/v1/cameras/{camera_id}/zones': 428,
  'GET /operator/v1/cameras/{camera_id}/look': 404,
  'GET /operator/v1/cameras/{camera_id}/look/{picture}': 422,
  'POST /operator/v1/probe': 422,
  'POST /operator/v1/cameras/find': 422,
  'GET /operator/v1/detectors': 200,
  'POST /operator/v1/cameras/{camera_id}/detector-test': 422,
  'POST /operator/v1/models/{model}/install': 404,
  'GET /operator/v1/models/{model}/install': 404,
  'DELETE /operator/v1/models/{model}/install': 404,
  'POST /operator/v1/head-office': 403,
  'DELETE /operator/v1/head-office': 403,
  'GET /operator/v1/gym': 200,
  'POST /operator/v1/rooms': 428,
  'PATCH /operator/v1/rooms/{room_id}': 428,
  'DELETE /operator/v1/rooms/{room_id}': 428,
  'GET /operator/v1/sessions/{session_id}/findings': 404,
  'PUT /operator/v1/sessions/{session_id}/correction': 422,
  'DELETE /operator/v1/sessions/{session_id}/correction': 404,
  'PUT /operator/v1/sessions/{session_id}/true-count': 422,
  'DELETE /operator/v1/sessions/{session_id}/true-count': 404,
  'GET /operator/v1/corrections': 200,
  'GET /operator/v1/true-counts': 200,
  'GET /operator/v1/calibration': 200,
  'POST /operator/v1/uploads': 422,
  'POST /operator/v1/previews': 422,
  'POST /operator/v1/imports': 422,
  'GET /operator/v1/imports': 200,
  'POST /operator/v1/imports/{import_id}/undo': 422,
  'POST /operator/v1/files': 403,
  'GET /operator/v1/trainer-joins': 200,
  'DELETE /operator/v1/trainer-joins/{join_id}': 422,
  'GET /operator/v1/sources': 200,
  'POST /operator/v1/sources': 428,
  'PATCH /operator/v1/sources/{source_id}': 428,
  'DELETE /operator/v1/sources/{source_id}': 428,
  'POST /operator/v1/sources-probe': 422,
  'GET /operator/v1/sessions/{session_id}/bookings': 404,
  'GET /operator/v1/keys': 200,
  'POST /operator/v1/keys': 422,
  'DELETE /operator/v1/keys/{key_id}': 404,
  'GET /operator/v1/sign-ins': 200,
  'DELETE /operator/v1/sign-ins/{sign_in_id}': 404,
  'DELETE /operator/v1/sign-ins': 200,
  'POST /operator/v1/screens': 422,
  'POST /operator/v1/setup-codes': 403,
  'GET /operator/v1/deliveries': 200,
  'GET /operator/v1/notifications': 200,
  'POST /operator/v1/notifications': 428,
  'DELETE /operator/v1/notifications/{channel_id}': 428,
  'PUT /operator/v1/mail': 428,
  'POST /operator/v1/notifications/replay': 200,
  'POST /operator/v1/notifications/{channel_id}/test': 404,
  'GET /operator/v1/audit': 200,
  'GET /operator/v1/configuration': 200,
  'GET /operator/v1/storage': 200,
};

/** What the hand of whoever owns the data folder is answered where that is not what an owner is. */
const HAND: Readonly<Record<string, number>> = {
  'POST /operator/v1/files': 422,
  'POST /operator/v1/setup-codes': 200,
  'POST /operator/v1/head-office': 422,
  'DELETE /operator/v1/head-office': 400,
};

const rows = OWNER_TABLE.map(({ name }) => name.replace(' ', ` ${PREFIX}`));
/** Method and target of a row, whose things are not there. */
const askedBy = (row: string) => row.replaceAll(/\{\w+\}/g, 'nothing').split(' ');

it('all that the program serves has its row here, or in the public table, whose matrix is next to this one', async () => {
  const { ask } = await operatorWorld();
  const served = Object.keys((await ask('/metrics')).body.endpoints);
  const table: { method: string; path: string }[] = (await ask('/nothing')).body.endpoints;
  const listed = table.map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...listed, ...Object.keys(OWNER)].toSorted());
});

it('lets owners in and no one else', async () => {
  // All of them ask from one address, and each key once a route, as fast as this computer can.
  const world = await operatorWorld(`${FILE}${RATES}`);
  const keyOf = async (role: NewKey['role']) => ({ 'X-Api-Key': await world.key(role) });
  /** A new sign-in each time, since one of the routes ends them all. */
  const browserOf = async (role: NewKey['role'], Origin = world.url) => {
    return { Cookie: await world.signIn(role), Origin };
  };
  const owner = await keyOf('owner');
  const refused: Readonly<Record<string, readonly [Record<string, string>, number]>> = {
    manager: [await keyOf('manager'), 403],
    screen: [await keyOf('screen'), 403],
    free: [await keyOf('free'), 403],
    none: [{}, 401],
    unknown: [{ 'X-Api-Key': 'tk_unknown' }, 401],
    sandbox: [{ 'X-Sandbox': 'true', ...owner }, 403],
    'foreign page': [await browserOf('owner', 'https://elsewhere.example'), 403],
  };
  const seen: unknown[] = [];
  const wanted: unknown[] = [];
  for (const row of rows) {
    const [method = '', target = ''] = askedBy(row);
    const ask = (headers: Record<string, string>) => world.ask(target, { method, headers });
    const check = async (who: string, status: unknown, asking: Promise<{ status: number }>) => {
      wanted.push([row, who, status]);
      seen.push([row, who, (await asking).status]);
    };
    for (const [who, [headers, status]] of Object.entries(refused)) {
      await check(who, status, ask(headers));
    }
    await check('owner', OWNER[row], ask(owner));
    await check('signed-in manager', 403, ask(await browserOf('manager')));
    await check('signed-in owner', OWNER[row], ask(await browserOf('owner')));
    const misled = { method, headers: owner };
    const asking = sent(`${world.url}${target}`, 'http://evil.example', misled);
    await check('owner at a foreign name', 421, asking);
  }
  expect(seen).toEqual(wanted);
});

it('lets commands of this computer in by the token of the lock', async () => {
  const world = await operatorWorld(`${FILE}${RATES}`);
  const lock = await readFile(join(world.folder, 'data', 'turnout.lock'), 'utf8');
  const { token } = JSON.parse(lock) as { token: string };
  expect(token).toMatch(/^tl_[0-9a-f]{64}$/);
  const headers = { Authorization: `Bearer ${token}` };
  const seen: Record<string, unknown> = {};
  for (const row of rows) {
    const [method = '', target = ''] = askedBy(row);
    seen[row] = (await world.ask(`${target}?gym=north`, { method, headers })).status;
  }
  expect(seen).toEqual({ ...OWNER, ...HAND });
  const asked = async (target: string, more: object, named = '') =>
    (await world.ask(`${target}${named}`, { headers: { ...headers, ...more } })).status;
  const keys = '/operator/v1/keys';
  for (const [about, status, target, more, query] of [
    ['a part of the token', 401, keys, { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['of a page', 403, keys, { Origin: world.url }],
    ['of a page that hides where it is', 403, keys, { Origin: 'null' }],
    ['in the sandbox', 403, keys, { 'X-Sandbox': 'true' }],
    ['in the address', 400, keys, { Authorization: '' }, `?token=${token}`],
    ['an unknown gym', 404, keys, {}, '?gym=nowhere'],
    ['none of two gyms', 404, '/operator/v1/gym', {}],
    ['figures of the gym', 401, '/v1/summary', {}],
  ] as const) {
    expect([about, await asked(target, more, query)]).toEqual([about, status]);
  }
  expect((await world.ask('/v1/status', { headers })).body.scope).toBe('installation');
  for (const host of ['http://evil.example', 'http://192.168.1.7', 'http://box.local']) {
    const { status } = await sent(`${world.url}${keys}`, host, { headers });
    expect([403, 421], host).toContain(status);
    expect((await sent(`${world.url}/v1/status`, host, { headers })).status, host).toBe(403);
  }
  expect(world.told.join('\n')).not.toContain(token);
});
