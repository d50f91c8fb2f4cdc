import { utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Reach } from '../../../runtime/reach.ts';
import { readFeed } from '../../../service/feeds/read-feed.ts';
import { faultOf } from '../../support/an-error.ts';
import { suiteFolder } from '../../support/folder.ts';
import { listeningInTest } from '../../support/test-server.ts';

/** `127.0.0.1:port` of a server that answers with `listener`. */
const serve = async (listener: RequestListener) =>
  `127.0.0.1:${await listeningInTest(createServer(listener))}`;

/** Two addresses of this computer: the first counts as the internet here. */
const [PUBLIC, PRIVATE] = ['127.0.0.1', '127.0.0.2'];

/** Takes the private one for all of this computer. */
class NotPrivate extends Reach {
  override check(host: string): void {
    if (host === PRIVATE) new Reach(false).check(host);
  }
}

const LIMITS = { totalMs: 10_000, idleMs: 10_000, maxBytes: 1_000 };
const { signal } = new AbortController();

async function read(address: string, limits = {}, known: Parameters<typeof readFeed>[1] = null) {
  const feed = await readFeed(address, known, { signal, limits: { ...LIMITS, ...limits } });
  return feed.kind === 'read' ? { ...feed, bytes: new TextDecoder().decode(feed.bytes) } : feed;
}

/** Code of the error, which must not name the address. */
async function codeOf(reading: Promise<unknown>): Promise<string> {
  const { code, message } = await faultOf(reading);
  expect(message).not.toMatch(/127\.0\.0\.1|secret/);
  return code;
}

it('a feed over HTTP is read once, and then only when it has changed', async () => {
  const host = await serve((request, response) => {
    response.setHeader('etag', '"1"');
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.setHeader('last-modified', 'yesterday').end('classes');
  });
  const known = { etag: '"1"', lastModified: 'yesterday' };
  const first = await read(`http://${host}/feed`);
  expect(first).toEqual({ kind: 'read', bytes: 'classes', ...known });
  expect(await read(`http://${host}/feed`, {}, known)).toEqual({ kind: 'unchanged' });
});

it('a feed over HTTP is asked with the login of its address, of which a bare % is a letter', async () => {
  const host = await serve(({ headers }, response) => response.end(headers.authorization));
  const logins = { 'secret%40x': 'secret@x', 'secret50%off': 'secret50%off' };
  for (const [typed, meant] of Object.entries(logins)) {
    const bytes = `Basic ${btoa(`ann:${meant}`)}`;
    expect(await read(`http://ann:${typed}@${host}/feed`)).toMatchObject({ bytes });
  }
});

it('a feed over HTTP is unpacked, and a packed one that grows without end is cut', async () => {
  const host = await serve((request, response) => {
    const size = request.url === '/bomb' ? 1_000_000 : 20;
    response.setHeader('content-encoding', 'gzip').end(gzipSync('a'.repeat(size)));
  });
  expect(await read(`http://${host}/feed`)).toMatchObject({ bytes: 'a'.repeat(20) });
  expect(await codeOf(read(`http://${host}/bomb`))).toBe('feed_too_large');
});

it('a feed over HTTP is found through redirects, and its login stays with its host', async () => {
  const seen: (string | undefined)[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end('classes');
  });
  const host = await serve((request, response) => {
    seen.push(request.headers.authorization);
    const next = request.url === '/feed' ? '/moved' : `http://${other}/feed`;
    response.writeHead(302, { location: next }).end();
  });
  expect(await read(`http://me:secret@${host}/feed`)).toMatchObject({ bytes: 'classes' });
  const login = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  expect(seen).toEqual([login, login, undefined]);
});

it('a feed over HTTP is given up where redirects never end or lead nowhere', async () => {
  const host = await serve((request, response) => {
    const location = request.url === '/round' ? '/round' : 'file:///etc/passwd';
    response.writeHead(302, { location }).end();
  });
  expect(await codeOf(read(`http://${host}/round`))).toBe('feed_refused');
  expect(await codeOf(read(`http://${host}/out`))).toBe('feed_refused');
});

it('a feed over HTTP that never ends, or falls silent, ends in time', async () => {
  const host = await serve((request, response) => {
    response.write('BEGIN:VCALENDAR');
    if (request.url === '/silent') return;
    const drip = () => {
      if (!response.destroyed) response.write('x', () => setTimeout(drip, 5));
    };
    drip();
  });
  const endless = read(`http://${host}/drip`, { totalMs: 200, maxBytes: 1e9 });
  expect(await codeOf(endless)).toBe('feed_timeout');
  const silent = read(`http://${host}/silent`, { idleMs: 100 });
  expect(await codeOf(silent)).toBe('feed_timeout');
});

