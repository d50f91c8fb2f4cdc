import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type DocumentNetwork,
  fetchDocument,
  INTERNET,
} from '../../../../store/access/oauth/guarded-fetch.ts';
import { makeCertificate, SITE_HOST, type Site, startSite } from '../../../support/https-site.ts';

const certificate = await makeCertificate();
if (certificate === null) console.warn('skipped: no openssl to make a certificate with');

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(answer: RequestListener, where = {}): Promise<Site> {
  if (certificate === null) throw new Error('skipped');
  const site = await startSite(certificate, answer, where);
  sites.push(site);
  return site;
}

/** Loopback stands for the internet, but for 127.0.0.2, which stands for our own network. */
const network = (more: Partial<DocumentNetwork> = {}): DocumentNetwork => ({
  resolve: async () => ['127.0.0.1'],
  isPublic: (address) => address === '127.0.0.1',
  timeoutMs: 5_000,
  ...(certificate !== null && { ca: certificate.cert }),
  ...more,
});

const json = (body: string) => (_: unknown, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
};
const at = (site: Site, path = '/client.json') => new URL(path, site.origin);

describe.skipIf(certificate === null)('a document', () => {
  it('is fetched over https', async () => {
    const site = await open(json('{"a": 1}'));
    expect(await fetchDocument(at(site), network())).toEqual({ isThere: true, document: { a: 1 } });
  });

  it('is not asked for at an address that is not public', async () => {
    const site = await open(json('{}'));
    const { isPublic } = INTERNET;
    const found = await fetchDocument(at(site), network({ isPublic }));
    expect(found).toMatchObject({ reason: expect.stringContaining('not public') });
    expect(site.seen).toEqual([]);
  });

  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'])(
    'is not asked for at %s over the real internet',
    async (host) => {
      const site = await open(json('{}'));
      const url = new URL(`https://${host}:${site.port}/client.json`);
      expect(await fetchDocument(url, INTERNET)).toMatchObject({ isThere: false });
      expect(site.seen).toEqual([]);
    },
  );

  it('is not asked for where only one of the addresses is public', async () => {
    const site = await open(json('{}'));
    const resolve = async () => ['127.0.0.1', '127.0.0.2'];
    expect(await fetchDocument(at(site), network({ resolve }))).toMatchObject({
      reason: expect.stringContaining('not public'),
    });
    expect(site.seen).toEqual([]);
  });

  it('comes from the address that was looked at, though the name means another one by now', async () => {
    const outside = await open(json('"outside"'));
    const inside = await open(json('"inside"'), { address: '127.0.0.2', port: outside.port });
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '127.0.0.2'];
    };
    expect(await fetchDocument(at(outside), network({ resolve }))).toMatchObject({
      document: 'outside',
    });
    expect(await fetchDocument(at(outside), network({ resolve }))).toMatchObject({
      isThere: false,
    });
    expect([asked, inside.seen]).toEqual([2, []]);
  });

  it.each([301, 302, 303, 307, 308])('is not followed by a redirect (%d)', async (status) => {
    const inside = await open(json('{}'), { address: '127.0.0.2' });
    const site = await open((_, response) => {
      response.writeHead(status, { location: `https://127.0.0.2:${inside.port}/secret` }).end('{}');
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining('no redirects'),
    });
    expect(inside.seen).toEqual([]);
  });

  it('that never ends is given up', async () => {
    const site = await open((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.write('{"a":');
    });
    expect(await fetchDocument(at(site), network({ timeoutMs: 300 }))).toMatchObject({
      reason: expect.stringContaining('in time'),
    });
  });

  it('that trickles is given up all the same', async () => {
    let timer: NodeJS.Timeout | undefined;
    const site = await open((_, response) => {
      response.setHeader('content-type', 'application/json');
      const trickle = () => {
        response.write(' ');
        timer = setTimeout(trickle, 20);
      };
      trickle();
    });
    expect(await fetchDocument(at(site), network({ timeoutMs: 300 }))).toMatchObject({
      reason: expect.stringContaining('in time'),
    });
    clearTimeout(timer);
  });

  it('whose server says nothing is given up', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as { port: number };
    const url = new URL(`https://${SITE_HOST}:${port}/client.json`);
    expect(await fetchDocument(url, network({ timeoutMs: 300 }))).toMatchObject({
      reason: expect.stringContaining('in time'),
    });
    silent.close();
  });

  it('whose host takes forever to be resolved is given up', async () => {
    const site = await open(json('{}'));
    const resolve = () => new Promise<never>(() => undefined);
    expect(await fetchDocument(at(site), network({ resolve, timeoutMs: 100 }))).toMatchObject({
      reason: expect.stringContaining('in time'),
    });
  });

  it('that is endless is given up after 64 KiB', async () => {
    let sent = 0;
    const site = await open((_, response) => {
      response.setHeader('content-type', 'application/json');
      const pour = () => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += 16_384;
          if (!response.write(' '.repeat(16_384))) break;
        }
      };
      response.on('drain', pour);
      pour();
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining('65536 bytes'),
    });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('of 64 KiB is taken', async () => {
    const site = await open(json(`"${'a'.repeat(64 * 1024 - 2)}"`));
    expect(await fetchDocument(at(site), network())).toMatchObject({ isThere: true });
  });

  it.each([
    ['text/html', '{}', 'application/json'],
    ['application/jsonp', '{}', 'application/json'],
    ['application/json', 'hello', 'not JSON'],
    ['application/json', '', 'not JSON'],
  ])('of type %s with %j is refused: %s', async (type, body, reason) => {
    const site = await open((_, response) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining(reason),
    });
  });

  it('without a type is refused', async () => {
    const site = await open((_, response) => void response.end('{}'));
    expect(await fetchDocument(at(site), network())).toMatchObject({ isThere: false });
  });

  it('that comes compressed is refused: a small one could be large', async () => {
    const site = await open((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-encoding', 'gzip');
      response.end('{}');
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining('compressed'),
    });
  });

  it.each([404, 500, 204, 206])('with status %d is none', async (status) => {
    const site = await open((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({ isThere: false });
  });

  it('of a server with a certificate of its own making is refused', async () => {
    const site = await open(json('{}'));
    const { ca: _, ...usual } = network();
    expect(await fetchDocument(at(site), usual)).toMatchObject({
      reason: expect.stringContaining('cannot be reached'),
    });
    expect(site.seen).toEqual([]);
  });

  it('of a host that does not exist is none', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    const url = new URL(`https://${SITE_HOST}/client.json`);
    expect(await fetchDocument(url, network({ resolve }))).toMatchObject({ isThere: false });
    const nothing = async () => [];
    expect(await fetchDocument(url, network({ resolve: nothing }))).toMatchObject({
      isThere: false,
    });
  });
});
