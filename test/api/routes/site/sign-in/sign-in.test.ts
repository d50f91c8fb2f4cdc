/** Browsers sign in, are let in and are let go. */

import { beforeEach, expect, it } from 'vitest';
import { type SiteWorld, startSite } from './site.fixture.ts';

const HOST_COOKIE = /^__Host-turnout=\w{32}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/;
const PLAIN_COOKIE = /^turnout=\w{32}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/;
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15';

let site: SiteWorld;
beforeEach(async () => {
  site = await startSite();
});

it('a key opens the page that was wanted, and no other page before', async () => {
  const { secret, id } = await site.key('manager');
  const browser = site.browser();
  const closed = await browser.ask('/money?of=x');
  expect(closed.status).toBe(401);
  expect(closed.headers.get('www-authenticate')).toBe('Form realm="turnout"');
  const form = await closed.text();
  expect(form).toContain('<h1>Sign in</h1>');
  expect(form).toContain('value="/money?of=x"');
  expect(form).not.toContain('Pump');
  const answer = await browser.signIn(` ${secret}\n`, '/money?of=x');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/money?of=x']);
  expect(browser.setCookies).toEqual([expect.stringMatching(HOST_COOKIE)]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await browser.ask('/money');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-cache');
  expect(page.headers.get('vary')).toBe('Accept, Cookie');
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  const text = await page.text();
  expect(text).toContain('Pump');
  expect(text).toContain('Sign out');
  expect(text).not.toContain('This is the demo');
  expect(await site.history.access.audit({ gymId: 'north', limit: 1 })).toMatchObject([
    { kind: 'signed_in', by: id },
  ]);
});

it('a signed-in browser asks /v1 and /ask without a charge; a key that is shown beside it wins', async () => {
  const limit = { gymId: 'north', role: 'manager', lookupLimit: 1, by: 'test' } as const;
  const limited = await site.access.createKey(limit);
  const browser = site.browser();
  await browser.signIn(limited.secret);
  const json = { headers: { Accept: 'application/json' } };
  for (const path of ['/v1/summary', '/v1/summary', '/ask?query=how+many+came+today']) {
    const answer = await browser.ask(path, json);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('vary')).toContain('Cookie');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
  expect(site.access.lookupsLeft(limited.key.id)).toBe(1);
  const other = await browser.ask('/v1/summary', { headers: { 'X-Api-Key': 'tk_wrong' } });
  expect(other.status).toBe(401);
  const sandbox = await browser.ask('/v1/summary', { headers: { 'X-Sandbox': 'true' } });
  expect(sandbox.headers.get('x-sandbox')).toBe('true');
});

it('a page of another origin asks nothing in its name: not of a site, nor of another port of this host', async () => {
  const browser = await site.signedIn('owner');
  const { secret } = browser.key;
  const port = Number(new URL(site.server.url).port);
  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: `http://127.0.0.1:${port + 1}` },
    { Origin: `http://127.0.0.1:${port + 1}` },
    { Origin: 'null' },
  ];
  const body = JSON.stringify({ measures: ['attended'] });
  for (const headers of foreign) {
    expect((await browser.ask('/v1/summary', { headers })).status).toBe(403);
    expect((await browser.ask('/v1/live', { headers })).status).toBe(403);
    expect((await browser.ask('/v1/query', { method: 'POST', body, headers })).status).toBe(403);
    for (const [path, fields] of [
      ['/sign-out', {}],
      ['/sign-ins', { end: 'all', key: secret }],
      ['/sign-in', { key: secret }],
    ] as const) {
      const form = new URLSearchParams(fields);
      const refused = await browser.ask(path, { method: 'POST', body: form, headers });
      expect([path, refused.status]).toEqual([path, 403]);
    }
  }
  // A form of a browser always tells where it comes from.
  const bare = await browser.ask('/sign-out', { method: 'POST', body: new URLSearchParams() });
  expect(bare.status).toBe(403);
  expect((await browser.ask('/v1/query', { method: 'POST', body })).status).toBe(403);
  expect(site.access.signIns.list()).toHaveLength(1);
  // A link from a mail leads to a page; it changes nothing.
  const link = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
  expect((await browser.ask('/week', link)).status).toBe(200);
  expect((await browser.ask('/sign-out', link)).status).toBe(303);
  expect((await browser.ask('/week')).status).toBe(200);
});

