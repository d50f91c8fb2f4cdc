import type { RequestListener, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import {
  createClientDocuments,
  isDocumentAddress,
  readClientMetadata,
} from '../../../../store/access/oauth/clients.ts';
import { isFault } from '../../../../store/access/oauth/requests.ts';
import { type GuardedNetwork, INTERNET } from '../../../../store/guarded-fetch.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { CERTIFICATE, SITE_HOST, type Site, startSite } from '../../../support/https-site.ts';
import { until } from '../../../support/until.ts';

const REDIRECT = 'https://app.example/callback';
const read = (more: object) => readClientMetadata({ redirect_uris: [REDIRECT], ...more });

it('metadata of a client need addresses, and may ask for more than there is', () => {
  const grant_types = ['implicit', 'authorization_code'];
  for (const more of [{}, { grant_types, response_types: ['token', 'code'] }])
    expect(read(more)).toEqual({ name: 'app.example', redirectUris: [REDIRECT] });
});

it.each([
  'Cl\u0430ude (Anthropic)',
  'Turn\u03bfut',
  // Cherokee: no script that names are written in here, and full of letters that look Latin.
  '\u13a2\u13a1\u13a2',
])('metadata of a client with the name %j are refused: it is of several scripts', (client_name) => {
  expect(read({ client_name })).toMatchObject({
    error: 'invalid_client_metadata',
    description: expect.stringMatching(/^client_name must be of one script/),
  });
});

it.each([
  ['Claude Code', 'Claude Code'],
  ['Zoë’s “Gym” 2.0 – → 🏋', 'Zoë’s “Gym” 2.0 – → 🏋'],
  ['Яндекс 24', 'Яндекс 24'],
  ['Αθήνα', 'Αθήνα'],
  ['  two\u0000 \n lines\u202e ', 'two lines'],
  ['🏋'.repeat(100), '🏋'.repeat(80)],
  ['\u200b\u2028', 'app.example'],
  [7, 'app.example'],
])('metadata of a client with the name %j are shown as %j', (client_name, name) => {
  expect(read({ client_name })).toMatchObject({ name });
});

it.each([
  [undefined, 'invalid_client_metadata'],
  [[], 'invalid_client_metadata'],
  [{}, 'invalid_redirect_uri'],
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{ redirect_uris: [REDIRECT, 'http://app.example/'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
  [{ redirect_uris: [REDIRECT], grant_types: ['implicit'] }, 'invalid_client_metadata'],
  [{ redirect_uris: [REDIRECT], response_types: ['token'] }, 'invalid_client_metadata'],
])('metadata of a client as %j are refused: %s', (metadata, error) => {
  expect(readClientMetadata(metadata)).toMatchObject({ error });
});

it('metadata of a client of any shape are read or refused, and never thrown over', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (metadata) => {
      expect(readClientMetadata(metadata)).toBeTypeOf('object');
    }),
  );
});

async function openSite(answer: RequestListener): Promise<Site> {
  const site = await startSite(answer);
  onTestFinished(() => site.close());
  return site;
}

it.each([
  ['https://app.example/client.json', true],
  ['https://app.example:8443/oauth/client', true],
  ['https://app.example/client?version=2', true],
  ['http://app.example/client.json', false],
  ['https://app.example/', false],
  ['https://app.example/client.json#x', false],
  ['https://user@app.example/client.json', false],
  ['https://app.example/a/../client.json', false],
  [`https://app.example/${'a'.repeat(500)}`, false],
  ['', false],
])('the address of a document may be %s: %s', (id, isSo) => {
  expect(isDocumentAddress(id)).toBe(isSo);
});

/** Loopback stands for the internet, but for 127.0.0.2, which stands for our own network. */
const network = (more: Partial<GuardedNetwork> = {}): GuardedNetwork => ({
  resolve: async () => ['127.0.0.1'],
  isPublic: (address) => address === '127.0.0.1',
  ca: CERTIFICATE.cert,
  ...more,
});

async function open(answer: RequestListener) {
  const site = await openSite(answer);
  const clock = new FakeClock();
  return { site, clock, documents: createClientDocuments(network(), clock) };
}

/** A site whose documents say of themselves what `more` says. */
const openWith = (more: object) =>
  open((request, response) => {
    response.setHeader('content-type', 'application/json');
    const client_id = `https://${request.headers.host}${request.url}`;
    const redirect_uris = ['http://localhost/callback'];
    response.end(JSON.stringify({ client_id, redirect_uris, client_name: 'Test', ...more }));
  });

