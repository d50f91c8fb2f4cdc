import { utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Reach } from '../../../runtime/reach.ts';
import { readFeed } from '../../../service/feeds/read-feed.ts';
import { faultOf } from '../../support/an-error.ts';
import { suiteFolder } from '../../support/folder.ts';
import { listening, stopped } from '../../support/loopback.ts';

/** `127.0.0.1:port` of a server that answers with `listener`. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => stopped(server));
  return `127.0.0.1:${await listening(server)}`;
}

/** Takes one address of this computer for all of it, so that another one can stand for what is outside. */
class NotPrivate extends Reach {
  override check(host: string): void {
    if (host === '127.0.0.2') new Reach(false).check(host);
  }
}

const LIMITS = { totalMs: 10_000, idleMs: 10_000, maxBytes: 1_000 };
const { signal } = new AbortController();

async function read(
  address: string,
  limits: Partial<typeof LIMITS> = {},
  known: Parameters<typeof readFeed>[1] = null,
) {
  const feed = await readFeed(address, known, { signal, limits: { ...LIMITS, ...limits } });
  return feed.kind === 'read' ? { ...feed, bytes: new TextDecoder().decode(feed.bytes) } : feed;
}

/** Code of the error, which must not name the address. */
async function codeOf(reading: Promise<unknown>): Promise<string> {
  const { code, message } = await faultOf(reading);
  expect(message).not.toMatch(/127\.0\.0\.1|secret/);
  return code;
}