it('signing out ends the sign-in and its streams; what the browser showed is good for nothing', async () => {
  const browser = await site.signedIn('manager');
  const [, shown = ''] = [...browser.cookies][0] ?? [];
  const live = await browser.ask('/v1/live', { headers: { Accept: 'text/event-stream' } });
  expect(live.headers.get('access-control-allow-origin')).toBeNull();
  const told = live.text();
  const out = await browser.post('/sign-out');
  expect([out.status, out.headers.get('location')]).toEqual([303, '/sign-in']);
  expect(browser.setCookies).toHaveLength(2);
  expect(browser.cookies.size).toBe(0);
  expect(await told).toMatch(/event: bye\ndata: \{"reason":"signed_out"\}\n\n$/);
  browser.cookies.set('__Host-turnout', shown);
  expect((await browser.ask('/')).status).toBe(401);
  const again = await browser.ask('/v1/summary');
  expect([again.status, await again.json()]).toMatchObject([401, { code: 'invalid_credentials' }]);
  expect((await browser.ask('/ask?query=how+many+came')).status).toBe(401);
});

const plain = (origin: string) => ({ origin, tellsSite: false });
const known = { allowedHosts: ['turnout.gym.example'] };
const secure = (origin: string) => ({ origin });
const gym = { publicUrl: 'https://gym.example' };
it.each([
  ['this computer', {}, {}, HOST_COOKIE],
  ['this computer in Safari, which keeps no such cookie', {}, { agent: SAFARI }, PLAIN_COOKIE],
  ['https', gym, secure('https://gym.example'), HOST_COOKIE],
  ['https by a proxy', known, secure('https://turnout.gym.example'), HOST_COOKIE],
  ['a private address', {}, plain('http://192.168.1.20:8080'), PLAIN_COOKIE],
  ['a name without a dot', {}, plain('http://nas:8080'), PLAIN_COOKIE],
  ['a configured name', known, plain('http://turnout.gym.example'), PLAIN_COOKIE],
] as const)('the cookie has the form that a browser keeps at %s', async (_, served, said, form) => {
  site = await startSite(served);
  const browser = site.browser(said);
  const answer = await browser.signIn((await site.key('manager')).secret);
  expect(answer.status).toBe(303);
  expect(browser.setCookies).toEqual([expect.stringMatching(form)]);
  expect((await browser.ask('/week')).status).toBe(200);
});

it.each([
  ['http://gym.example', 403],
  ['http://203.0.113.7:8080', 421],
  ['https://other.example', 421],
] as const)(
  'the cookie is not given out at %s, where a key is not even asked for',
  async (origin, status) => {
    site = await startSite({ publicUrl: 'http://gym.example' });
    const { secret } = await site.key('manager');
    const browser = site.browser({ origin, tellsSite: false });
    const page = await browser.ask('/');
    expect(page.status).toBe(status);
    expect(await page.text()).not.toContain('name="key"');
    expect((await browser.signIn(secret)).status).toBe(status);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.ask('/screen')).status).toBe(status);
  },
);

it('the cookie is a new one with each sign-in: one that was planted, or shown before, ends', async () => {
  const [thief, victim] = [site.browser(), site.browser()];
  await thief.signIn((await site.key('manager')).secret);
  const planted = [...thief.cookies][0] ?? ['', ''];
  victim.cookies.set(planted[0], planted[1]);
  victim.cookies.set('turnout', 'A'.repeat(32));
  await victim.signIn((await site.key('owner')).secret);
  expect(victim.cookies.get('__Host-turnout')).not.toBe(planted[1]);
  expect((await thief.ask('/')).status).toBe(401);
  expect((await victim.ask('/sign-ins')).status).toBe(200);
});

it('the cookie counts for nothing where there are two of one name', async () => {
  const [one, other] = [await site.signedIn('manager'), await site.signedIn('manager')];
  const texts = [one, other].map(({ cookies }) => `__Host-turnout=${[...cookies.values()][0]}`);
  const both = { headers: { Cookie: texts.join('; ') } };
  expect((await site.browser().ask('/', both)).status).toBe(401);
  // Cookies of other programs on the same computer come along, and mean nothing.
  const others = { headers: { Cookie: `turnout=x; a=b; ${texts[0]}; theme=dark` } };
  expect((await site.browser().ask('/', others)).status).toBe(200);
});

