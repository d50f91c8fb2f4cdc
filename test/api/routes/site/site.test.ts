/** Pages and their files over HTTP: who gets a page, what a file is served as, and what everybody else gets as before. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { started } from '../../../support/started.ts';
import { GYMS } from '../../../web/check/gyms.ts';
import { serve } from '../../../web/check/serve.ts';

/** As sent: `fetch` decodes what was compressed. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const asking = request(url, { headers, method }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

const PAGE = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const gym = GYMS.demo();
const open = started(() => serve(gym));
const closed = started(() => serve(gym, { isClosed: true }));

it('draws every route and object of openapi.json at /docs', async () => {
  const page = (await ask(`${closed.url}/docs`, PAGE)).bytes.toString();
  const { paths, components } = JSON.parse(
    (await ask(`${closed.url}/openapi.json`)).bytes.toString(),
  );
  const names = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const drawn = [...names, ...Object.keys(components.schemas)];
  expect(drawn.filter((name) => !page.includes(`<code>${name}</code>`))).toEqual([]);
});

it('prints the report of the week that is on the page', async () => {
  const page = (await ask(`${open.url}/week?of=2026-11-09`, PAGE)).bytes.toString();
  expect(page).toContain('href="/report/week?of=2026-11-09"');
});

it.each(['2026-07-01', '2027-01-01', 'garbage'])('has no week of %s, and says so', async (of) => {
  const { status, bytes } = await ask(`${open.url}/week?of=${of}`, PAGE);
  expect([status, bytes.toString().includes('Week not found')]).toEqual([404, true]);
});

it('answers a browser with the page, and everybody else with what they had', async () => {
  const page = await ask(open.url, PAGE);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Accept, Cookie',
    etag: expect.stringMatching(/^".+"$/),
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  });
  expect(page.bytes.toString()).toContain('<h1><bdi>Monday 23 November</bdi></h1>');
  for (const accept of [undefined, '*/*', 'application/json']) {
    const other = await ask(open.url, accept === undefined ? {} : { Accept: accept });
    expect(other.headers['content-type']).toBe('application/json');
    expect(JSON.parse(other.bytes.toString())).toMatchObject({ matched: false });
  }
  const posted = await ask(open.url, PAGE, 'POST');
  expect(posted.headers['content-type']).toBe('application/json');
});

it('answers a day to come with its timetable', async () => {
  const { status, headers } = await ask(`${open.url}/day/2026-11-26`, PAGE);
  const answer = '/answer?query=Timetable%20on%2026%20November%202026';
  expect([status, headers['location']]).toEqual([303, answer]);
});

it('serves a file in the form that the client reads, each with its own tag, for ever', async () => {
  const page = await ask(open.url, PAGE);
  const [, path] = /data-then="(\/assets\/main-\w+\.js)"/.exec(page.bytes.toString()) ?? [];
  const url = `${open.url}${path}`;
  const plain = await ask(url);
  const gzip = await ask(url, { 'Accept-Encoding': 'gzip, br;q=0' });
  const br = await ask(url, { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(br.headers['content-encoding']).toBe('br');
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(new Set([plain, gzip, br].map(({ headers }) => headers['etag'])).size).toBe(3);
  expect(br.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const tag = String(br.headers['etag']);
  const known = await ask(url, { 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect(known.status).toBe(304);
  const last = await ask(url, { 'Accept-Encoding': 'br', Connection: 'close' });
  expect(brotliDecompressSync(last.bytes)).toEqual(plain.bytes);
});

it('has no page in place of a file that is gone', async () => {
  const gone = await ask(`${open.url}/assets/main-0000000000.js`, PAGE);
  expect([gone.status, gone.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect((await ask(`${open.url}/assets/x.js`, {}, 'POST')).status).toBe(405);
});
