/**
 * The server of the contract, which the tests of every client run their cases against: the real service behind a front that
 * fails as a case says. Every case has an address of its own, so that cases can run side by side.
 *
 * ```text
 * POST /-/begin {"key":"free","lookups":3,"faults":[…]}  → {"case":"7","base_url":"http://127.0.0.1:9/7","api_key":"tk_…"}
 * POST /-/end/7                                          → {"requests":2,"charged":1}
 * ```
 *
 * As a program (`npx tsx clients/contract/server.ts`) it prints `{"url":"http://127.0.0.1:9"}` on one line, and stops when
 * its input ends or at SIGTERM.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Fault, meet } from './faults.ts';
import { type ContractGym, type ContractKey, KEY_KINDS, type KeyKind, startGym } from './gym.ts';

/** What a case is begun with. */
export interface CaseSetup {
  readonly key: KeyKind;
  /** Of a `free` key. Default: 100. */
  readonly lookups?: number;
  /** One for each request of the case; those after them are passed on. */
  readonly faults?: readonly Fault[];
  /** Nobody listens where the client is sent. */
  readonly is_refused?: boolean;
}

export type BegunCase = Awaited<ReturnType<typeof begin>>;
export type EndedCase = ReturnType<typeof end>;
export type ContractServer = Awaited<ReturnType<typeof startContractServer>>;

interface OpenCase {
  readonly key: ContractKey;
  readonly faults: readonly Fault[];
  requests: number;
}

export async function startContractServer() {
  const gym = await startGym();
  const refused = await unusedUrl();
  const cases = new Map<string, OpenCase>();
  const server = createServer((request, response) => {
    turn({ gym, cases, refused }, request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server.address() as AddressInfo),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await gym.stop();
    },
  };
}

interface Front {
  readonly gym: ContractGym;
  readonly cases: Map<string, OpenCase>;
  /** Where nobody listens. */
  readonly refused: string;
}

async function turn(front: Front, request: IncomingMessage, response: ServerResponse) {
  const [, first = '', ...rest] = (request.url ?? '').split('/');
  const json = (value: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  if (first === '-' && rest[0] === 'begin') {
    const origin = `http://${request.headers.host ?? ''}`;
    return json(await begin(front, (await bodyOf(request)) as CaseSetup, origin));
  }
  if (first === '-' && rest[0] === 'end') return json(end(front, rest[1] ?? ''));
  const open = opened(front, first);
  const fault = open.faults[open.requests] ?? { kind: 'none' };
  open.requests += 1;
  return meet(fault, `${front.gym.url}/${rest.join('/')}`, { request, response });
}

async function begin(front: Front, setup: CaseSetup, origin: string) {
  const { key: kind, lookups = 100, faults = [], is_refused = false } = setup;
  if (!KEY_KINDS.includes(kind)) throw new TypeError(`there is no key ${kind}`);
  const key = await front.gym.key(kind, lookups);
  const id = String(front.cases.size + 1);
  front.cases.set(id, { key, faults, requests: 0 });
  const base_url = is_refused ? front.refused : `${origin}/${id}`;
  return { case: id, base_url, api_key: key.secret };
}

/** Requests that came to the front, and lookups of the key that were spent. */
function end(front: Front, id: string) {
  const { key, requests } = opened(front, id);
  return { requests, charged: key.charged() };
}

function opened({ cases }: Front, id: string): OpenCase {
  const open = cases.get(id);
  if (open === undefined) throw new TypeError(`there is no case ${id}`);
  return open;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

/** Of a port that was free a moment ago. */
async function unusedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = urlOf(server.address() as AddressInfo);
  server.close();
  await once(server, 'close');
  return url;
}

function urlOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startContractServer();
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  await Promise.race([once(process.stdin.resume(), 'end'), once(process, 'SIGTERM')]);
  await server.stop();
  process.exit(0);
}
