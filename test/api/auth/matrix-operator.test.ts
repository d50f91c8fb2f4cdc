/** Who may operate the installation: every operator route × every role, each cell stated. A route without a row fails here. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OWNER_TABLE, PREFIX } from '../../../api/routes/owner/table.ts';
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

/** What commands on this computer ask: by the token of the lock, and by no other credential. */
const COMMANDS = 'POST /operator/v1/commands/{operation}';

const rows = OWNER_TABLE.map(({ name }) => name.replace(' ', ` ${PREFIX}`));

it('every route has its row, and every row its route', () => {
  expect(Object.keys(OWNER).toSorted()).toEqual(rows.toSorted());
});

it('all that the program serves is here, or in the public table, whose matrix is next to this one', async () => {
  const { ask } = await operatorWorld();
  const served = Object.keys((await ask('/metrics')).body.endpoints);
  const table: { method: string; path: string }[] = (await ask('/nothing')).body.endpoints;
  const listed = table.map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...listed, ...Object.keys(OWNER), COMMANDS].toSorted());
});

it('lets owners in and no one else', async () => {
  // All of them ask from one address, and each key once a route, as fast as this computer can.
  const world = await operatorWorld(`${FILE}${RATES}`);
  const key = async (role: 'manager' | 'screen' | 'free') => ({
    'X-Api-Key': await world.key(role),
  });
  const ownerKey = await world.key('owner');
  const page = { Origin: world.url };
  const refused: Readonly<Record<string, readonly [Record<string, string>, number]>> = {
    manager: [await key('manager'), 403],
    screen: [await key('screen'), 403],
    free: [await key('free'), 403],
    none: [{}, 401],
    unknown: [{ 'X-Api-Key': 'tk_unknown' }, 401],
    sandbox: [{ 'X-Sandbox': 'true', 'X-Api-Key': ownerKey }, 403],
    'foreign page': [
      { Cookie: await world.signIn('owner'), Origin: 'https://elsewhere.example' },
      403,
    ],
  };
  const seen: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const row of rows) {
    const [method = '', template = ''] = row.split(' ');
    const target = template.replaceAll(/\{\w+\}/g, 'nothing');
    for (const [who, [headers, status]] of Object.entries(refused)) {
      wanted[`${row} ${who}`] = status;
      seen[`${row} ${who}`] = (await world.ask(target, { method, headers })).status;
    }
    wanted[`${row} owner`] = OWNER[row];
    const headers = { 'X-Api-Key': ownerKey };
    seen[`${row} owner`] = (await world.ask(target, { method, headers })).status;
    const manager = { Cookie: await world.signIn('manager'), ...page };
    wanted[`${row} signed-in manager`] = 403;
    seen[`${row} signed-in manager`] = (
      await world.ask(target, { method, headers: manager })
    ).status;
    const misled = { headers: { 'X-Api-Key': ownerKey }, method };
    wanted[`${row} owner at a foreign name`] = 421;
    seen[`${row} owner at a foreign name`] = (
      await sent(`${world.url}${target}`, 'http://evil.example', misled)
    ).status;
    // At a browser as with the key; a new sign-in each time, since one of the routes ends them all.
    const Cookie = await world.signIn('owner');
    wanted[`${row} signed-in owner`] = OWNER[row];
    const asked = await world.ask(target, { method, headers: { Cookie, ...page } });
    seen[`${row} signed-in owner`] = asked.status;
  }
  expect(seen).toEqual(wanted);
});

it('lets commands of this computer in by the token of the lock, and no one else', async () => {
  const world = await operatorWorld();
  const lock = await readFile(join(world.folder, 'data', 'turnout.lock'), 'utf8');
  const { token } = JSON.parse(lock) as { token: string };
  expect(token).toMatch(/^tl_[0-9a-f]{64}$/);
  const target = '/operator/v1/commands/key.list';
  const method = 'POST';
  const body = '{"gym":null}\n';
  const asked = async (headers: Record<string, string>) =>
    (await world.ask(target, { method, body, headers })).status;
  const own = { Authorization: `Bearer ${token}` };
  const page = { Origin: world.url };
  expect({
    token: await asked(own),
    'token of a page': await asked({ ...own, ...page }),
    owner: await asked({ 'X-Api-Key': await world.key('owner') }),
    'signed-in owner': await asked({ Cookie: await world.signIn('owner'), ...page }),
    manager: await asked({ 'X-Api-Key': await world.key('manager') }),
    screen: await asked({ 'X-Api-Key': await world.key('screen') }),
    free: await asked({ 'X-Api-Key': await world.key('free') }),
    none: await asked({}),
    unknown: await asked({ Authorization: `Bearer ${token}0` }),
    sandbox: await asked({ 'X-Sandbox': 'true' }),
  }).toEqual({
    token: 200,
    'token of a page': 403,
    owner: 403,
    'signed-in owner': 403,
    manager: 403,
    screen: 403,
    free: 403,
    none: 403,
    unknown: 403,
    sandbox: 403,
  });
  const foreign = await sent(`${world.url}${target}`, 'http://evil.example', {
    method,
    headers: own,
  });
  expect(foreign.status).toBe(421);
  // It opens nothing else.
  expect((await world.ask('/operator/v1/keys', { headers: own })).status).toBe(401);
  expect((await world.ask('/v1/summary', { headers: own })).status).toBe(401);
  expect(world.told.join('\n')).not.toContain(token);
});

it('lets no page of another origin read an answer', async () => {
  const { headers } = await (await operatorWorld()).owner('GET', '/cameras');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});