it.each([
  [{ client_id: 'https://other.example/client.json' }, 'client_id is not its own address'],
  [{ client_id: undefined }, 'client_id is not its own address'],
  [{ redirect_uris: ['http://evil.example/'] }, 'redirect_uris'],
  [{ token_endpoint_auth_method: 'client_secret_post' }, 'must be none'],
  [{ client_secret: 'told to everybody' }, 'no secret'],
])('a client with a document with %j is refused', async (more, reason) => {
  const { site, documents } = await openWith(more);
  expect(await documents(`${site.origin}/client.json`)).toMatchObject({
    error: 'invalid_client',
    description: expect.stringContaining(reason),
  });
});

it('a client with a document is asked for once in ten minutes, by many too', async () => {
  const { site, clock, documents } = await openWith({});
  const id = `${site.origin}/client.json`;
  await Promise.all(Array.from({ length: 20 }, () => documents(id)));
  await clock.advance(599_999);
  await documents(id);
  expect(site.seen).toHaveLength(1);
  await clock.advance(1);
  await documents(id);
  expect(site.seen).toHaveLength(2);
  const failing = await openWith({ redirect_uris: [] });
  for (const waitMs of [0, 29_999, 1]) {
    await failing.clock.advance(waitMs);
    await failing.documents(`${failing.site.origin}/client.json`);
  }
  expect(failing.site.seen).toHaveLength(2);
});

it('a client with a document waits for nobody where eight are being fetched', async () => {
  const held: ServerResponse[] = [];
  const { site, documents } = await open((_, response) => void held.push(response));
  const busy = Array.from({ length: 8 }, (_, at) => documents(`${site.origin}/${at}`));
  const refused = { error: 'temporarily_unavailable' };
  expect(await documents(`${site.origin}/9`)).toMatchObject(refused);
  await until(() => held.length === 8);
  for (const response of held) response.writeHead(404).end();
  await Promise.all(busy);
  const next = documents(`${site.origin}/9`);
  await until(() => held.length === 9);
  held[8]?.writeHead(404).end();
  expect(await next).toMatchObject({ error: 'invalid_client' });
});

/** Why the document at an address cannot be used. */
async function reasonOf(url: string, net = network(), fetchMs?: number): Promise<string> {
  const client = await createClientDocuments(net, new FakeClock(), fetchMs)(url);
  return isFault(client) ? client.description : 'it can be used';
}

/** Headers and a body, all at once. */
const said =
  (headers: Readonly<Record<string, string>>, body = '{}', status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const json = (body = '{}') => said(JSON_TYPE, body);

it.each([
  ['of another type', 'application/json', said({ 'content-type': 'text/html' })],
  ['that is not what it says', 'not JSON', json('hello')],
  ['that comes compressed', 'compressed', said({ ...JSON_TYPE, 'content-encoding': 'gzip' })],
  ['that is not there', 'status 200', said(JSON_TYPE, '{}', 404)],
  ['behind a redirect', 'no redirects', said({ location: 'https://127.0.0.2/' }, '{}', 302)],
  ['of which nothing comes', 'in time', () => undefined],
  ['of which the head comes', 'in time', (_, to) => to.writeHead(200, JSON_TYPE).flushHeaders()],
  ['that is longer than 64 KiB', '65536 bytes', json(`"${'a'.repeat(65_536)}"`)],
])('a document is refused %s: %s', async (_, reason, answer) => {
  const site = await openSite(answer);
  const fetchMs = reason === 'in time' ? 300 : 5_000;
  expect(await reasonOf(`${site.origin}/client.json`, network(), fetchMs)).toContain(reason);
});

const elsewhere = async () => ['127.0.0.1', '127.0.0.2'];
const { ca: _, ...usual } = network();
const unread: readonly (readonly [host: string, reason: string, net: GuardedNetwork])[] = [
  ['of an address that is not public', 'not public', network({ isPublic: INTERNET.isPublic })],
  ['where only one address is public', 'not public', network({ resolve: elsewhere })],
  ['of a host that does not exist', 'reached', network({ resolve: () => Promise.reject('no') })],
  ['under a certificate of its own making', 'cannot be reached', usual],
  ...['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost'].map(
    (host) => [host, '', INTERNET] as const,
  ),
];
it.each(unread)('a document is refused unread %s: %s', async (host, reason, net) => {
  const site = await openSite(json());
  const name = net === INTERNET ? host : SITE_HOST;
  const found = await reasonOf(`https://${name}:${site.port}/client.json`, net);
  expect(found).toContain('cannot be used');
  expect(found).toContain(reason);
  expect(site.seen).toEqual([]);
});