it('a feed over HTTP ends at once when it is no longer wanted', async () => {
  const stopping = new AbortController();
  const host = await serve(() => stopping.abort(new Error('stopped')));
  const reading = readFeed(`http://${host}/feed`, null, { signal: stopping.signal });
  await expect(reading).rejects.toThrow('stopped');
});

async function two(listener: (port: number) => RequestListener) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.socket.localAddress ?? '');
    listener(port)(request, response);
  });
  const port = await listeningInTest(server, '0.0.0.0');
  return { port, reached };
}

const redirectTo =
  (host: string) =>
  (port: number): RequestListener =>
  (request, response) => {
    if (request.url === '/end') response.end('classes');
    else response.writeHead(302, { location: `http://${host}:${port}/end` }).end();
  };

/** Names change their address at each look-up, and are private in the end. */
function reading(address: string, names: Record<string, string[]> = {}, reach?: Reach) {
  const network = {
    resolve: async (host: string) => [names[host]?.shift() ?? PRIVATE],
    isPublic: (one: string) => one === PUBLIC,
  };
  return readFeed(address, null, { signal, limits: LIMITS, network, reach });
}

const INSIDE = [PRIVATE, 'inside.test', 'localhost', '[::1]', '[::ffff:127.0.0.2]', '2130706434'];
it.each(INSIDE)('where a feed leads from the internet is not inside: %s', async (host) => {
  const { port, reached } = await two(redirectTo(host));
  await expect(reading(`http://${PUBLIC}:${port}/`)).rejects.toMatchObject({
    code: 'feed_refused',
    parts: { got: 'one that leads into a private network' },
  });
  expect(reached).toEqual([PUBLIC]);
});

it('where a feed leads from the internet is not a private address that its own name has the second time', async () => {
  const { port, reached } = await two(redirectTo('feed.test'));
  const refused = reading(`http://feed.test:${port}/`, { 'feed.test': [PUBLIC] });
  expect(await codeOf(refused)).toBe('feed_refused');
  expect(reached).toEqual([PUBLIC]);
});

it('where a feed leads may be private where its own address is', async () => {
  const { port, reached } = await two(redirectTo('inside.test'));
  expect(await reading(`http://${PRIVATE}:${port}/`)).toMatchObject({ kind: 'read' });
  expect(reached).toEqual([PRIVATE, PRIVATE]);
});

it('where a feed leads is not this computer, by its address, a redirect or a name that changes, where that is not allowed', async () => {
  const { port, reached } = await two(redirectTo('feed.test'));
  const codeAt = (address: string, names = {}) =>
    codeOf(reading(address, names, new NotPrivate(true)));
  expect(await codeAt(`http://${PRIVATE}:${port}/end`)).toBe('address_refused');
  expect(await codeAt(`http://feed.test:${port}/end`)).toBe('address_refused');
  expect(reached).toEqual([]);
  const names = { 'feed.test': [PUBLIC] };
  expect(await codeAt(`http://feed.test:${port}/`, names)).toBe('address_refused');
  expect(reached).toEqual([PUBLIC]);
});

it('where a feed leads by its pages is held to the same', async () => {
  const { port, reached } = await two(() => (_request, response) => {
    const next = `http://${PRIVATE}:${port}/end`;
    response.end(JSON.stringify({ next, items: [{ state: 'updated' }] }));
  });
  expect(await codeOf(reading(`http://${PUBLIC}:${port}/`))).toBe('feed_refused');
  expect(reached).toEqual([PUBLIC]);
});

const folder = suiteFolder();

it('a file is read again when it has changed, by path or as a URL', async () => {
  const path = join(folder, 'timetable.csv');
  await writeFile(path, 'one');
  const first = await readFeed(path, null, { signal });
  expect(first).toMatchObject({ kind: 'read', bytes: Buffer.from('one') });
  const known = first.kind === 'read' ? first : null;
  const again = await readFeed(pathToFileURL(path).href, known, { signal });
  expect(again).toEqual({ kind: 'unchanged' });
  await utimes(path, 1, 1);
  expect(await readFeed(path, known, { signal })).toMatchObject({ kind: 'read' });
});

it.each([
  ['missing.csv', 'feed_unreachable'],
  ['.', 'feed_refused'],
  ['large.csv', 'feed_too_large'],
])('%j is no file to read: %s, without its path', async (name, code) => {
  await writeFile(join(folder, 'large.csv'), 'x'.repeat(LIMITS.maxBytes + 1));
  const reading = readFeed(join(folder, name), null, { signal, limits: LIMITS });
  await expect(reading).rejects.toMatchObject({ code });
  await expect(reading).rejects.not.toThrow(folder);
});
