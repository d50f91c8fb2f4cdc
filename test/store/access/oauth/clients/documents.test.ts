import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ClientDocuments,
  isDocumentAddress,
} from '../../../../../store/access/oauth/clients/documents.ts';
import { isFault } from '../../../../../store/access/oauth/fault.ts';
import { type GuardedNetwork, INTERNET } from '../../../../../store/guarded-fetch.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import {
  makeCertificate,
  SITE_HOST,
  type Site,
  startSite,
} from '../../../../support/https-site.ts';
import { until } from '../../../../support/until.ts';

const certificate = await makeCertificate();
if (certificate === null) console.warn('skipped: no openssl to make a certificate with');

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function openSite(answer: RequestListener, where = {}): Promise<Site> {
  if (certificate === null) throw new Error('skipped');
  const site = await startSite(certificate, answer, where);
  sites.push(site);
  return site;
}

describe('the address of a document', () => {
  it.each([
    'https://app.example/client.json',
    'https://app.example:8443/oauth/client',
    'https://app.example/client?version=2',
  ])('may be %s', (id) => {
    expect(isDocumentAddress(id)).toBe(true);
  });

  it.each([
    'http://app.example/client.json',
    'https://app.example/',
    'https://app.example/client.json#x',
    'https://user@app.example/client.json',
    'https://app.example/a/../client.json',
    'https://APP.example/client.json',
    'https://app.example:443/client.json',
    `https://app.example/${'a'.repeat(500)}`,
    'client_abc',
    '',
  ])('may not be %s', (id) => {
    expect(isDocumentAddress(id)).toBe(false);
  });
});

describe.skipIf(certificate === null)('a client with a document', () => {
  async function open(answer: RequestListener) {
    const site = await openSite(answer);
    const clock = new FakeClock();
    const network = {
      resolve: async () => ['127.0.0.1'],
      isPublic: () => true,
      ...(certificate !== null && { ca: certificate.cert }),
    };
    return { site, clock, documents: new ClientDocuments(network, clock) };
  }

  /** A site whose documents say of themselves what `more` says. */
  const openWith = (more: object) =>
    open((request, response) => {
      response.setHeader('content-type', 'application/json');
      const client_id = `https://${request.headers.host}${request.url}`;
      const redirect_uris = ['http://localhost/callback'];
      response.end(JSON.stringify({ client_id, redirect_uris, client_name: 'Test', ...more }));
    });

  it('is what its document says', async () => {
    const { site, documents } = await openWith({});
    const id = `${site.origin}/client.json`;
    expect(await documents.client(id)).toEqual({
      id,
      name: 'Test',
      redirectUris: ['http://localhost/callback'],
    });
  });

  it.each([
    [{ client_id: 'https://other.example/client.json' }, 'client_id is not its own address'],
    [{ client_id: undefined }, 'client_id is not its own address'],
    [{ redirect_uris: ['http://evil.example/'] }, 'redirect_uris'],
    [{ token_endpoint_auth_method: 'client_secret_post' }, 'must be none'],
    [{ client_secret: 'told to everybody' }, 'no secret'],
  ])('with %j is refused', async (more, reason) => {
    const { site, documents } = await openWith(more);
    expect(await documents.client(`${site.origin}/client.json`)).toMatchObject({
      error: 'invalid_client',
      description: expect.stringContaining(reason),
    });
  });

  it('is asked for once in ten minutes, and once by many who ask together', async () => {
    const { site, clock, documents } = await openWith({});
    const id = `${site.origin}/client.json`;
    await Promise.all(Array.from({ length: 20 }, () => documents.client(id)));
    await clock.advance(599_999);
    await documents.client(id);
    expect(site.seen).toHaveLength(1);
    await clock.advance(1);
    await documents.client(id);
    expect(site.seen).toHaveLength(2);
    const failing = await openWith({ redirect_uris: [] });
    for (const waitMs of [0, 29_999, 1]) {
      await failing.clock.advance(waitMs);
      await failing.documents.client(`${failing.site.origin}/client.json`);
    }
    expect(failing.site.seen).toHaveLength(2);
  });

  it('waits for nobody where eight are being fetched', async () => {
    const held: ServerResponse[] = [];
    const { site, documents } = await open((_, response) => void held.push(response));
    const busy = Array.from({ length: 8 }, (_, at) => documents.client(`${site.origin}/${at}`));
    expect(await documents.client(`${site.origin}/9`)).toMatchObject({
      error: 'temporarily_unavailable',
    });
    await until(() => held.length === 8);
    for (const response of held) response.writeHead(404).end();
    await Promise.all(busy);
    const next = documents.client(`${site.origin}/9`);
    await until(() => held.length === 9);
    held[8]?.writeHead(404).end();
    expect(await next).toMatchObject({ error: 'invalid_client' });
  });
});

/** Loopback stands for the internet, but for 127.0.0.2, which stands for our own network. */
const network = (more: Partial<Network> = {}): Network => ({
  resolve: async () => ['127.0.0.1'],
  isPublic: (address) => address === '127.0.0.1',
  ...(certificate !== null && { ca: certificate.cert }),
  ...more,
});

type Network = GuardedNetwork & { readonly timeoutMs?: number };

/** What a client of this address is, or why its document cannot be used. */
async function fetchDocument(url: URL, { timeoutMs, ...network }: Network) {
  const client = await new ClientDocuments(network, new FakeClock(), timeoutMs).client(url.href);
  return isFault(client) ? { isThere: false, reason: client.description } : { isThere: true };
}

const json = (body: string) => (_: unknown, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(body);
};
const at = (site: Site, path = '/client.json') => new URL(path, site.origin);

describe.skipIf(certificate === null)('a document', () => {
  const open = (answer: RequestListener, where = {}) => openSite(answer, where);

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
    const outside = await open(json('[]'));
    const inside = await open(json('{}'), { address: '127.0.0.2', port: outside.port });
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '127.0.0.2'];
    };
    expect(await fetchDocument(at(outside), network({ resolve }))).toMatchObject({
      reason: expect.stringContaining('no JSON object'),
    });
    expect(await fetchDocument(at(outside), network({ resolve }))).toMatchObject({
      reason: expect.stringContaining('not public'),
    });
    expect([asked, inside.seen]).toEqual([2, []]);
  });

  it('is not followed by a redirect', async () => {
    const inside = await open(json('{}'), { address: '127.0.0.2' });
    const site = await open((_, response) => {
      response.writeHead(302, { location: `https://127.0.0.2:${inside.port}/secret` }).end('{}');
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining('no redirects'),
    });
    expect(inside.seen).toEqual([]);
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

  it.each([
    ['text/html', '{}', 'application/json'],
    ['application/json', 'hello', 'not JSON'],
  ])('of type %s with %j is refused: %s', async (type, body, reason) => {
    const site = await open((_, response) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
    expect(await fetchDocument(at(site), network())).toMatchObject({
      reason: expect.stringContaining(reason),
    });
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

  it.each([404, 206])('with status %d is none', async (status) => {
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
  });
});