describe('a feed over HTTP', () => {
  it('is read once, and then only when it has changed', async () => {
    const host = await serve((request, response) => {
      response.setHeader('etag', '"1"');
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.setHeader('last-modified', 'yesterday').end('classes');
    });
    const first = await read(`http://${host}/feed`);
    expect(first).toEqual({
      kind: 'read',
      bytes: 'classes',
      etag: '"1"',
      lastModified: 'yesterday',
    });
    const known = { etag: '"1"', lastModified: 'yesterday' };
    expect(await read(`http://${host}/feed`, {}, known)).toEqual({ kind: 'unchanged' });
  });

  it('is asked with the login of its address, of which a bare % is a letter', async () => {
    const host = await serve(({ headers }, response) => response.end(headers.authorization));
    for (const [typed, meant] of [
      ['secret%40x', 'secret@x'],
      ['secret50%off', 'secret50%off'],
    ] as const) {
      expect(await read(`http://ann:${typed}@${host}/feed`)).toMatchObject({
        bytes: `Basic ${btoa(`ann:${meant}`)}`,
      });
    }
  });

  it('is unpacked, and a packed one that grows without end is cut', async () => {
    const host = await serve((request, response) => {
      const size = request.url === '/bomb' ? 1_000_000 : 20;
      response.setHeader('content-encoding', 'gzip').end(gzipSync('a'.repeat(size)));
    });
    expect(await read(`http://${host}/feed`)).toMatchObject({ bytes: 'a'.repeat(20) });
    expect(await codeOf(read(`http://${host}/bomb`))).toBe('feed_too_large');
  });

  it('is found through redirects, and its login stays with its host', async () => {
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

  it('is given up where redirects never end or lead nowhere', async () => {
    const host = await serve((request, response) => {
      const location = request.url === '/round' ? '/round' : 'file:///etc/passwd';
      response.writeHead(302, { location }).end();
    });
    expect(await codeOf(read(`http://${host}/round`))).toBe('feed_refused');
    expect(await codeOf(read(`http://${host}/out`))).toBe('feed_refused');
  });

  it('that never ends, or falls silent, ends in time', async () => {
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

  it('ends at once when it is no longer wanted', async () => {
    const stopping = new AbortController();
    const host = await serve(() => stopping.abort(new Error('stopped')));
    const reading = readFeed(`http://${host}/feed`, null, { signal: stopping.signal });
    await expect(reading).rejects.toThrow('stopped');
  });
});

describe('where a feed leads', () => {
  /** Two loopback addresses: the first counts as the internet here. */
  const [PUBLIC, PRIVATE] = ['127.0.0.1', '127.0.0.2'];

  async function two(listener: (port: number) => RequestListener) {
    const reached: string[] = [];
    const server = createServer((request, response) => {
      reached.push(request.socket.localAddress ?? '');
      listener(port)(request, response);
    });
    onTestFinished(() => stopped(server));
    const port = await listening(server, 0, '0.0.0.0');
    return { port, reached };
  }

  const redirectTo =
    (host: string) =>
    (port: number): RequestListener =>
    (request, response) => {
      if (request.url === '/end') response.end('classes');
      else response.writeHead(302, { location: `http://${host}:${port}/end` }).end();
    };

  /** Names change their address at each look-up, from the first on. */
  function reading(address: string, names: Readonly<Record<string, readonly string[]>> = {}) {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      const times = asked.filter((one) => one === host).length;
      return [names[host]?.[times - 1] ?? PRIVATE];
    };
    const network = { resolve, isPublic: (one: string) => one === PUBLIC };
    return readFeed(address, null, { signal, limits: LIMITS, network });
  }

  it.each([PRIVATE, 'inside.test', 'localhost', '[::1]', '[::ffff:127.0.0.2]', '2130706434'])(
    'from the internet is not %s in a private network',
    async (host) => {
      const { port, reached } = await two(redirectTo(host));
      const refused = reading(`http://${PUBLIC}:${port}/`);
      await expect(refused).rejects.toMatchObject({
        code: 'feed_refused',
        parts: { got: 'one that leads into a private network' },
      });
      expect(reached).toEqual([PUBLIC]);
    },
  );

  it('from the internet is not a private address that its own name has the second time', async () => {
    const { port, reached } = await two(redirectTo('feed.test'));
    const names = { 'feed.test': [PUBLIC, PRIVATE] };
    await expect(reading(`http://feed.test:${port}/`, names)).rejects.toMatchObject({
      code: 'feed_refused',
    });
    expect(reached).toEqual([PUBLIC]);
  });

  it('may be private where its own address is', async () => {
    const { port, reached } = await two(redirectTo('inside.test'));
    expect(await reading(`http://${PRIVATE}:${port}/`)).toMatchObject({ kind: 'read' });
    expect(reached).toEqual([PRIVATE, PRIVATE]);
  });

  it('is not this computer, by its address, a redirect or a name that changes, where that is not allowed', async () => {
    const read = (address: string, names: Readonly<Record<string, readonly string[]>> = {}) => {
      let times = 0;
      const resolve = async (host: string) => [names[host]?.[times++] ?? PRIVATE];
      const network = { resolve, isPublic: () => true };
      return readFeed(address, null, {
        signal,
        limits: LIMITS,
        network,
        reach: new NotPrivate(true),
      });
    };
    const { port, reached } = await two(redirectTo('feed.test'));
    const refused = { code: 'address_refused' };
    await expect(read(`http://${PRIVATE}:${port}/end`)).rejects.toMatchObject(refused);
    await expect(read(`http://feed.test:${port}/end`)).rejects.toMatchObject(refused);
    expect(reached).toEqual([]);
    const names = { 'feed.test': [PUBLIC, PRIVATE] };
    await expect(read(`http://feed.test:${port}/`, names)).rejects.toMatchObject(refused);
    expect(reached).toEqual([PUBLIC]);
  });

  it('by its pages is held to the same', async () => {
    const { port, reached } = await two(() => (_request, response) => {
      const next = `http://${PRIVATE}:${port}/end`;
      response.end(JSON.stringify({ next, items: [{ state: 'updated' }] }));
    });
    await expect(reading(`http://${PUBLIC}:${port}/`)).rejects.toMatchObject({
      code: 'feed_refused',
    });
    expect(reached).toEqual([PUBLIC]);
  });
});

const folder = suiteFolder();

it('a file is read again when it has changed, by path or as a URL', async () => {
  const path = join(folder, 'timetable.csv');
  await writeFile(path, 'one');
  const first = await readFeed(path, null, { signal });
  expect(first).toMatchObject({ kind: 'read', bytes: Buffer.from('one') });
  const known = first.kind === 'read' ? first : null;
  expect(await readFeed(pathToFileURL(path).href, known, { signal })).toEqual({
    kind: 'unchanged',
  });
  await utimes(path, 1, 1);
  expect(await readFeed(path, known, { signal })).toMatchObject({ kind: 'read' });
});

it.each([
  ['missing.csv', 'feed_unreachable'],
  ['.', 'feed_refused'],
])('%j is no file: %s, without its path', async (name, code) => {
  const reading = readFeed(join(folder, name), null, { signal });
  await expect(reading).rejects.toMatchObject({ code });
  await expect(reading).rejects.not.toThrow(folder);
});

it('a file over the limit is not read', async () => {
  const path = join(folder, 'large.csv');
  await writeFile(path, 'x'.repeat(100));
  const limits = { totalMs: 1_000, idleMs: 1_000, maxBytes: 99 };
  await expect(readFeed(path, null, { signal, limits })).rejects.toMatchObject({
    code: 'feed_too_large',
  });
});