it('guessing ends at ten tries a minute of an address, whatever is tried, and is counted and not written down', async () => {
  const browser = site.browser();
  const guess = `tk_${'Zq9'.repeat(10)}ab`;
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) {
    statuses.push((await browser.signIn(tries % 2 === 0 ? guess : '1234 5678')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const last = await browser.signIn((await site.key('owner')).secret);
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60']);
  await site.clock.advance(60_000);
  expect((await browser.signIn((await site.key('owner')).secret)).status).toBe(303);
  const metrics = await browser.ask('/metrics', { headers: { Accept: 'text/plain' } });
  expect(await metrics.text()).toContain('turnout_sign_in_tries_total{result="refused"} 10');
  expect(JSON.stringify(site.log.lines)).not.toContain('Zq9');
  await site.access.signIns.flush();
  const lines = await site.history.access.audit({ limit: 50 });
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'sign_in_refused' }));
  expect(JSON.stringify(lines)).not.toContain('Zq9');
});

it('signing in leads nowhere but to our own pages', async () => {
  const { secret } = await site.key('manager');
  const header = '/week\r\nSet-Cookie: a=b';
  for (const next of ['https://evil.example/', '//evil.example', header, '/v1/revenue']) {
    await site.clock.advance(60_000);
    const answer = await site.browser().signIn(secret, next);
    expect([next, answer.status, answer.headers.get('location')]).toEqual([next, 303, '/']);
    expect(answer.headers.get('set-cookie')).not.toContain('a=b');
  }
});

it('the set-up code makes the first owner, whose key is shown this once, and is good once', async () => {
  const code = site.access.setUpCodes.make('north');
  const browser = site.browser();
  const answer = await browser.signIn(code);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const [secret = ''] = /tk_\w{32}/.exec(await answer.text()) ?? [];
  expect(site.access.find(secret)?.key).toMatchObject({ gymId: 'north', role: 'owner' });
  expect((await browser.ask('/sign-ins')).status).toBe(200);
  expect((await site.browser().signIn(code)).status).toBe(401);
  expect(await site.history.access.audit({ gymId: 'north', limit: 9 })).toMatchObject([
    { kind: 'signed_in' },
    { kind: 'key_created', by: 'set-up code' },
  ]);
});

it('a free key signs nobody in: it is for programs', async () => {
  const { secret } = await site.access.createKey({ gymId: 'demo', role: 'free', by: 'get-key' });
  expect((await site.browser().signIn(secret)).status).toBe(403);
});

it('the demo as the only gym opens without a key, and is a stranger to an owner page', async () => {
  site = await startSite({ openGym: () => 'demo' });
  const browser = site.browser();
  const page = await browser.read('/');
  expect(page).toContain('Pump');
  expect(page).not.toContain('Sign out');
  // A configured gym of that name is not the drawn one.
  expect(page).not.toContain('This is the demo');
  expect((await browser.ask('/sign-ins')).status).toBe(401);
  for (const [headers, status] of [
    [{ origin: site.server.url }, 200],
    [{ origin: 'https://elsewhere.example' }, 401],
    [{ 'x-api-key': 'tk_nobodys' }, 401],
  ] as const) {
    const live = await fetch(`${site.server.url}/v1/live`, { headers: { ...headers } });
    expect([headers, live.status]).toEqual([headers, status]);
    await live.body?.cancel();
  }
  await browser.signIn((await site.key('manager', 'demo')).secret);
  expect(await browser.read('/')).toContain('Sign out');
});

it('a form whose sign-in has ended says that nothing was saved, and a page that is asked for does not', async () => {
  const body = new URLSearchParams({ attended: '13' });
  for (const [init, isSaid] of [
    [{ method: 'POST', body, headers: { Origin: site.server.url } }, true],
    [{}, false],
  ] as const) {
    const answer = await site.browser().ask('/sessions/cls_1', init);
    expect(answer.status).toBe(401);
    expect((await answer.text()).includes('nothing was saved')).toBe(isSaid);
  }
});
