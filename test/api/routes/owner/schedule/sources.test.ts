/** Feeds over the owner API: tried, added, changed and removed in the file in place; no address comes out. */

import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listening, stopped } from '../../../../support/loopback.ts';
import { until } from '../../../../support/until.ts';
import { FILE, sharedWorld } from '../owner.fixture.ts';

const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const ICS = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:${DAY}T180000Z\r\nDTEND:${DAY}T190000Z\r\nSUMMARY:Yoga\r\nLOCATION:Studio\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
// It is asked until the feed was read.
const world = sharedWorld();
const PATH = 'private-9f8e7d/classes.ics?token=t0psecret';
const LOGIN = { user: 'viewer', password: 's3cret#@' };

/** A calendar behind a login. */
async function calendar() {
  const wanted = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`;
  const server = createServer((request, answer) => {
    if (request.headers.authorization !== wanted) answer.writeHead(401).end();
    else answer.writeHead(request.url === `/${PATH}` ? 200 : 404).end(ICS);
  });
  onTestFinished(() => stopped(server));
  return `http://127.0.0.1:${await listening(server)}/${PATH}`;
}

it('a feed is tried, added with its secrets apart, changed and removed', async () => {
  const { owner, text, secrets, told } = world;
  const url = await calendar();
  const address = { url, ...LOGIN };
  const current = async () => (await owner('GET', '/sources')).body.sources[0];
  const tried = await owner('POST', '/sources-probe', { address, id: 'calendar' });
  expect(tried.body).toMatchObject({ source: 'calendar', format: 'ics', counts: { add: 1 } });
  expect(tried.body.rooms).toEqual([{ name: 'Studio', room: 'studio', nearest: null }]);
  expect((await owner('GET', '/imports')).body.total).toBe(0);

  const added = await owner('POST', '/sources', { id: 'calendar', address, refresh: '1h' }, '*');
  const source = { id: 'calendar', kind: 'web', refresh_ms: 3_600_000 };
  expect(added).toMatchObject({ status: 201, body: { source } });
  const host = new URL(url).host;
  const written = `http://viewer:\${CALENDAR_PASSWORD}@${host}/\${CALENDAR_ADDRESS}`;
  expect(await text()).toContain(written);
  for (const line of FILE.split('\n')) expect(await text()).toContain(line);
  expect(await secrets()).toMatch(/^CALENDAR_ADDRESS='private-9f8e7d/m);
  expect(await secrets()).toMatch(/^CALENDAR_PASSWORD=/m);
  await expect.poll(current, { timeout: 60_000 }).toMatchObject({ state: 'ok', classes: 1 });
  expect((await owner('GET', '/imports')).body.imports).toMatchObject([{ source: 'calendar' }]);

  const rooms = { Studio: 'studio' };
  const changed = await owner('PATCH', '/sources/calendar', { refresh: null, rooms }, '*');
  expect(changed.body.source).toMatchObject({ refresh_ms: 900_000, rooms });
  const away = { address: { url: 'http://127.0.0.1:9/x' } };
  expect((await owner('PATCH', '/sources/calendar', away, '*')).status).toBe(200);
  expect(await secrets()).toBe("CALENDAR_ADDRESS_2='x'\n");
  await until(async () => (await current()).fault?.code === 'feed_unreachable');

  const gone = await owner('DELETE', '/sources/calendar', undefined, '*');
  expect(gone.body.removed).toBe('calendar');
  expect(await secrets()).toBe('');
  const { lines } = (await owner('GET', '/audit')).body;
  expect(JSON.stringify(lines)).toContain('"source calendar: removed"');
  for (const one of told) expect(one).not.toMatch(/9f8e7d|t0psecret|s3cret|127\.0\.0\.1:9/);
});

it('a feed that cannot be read is told in words, without its address', async () => {
  const { owner, told } = world;
  const url = await calendar();
  const wrong = await owner('POST', '/sources-probe', { address: { url } });
  expect(wrong).toMatchObject({ status: 502, body: { code: 'feed_refused' } });
  const away = await owner('POST', '/sources-probe', { address: { url: 'http://127.0.0.1:9/b' } });
  expect(away).toMatchObject({ status: 502, body: { code: 'feed_unreachable' } });
  const address = { url: 'file:///etc/passwd', password: 'p4ss' };
  expect((await owner('POST', '/sources-probe', { address })).status).toBe(400);
  expect((await owner('POST', '/sources', { id: 'a', address }, '*')).status).toBe(400);
  expect((await owner('POST', '/sources-probe', { source: 'nothing' })).status).toBe(404);
  expect((await owner('POST', '/sources-probe', {})).status).toBe(422);
  for (const one of told) expect(one).not.toMatch(/9f8e7d|etc\/passwd|p4ss|127\.0\.0\.1:9/);
});
