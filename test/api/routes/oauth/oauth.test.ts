import { createHash } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { formTargetsOf } from '../../../../api/routes/oauth/authorize.ts';
import { createOAuth } from '../../../../store/access/oauth/oauth.ts';
import { openWorld } from '../../../store/access/access.fixture.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { gymView } from '../../../support/gym-view.ts';
import { hiddenFields, readHtml } from '../../../support/read-html.ts';
import { startService } from '../../../support/service.ts';

const REDIRECT = 'https://app.example/callback';
const VERIFIER = 'v'.repeat(64);
const FORM = 'application/x-www-form-urlencoded';
const REQUEST = {
  response_type: 'code',
  redirect_uri: REDIRECT,
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'a state & more',
};

/** The service with one client and one key, both real. */
async function open() {
  const { access, clock, log } = await openWorld();
  const oauth = createOAuth({ access, clock, log });
  const gyms = gymSource([gymView({ gym: { id: 'demo' } })]);
  const service = await startService({ gyms, access, oauth });
  onTestFinished(() => service.close());
  const { secret } = await access.createKey({ gymId: 'demo', role: 'manager', by: 'test' });
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${service.url}${path}`, { redirect: 'manual', ...init });
  const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  const register = (metadata: object) => {
    const headers = { 'content-type': 'application/json' };
    return send('/oauth/register', { method: 'POST', headers, body: JSON.stringify(metadata) });
  };
  const redirect_uris = [REDIRECT, 'http://localhost/callback'];
  const registered = await register({ redirect_uris, client_name: 'Test <b>assistant</b>' });
  const { client_id: clientId } = (await registered.json()) as { readonly client_id: string };
  return { access, service, base: service.url, send, post, register, secret, clientId };
}

let world: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  world = await open();
});

const target = (changes: Readonly<Record<string, string>> = {}) => {
  const { base: resource, clientId: client_id } = world;
  return `/oauth/authorize?${new URLSearchParams({ ...REQUEST, resource, client_id, ...changes })}`;
};

/** The fields of the form on the page. */
const form = async () => hiddenFields(await (await world.send(target())).text());

/** What a person answers to the page: its fields with `fields` in place of some. */
async function answered(fields: Readonly<Record<string, string>>, headers = {}) {
  return world.post('/oauth/authorize', { ...(await form()), ...fields }, headers);
}

/** What every answer to a client has. */
const said = () => ({ state: REQUEST.state, iss: world.base });
const locationOf = ({ headers }: Response) => new URL(headers.get('location') ?? '');

/** What the token endpoint gives for the code that is given to whoever answers the page so. */
async function exchange(
  fields: Readonly<Record<string, string>> = { decision: 'key', api_key: world.secret },
) {
  const answer = await world.post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: world.clientId,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    code: locationOf(await answered(fields)).searchParams.get('code') ?? '',
    resource: world.base,
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  expect(tokens).toEqual({
    access_token: expect.stringMatching(/^ta_\w{32}$/),
    token_type: 'Bearer',
    expires_in: 3_600,
    refresh_token: expect.stringMatching(/^tr_\w{48}$/),
    scope: 'figures',
  });
  return tokens;
}

const summary = (token: string) =>
  world.service.get('/v1/summary', { headers: { Authorization: `Bearer ${token}` } });

it.each([
  ['an unknown client', { client_id: 'client_unknown' }],
  ['another redirect address', { redirect_uri: 'https://evil.example/callback' }],
])('the page for consent says what is wrong with %s, and leads nowhere', async (_case, changes) => {
  const page = await world.send(target(changes));
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('This sign-in can’t go on');
});

it('the page for consent refuses parameters that come twice', async () => {
  for (const twice of ['redirect_uri', 'client_id', 'state', 'resource', 'foo']) {
    const page = await world.send(`${target({ foo: 'a' })}&${twice}=b`);
    expect([page.status, page.headers.get('location')], twice).toEqual([400, null]);
  }
});

it('the page for consent sends what is wrong back to a client here', async () => {
  const redirect_uri = 'http://localhost:40123/callback';
  const answer = await world.send(target({ response_type: 'token', redirect_uri }));
  const location = locationOf(answer);
  expect([answer.status, `${location.origin}${location.pathname}`]).toEqual([303, redirect_uri]);
  const fault = { error: 'unsupported_response_type', error_description: expect.any(String) };
  expect(Object.fromEntries(location.searchParams)).toEqual({ ...fault, ...said() });
});

it('the page for consent leads nobody elsewhere without a click', async () => {
  const page = await world.send(target({ response_type: 'token' }));
  const text = await page.text();
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  const [, link = ''] = /<a href="(https:[^"]*)"/.exec(text) ?? [];
  const { origin, searchParams } = new URL(readHtml(link));
  const told = { error: 'unsupported_response_type', ...said() };
  expect([origin, Object.fromEntries(searchParams)]).toMatchObject(['https://app.example', told]);
});

it('the answer of a person with a free key spends lookups of a new one', async () => {
  const { access_token } = await exchange({ decision: 'free' });
  expect((await summary(access_token)).status).toBe(200);
  const [key] = world.access.keys('demo').filter(({ role }) => role === 'free');
  expect(world.access.lookupsLeft(key?.id ?? '')).toBe(99);
  expect(key?.label).toBe('Test <b>assistant</b>');
});

it('the answer of a person that is no goes back to the client as such', async () => {
  const { searchParams } = locationOf(await answered({ decision: 'deny' }));
  const told = Object.fromEntries(searchParams);
  expect(told).toMatchObject({ error: 'access_denied', ...said() });
  expect(told).not.toHaveProperty('code');
});

it.each<[string, Record<string, string>, number, headers?: object]>([
  ['an unknown key', { decision: 'key', api_key: `tk_${'a'.repeat(32)}` }, 401],
  ['no key', { decision: 'key' }, 401],
  ['no decision', {}, 400],
  ['an old form', { decision: 'free', csrf_token: '' }, 400],
  ['a changed state', { decision: 'free', state: 'another' }, 400],
  ['a changed resource', { decision: 'free', resource: 'https://app.example/mcp' }, 400],
  ['another redirect', { decision: 'free', redirect_uri: 'https://evil.example/' }, 400],
  ['a foreign page', { decision: 'free' }, 403, { Origin: 'https://evil.example' }],
])(
  'the answer of a person with %s says why, leads nowhere, and makes no key',
  async (_case, changes, status, headers = {}) => {
    const answer = await answered(changes, headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
    const text = await answer.text();
    expect(text).toContain('role="alert"');
    const isAtKey = /aria-invalid="true"[^>]*aria-describedby="fault key-hint"/.test(text);
    expect([isAtKey, text.includes('<b>')]).toEqual([status === 401, false]);
    expect(world.access.keys('demo')).toHaveLength(1);
  },
);

it('a person can guess 20 keys a minute', async () => {
  const asked = await form();
  const statuses: number[] = [];
  for (let tried = 0; tried < 21; tried += 1) {
    const guess = { ...asked, decision: 'key', api_key: `guess ${tried}` };
    statuses.push((await world.post('/oauth/authorize', guess)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(401), 429]);
});

const CODE = { grant_type: 'authorization_code' };
it.each<[string, object | string, string, headers?: object]>([
  ['no code', CODE, 'invalid_request'],
  ['another client', { ...CODE, client_id: 'who', code: 'tc_x' }, 'invalid_client'],
  ['no grant', {}, 'invalid_request'],
  ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['a password', { client_secret: 'secret' }, 'invalid_client'],
  ['a password in a header', {}, 'invalid_client', { Authorization: `Basic ${btoa('a:b')}` }],
  ['JSON', '{}', 'invalid_request', { 'content-type': 'application/json' }],
  ['a parameter twice', 'grant_type=refresh_token&grant_type=refresh_token', 'invalid_request'],
  ['a very large body', `code=${'a'.repeat(32 * 1024)}`, 'invalid_request'],
])('the token endpoint refuses %s', async (_, given, error, more = {}) => {
  const known = { client_id: world.clientId, code_verifier: 'x' };
  const body = typeof given === 'string' ? given : `${new URLSearchParams({ ...known, ...given })}`;
  const headers = { 'content-type': FORM, ...more };
  const answer = await world.send('/oauth/token', { method: 'POST', body, headers });
  const told = { error, error_description: expect.stringMatching(/^[ !#-[\]-~]+$/) };
  expect(await answer.json()).toEqual(told);
  const inHeader = 'Authorization' in more;
  expect(answer.status).toBe(inHeader ? 401 : 400);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    ...(inHeader && { 'www-authenticate': expect.stringMatching(/^Basic /) }),
  });
});

it('registration gives an id and no secret, whatever is asked for', async () => {
  const answer = await world.register({
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'client_secret_basic',
    client_id: 'client_mine',
    scope: 'everything',
  });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(await answer.json()).toEqual({
    client_id: expect.stringMatching(/^client_\w{24}$/),
    client_name: 'app.example',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
});

it('the answer of a person with a key leads to figures until revocation, which is content with anything else', async () => {
  const tokens = await exchange();
  const revoke = (token: string, client_id = world.clientId) =>
    world.post('/oauth/revoke', { token, client_id, token_type_hint: 'nonsense' });
  expect((await revoke('unknown')).status).toBe(200);
  expect((await revoke(tokens.access_token, 'client_other')).status).toBe(200);
  expect((await summary(tokens.access_token)).status).toBe(200);
  expect((await revoke(tokens.refresh_token)).status).toBe(200);
  expect((await summary(tokens.access_token)).status).toBe(401);
});

it.each([
  ['https://reader.example/callback', ['https:']],
  ['http://127.0.0.1:33418/callback', ['https:', 'http://127.0.0.1:33418']],
  ['http://localhost/callback', ['https:', 'http://localhost:80']],
  ['http://[::1]:8080/callback', ['https:', 'http:']],
  ['cursor://anysphere.cursor-mcp/oauth', ['https:', 'cursor:']],
  ["http://h';script-src/", ['https:', 'http:']],
])('where the answer to a form leads after %s is our own place and %s', (redirectUri, sources) => {
  expect(formTargetsOf(redirectUri)).toEqual(sources);
});
