/** Over a real HTTP server that answers as a head office does, and as none does. */

import { createServer, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { type Batch, type JoinRequest, type Receipt, SYNC_PATH } from '../../../../chain/sync.ts';
import { enrol, hqAddress, sendBatch } from '../../../../service/line/head-office.ts';
import { batch } from '../../../hq/sync/batches.fixture.ts';
import { anError } from '../../../support/an-error.ts';
import { startSite } from '../../../support/https-site.ts';
import { listeningInTest } from '../../../support/test-server.ts';

const REQUEST: JoinRequest = {
  v: 1,
  token: 'tj_one',
  hostname: 'box',
  app: '1.0.0',
  gym: { id: 'main', name: 'Main', timezone: 'Europe/London' },
};

async function office(answer: (response: ServerResponse, path: string, body: unknown) => void) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const isZipped = request.headers['content-encoding'] === 'gzip';
    answer(response, request.url ?? '', JSON.parse(String(isZipped ? gunzipSync(body) : body)));
  });
  return `http://127.0.0.1:${await listeningInTest(server)}`;
}

const saying = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  office((response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

it.each([
  ['https://hq.example', 'https://hq.example'],
  ['https://hq.example/', 'https://hq.example'],
  ['https://hq.example:8443/chain/', 'https://hq.example:8443/chain'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('the address of a head office %s is read as %s', (given, wanted) => {
  expect(hqAddress(given)).toBe(wanted);
});

const BAD = 'hq.example http://hq.example https://me:pw@hq.example https://hq.example/?a=b';
it.each(BAD.split(' '))('the address of a head office %s is refused, and not repeated', (given) => {
  expect(() => hqAddress(given)).toThrow(anError('usage', /^(?!.*pw@)/s));
});

it('a box that asks to join is told why it is refused', async () => {
  const url = await saying(403, { code: 'forbidden', detail: 'The token was used.' });
  await expect(enrol(url, REQUEST)).rejects.toEqual(anError('hq_refused', 'The token was used.'));
});

it.each([
  ['an error of a server', 500, { detail: 'oh' }, {}],
  ['a page', 200, '<html>', {}],
  ['half an answer', 201, { v: 1, box: 'box_1' }, {}],
  ['a way to another place', 302, '', { Location: 'https://elsewhere.example' }],
  ['far too much', 201, 'x'.repeat(100_000), {}],
  ['a refusal without a reason', 404, 'nothing', {}],
] as const)('a box that asks to join takes %s for no office', async (_, status, body, headers) => {
  const url = await saying(status, body, headers);
  await expect(enrol(url, REQUEST)).rejects.toMatchObject({ code: 'hq_unreachable' });
});

it('a box that asks to join refuses a certificate of no known authority, with what to do', async () => {
  const site = await startSite((_, response) => void response.end('{}'));
  onTestFinished(() => site.close());
  const words = /^certificate of the head office: .*NODE_EXTRA_CA_CERTS/;
  const asked = enrol(`https://localhost:${site.port}`, REQUEST);
  await expect(asked).rejects.toEqual(anError('hq_unreachable', words));
});

const numbers = { cursor: 3, top_seq: 3, hq_utc_ms: 1 };
const receipt: Receipt = { v: 1, ...numbers, refused: [], unequal: null };
const send = (hqUrl: string, { signal } = new AbortController()) =>
  sendBatch({ hqUrl, key: 'tb_one' }, batch(1, []) as Batch, signal);

it('a box that sends gets its receipt, also with fields of a later release', async () => {
  const seen: unknown[] = [];
  const url = await office((response, path, body) => {
    seen.push([path, body]);
    response.end(JSON.stringify({ ...receipt, weather: 'fine' }));
  });
  expect(await send(url)).toMatchObject(receipt);
  expect(seen).toEqual([[SYNC_PATH, batch(1, [])]]);
});

it.each(['sync_refused', 'sync_newer'])('a box is told %s in the office’s words', async (code) => {
  const url = await saying(403, { code, detail: 'Another box has the place.' });
  await expect(send(url)).rejects.toEqual(anError(code, 'Another box has the place.'));
});

it.each([
  ['a database that is away', 503, { code: 'database_unusable', detail: 'away' }],
  ['a receipt of another shape', 200, { ...receipt, cursor: -1 }],
])('a box that sends takes %s for no receipt', async (_, status, body) => {
  const sent = send(await saying(status, body));
  await expect(sent).rejects.toMatchObject({ code: 'hq_unreachable' });
});

it('a box that sends stops waiting when it is told to', async () => {
  const stopping = new AbortController();
  const url = await office(() => stopping.abort());
  await expect(send(url, stopping)).rejects.toMatchObject({ code: 'hq_unreachable' });
});
