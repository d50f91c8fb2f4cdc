import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ClientDocuments,
  isDocumentAddress,
} from '../../../../../store/access/oauth/clients/documents.ts';
import { FakeClock } from '../../../../support/fake-clock.ts';
import { makeCertificate, type Site, startSite } from '../../../../support/https-site.ts';
import { until } from '../../../../support/until.ts';

const certificate = await makeCertificate();
if (certificate === null) console.warn('skipped: no openssl to make a certificate with');

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
    'https://app.example',
    'https://app.example/',
    'https://app.example/client.json#x',
    'https://user@app.example/client.json',
    'https://user:password@app.example/client.json',
    'https://app.example/a/../client.json',
    'https://app.example/a/%2E%2e/client.json',
    'https://APP.example/client.json',
    'https://app.example/client json',
    'https://app.example:443/client.json',
    `https://app.example/${'a'.repeat(500)}`,
    'client_abc',
    '',
  ])('may not be %s', (id) => {
    expect(isDocumentAddress(id)).toBe(false);
  });
});

describe.skipIf(certificate === null)('a client with a document', () => {
  const sites: Site[] = [];
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.close();
  });

  async function open(answer: RequestListener) {
    if (certificate === null) throw new Error('skipped');
    const site = await startSite(certificate, answer);
    sites.push(site);
    const clock = new FakeClock();
    const network = {
      resolve: async () => ['127.0.0.1'],
      isPublic: () => true,
      timeoutMs: 5_000,
      ca: certificate.cert,
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
    [{ redirect_uris: undefined }, 'redirect_uris'],
    [{ redirect_uris: ['http://evil.example/'] }, 'redirect_uris'],
    [{ token_endpoint_auth_method: 'client_secret_post' }, 'must be none'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'must be none'],
    [{ client_secret: 'told to everybody' }, 'no secret'],
  ])('with %j is refused', async (more, reason) => {
    const { site, documents } = await openWith(more);
    expect(await documents.client(`${site.origin}/client.json`)).toMatchObject({
      error: 'invalid_client',
      description: expect.stringContaining(reason),
    });
  });

  it('that is another client than the one that was asked for is refused', async () => {
    const { site, documents } = await openWith({});
    // The document says `/client.json?a`, which is what was asked: one letter more is another client.
    expect(await documents.client(`${site.origin}/client.json?a`)).toMatchObject({ name: 'Test' });
    const { site: fixed, documents: others } = await open((request, response) => {
      response.setHeader('content-type', 'application/json');
      const client_id = `https://${request.headers.host}/client.json`;
      response.end(JSON.stringify({ client_id, redirect_uris: ['http://localhost/'] }));
    });
    expect(await others.client(`${fixed.origin}/client.json?a`)).toMatchObject({
      error: 'invalid_client',
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
  });

  it('that fails is asked for again after half a minute', async () => {
    const { site, clock, documents } = await openWith({ redirect_uris: [] });
    const id = `${site.origin}/client.json`;
    await documents.client(id);
    await documents.client(id);
    expect(site.seen).toHaveLength(1);
    await clock.advance(30_000);
    await documents.client(id);
    expect(site.seen).toHaveLength(2);
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
