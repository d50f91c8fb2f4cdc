/** Links for spreadsheets and calendars: made and withdrawn on a page, followed without a key. */

import { expect, it } from 'vitest';
import type { Role } from '../../../../store/access/key.ts';
import { classSession, counted } from '../../../support/classes.ts';
import { gymView } from '../../../support/gym-view.ts';
import { parseText } from '../../../support/schedules.ts';
import { DAY_MS } from '../../../support/times.ts';
import { startSite } from './sign-in/site.fixture.ts';

const NEW = { name: 'Budget', kind: 'trainers', days: '30' };

async function opened(role: Role = 'owner', said: Parameters<typeof startSite>[0] = {}) {
  const site = await startSite(said);
  const browser = await site.signedIn(role);
  const make = async (fields = {}) => {
    const posted = await browser.post('/links', { ...NEW, ...fields });
    const to = posted.headers.get('location');
    const answer = to === null ? posted : await browser.ask(to);
    const page = await answer.text();
    return { answer, to: to ?? '', page, path: /\/x\/tx_\w{32}/.exec(page)?.[0] ?? '' };
  };
  const follow = (path: string, headers = {}) => fetch(`${site.server.url}${path}`, { headers });
  const read = async (fields = {}) => (await follow((await make(fields)).path)).text();
  return { site, browser, make, follow, read };
}

it('a link shows its rows to whoever has it, is shown once, and is withdrawn', async () => {
  const { site, browser, make, follow } = await opened();
  const { answer, to, page, path } = await make();
  expect(page).toContain(`=IMPORTDATA(&quot;${site.server.url}${path}&quot;)`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const csv = await follow(path);
  expect([csv.status, csv.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  expect(csv.headers.get('cache-control')).toBe('private, no-cache');
  const text = await csv.text();
  expect(text).toMatch(/^trainer,trainer_name,held,/);
  expect(text).toContain('Bob');
  const same = await follow(path, { 'If-None-Match': csv.headers.get('etag') ?? '' });
  expect(same.status).toBe(304);
  const list = await browser.read(to);
  expect(list).toContain('>Budget<');
  expect(list).not.toContain('tx_');
  const id = /name="withdraw" value="(\w+)"/.exec(list)?.[1] ?? '';
  await browser.post('/links', { withdraw: id });
  expect((await follow(path)).status).toBe(404);
  const lines = await site.history.access.audit({ gymId: 'north', limit: 10 });
  expect(lines.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['link_withdrawn', 'link_made', 'trainer_seen']),
  );
  expect(JSON.stringify([lines, site.log.lines])).not.toContain(path.slice(3));
});

it('a link ends by itself, and with its key; a key or a token is none', async () => {
  const { site, browser, make, follow } = await opened();
  const { key } = browser;
  const [first, second] = [(await make()).path, (await make({ days: '90' })).path];
  site.clock.stepWallClock(30 * DAY_MS);
  expect([(await follow(first)).status, (await follow(second)).status]).toEqual([404, 200]);
  await site.access.revokeKey(key.id, 'test');
  for (const path of [second, `/x/${key.secret}`, `/x/tx_${'0'.repeat(32)}`, '/x/%00']) {
    expect(await (await follow(path)).json()).toMatchObject({ code: 'not_found' });
  }
  const shown = { Authorization: `Bearer ${second.slice(3)}` };
  expect((await follow('/v1/summary', shown)).status).toBe(401);
});

it('a link sees what its key sees: a trainer the own classes, without money', async () => {
  const { make, read } = await opened('trainer');
  const text = await read();
  expect(text).toContain('Anna Kovacs');
  expect(text).not.toContain('Bob');
  const calendar = await read({ kind: 'calendar' });
  expect(calendar).toContain('SUMMARY:Spin');
  expect(calendar).not.toContain('Pump');
  const { answer, page } = await make({ kind: 'query', query: '{"measures":["profit"]}' });
  expect([answer.status, page]).toEqual([422, expect.stringContaining('role="alert"')]);
});

it('a link hides small counts where files do', async () => {
  const session = classSession({ id: 'one', name: 'Spin', attendance: counted(1) });
  const north = gymView({ gym: { id: 'north', hidesSmallCounts: true }, sessions: [session] });
  const { read } = await opened('owner', { north });
  expect(await read({ kind: 'calendar' })).toContain('Spin: 3 of');
  const csv = await read({ kind: 'query', query: '{"measures":["attended"]}' });
  expect(csv.split('\r\n')[1]).toMatch(/^3,/);
});

it('a link is a calendar that is read back, whatever the names are', async () => {
  const name = `Barre; "Flow", \\ ${'ü'.repeat(60)}\n2`;
  const session = classSession({ id: 'one', name, attendance: counted(7) });
  const ended = classSession({ id: 'off', name: '=Off', isCancelled: true });
  const north = gymView({ gym: { id: 'north' }, sessions: [session, ended] });
  const { make, follow } = await opened('owner', { north });
  const answer = await follow((await make({ kind: 'calendar' })).path);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await answer.text();
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const window = { fromUtcMs: Date.UTC(2026, 0), toUtcMs: Date.UTC(2027, 0) };
  const { entries } = parseText(text, { window });
  const written = expect.stringContaining(`Barre; "Flow", \\ ${'ü'.repeat(60)} 2: 7 of 20`);
  expect(entries.map((one) => [one.externalId, one.name, one.isCancelled]).toSorted()).toEqual([
    ['off@turnout', '=Off: cancelled', true],
    ['one@turnout', written, false],
  ]);
});

it.each([
  [{ name: ' ' }, 'Give the link a name'],
  [{ days: '31' }, 'Give the link a name'],
  [{ kind: 'all' }, 'Say what the link shows'],
  [{ kind: 'query', query: '{"measures":' }, 'JSON decode error'],
  [{ kind: 'query', query: '{"measures":["people"]}' }, 'at measures, 0'],
  [{ kind: 'query', query: '{"measures":["held"],"where":[["class","is",["x"]]]}' }, 'x'],
])('the page of links says what is wrong in %j, and keeps what was typed', async (fields, told) => {
  const { make } = await opened();
  const { answer, page } = await make(fields);
  expect([answer.status, page]).toEqual([422, expect.stringContaining(told)]);
  expect(page).not.toContain('tx_');
});

it('the page of links asks for the key again before it makes one, refuses other sites and screens', async () => {
  const { site, browser, make } = await opened();
  const evil = { Origin: 'http://evil.test', 'Sec-Fetch-Site': 'cross-site' };
  const foreign = await browser.post('/links', NEW, evil);
  expect(await foreign.text()).not.toContain('/x/tx_');
  site.clock.stepWallClock(31 * 60_000);
  expect((await make()).answer.status).toBe(401);
  expect((await browser.ask('/links')).status).toBe(200);
  const screen = await site.signedIn('screen');
  expect((await screen.post('/links', NEW)).status).toBe(403);
});

it('the page of links lists the links of all for an owner, of the own key for others, of no other gym', async () => {
  const { site, browser, make } = await opened('manager');
  await make();
  const names = async (role: Role, gym?: string) => {
    const other = await site.signedIn(role, gym);
    return (await other.read('/links')).includes('>Budget<');
  };
  expect((await browser.read('/links')).includes('>Budget<')).toBe(true);
  const others = [await names('manager'), await names('trainer'), await names('owner', 'demo')];
  expect([await names('owner'), ...others]).toEqual([true, false, false, false]);
});
