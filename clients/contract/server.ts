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
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Fault, meet } from './faults.ts';
import { type ContractKey, type KeyKind, startGym } from './gym.ts';

/** What a case is begun with. */
export interface CaseSetup {
  readonly key: KeyKind;
  /** Of a `free` key. Default: 100. */
  readonly lookups?: number;
  /** One for each request of the case; those after them are passed on. */
  readonly faults?: readonly Fault[];
}

export interface BegunCase {
  readonly case: string;
  readonly base_url: string;
  readonly api_key: string | null;
}

export interface EndedCase {
  /** How many came to the front. */
  readonly requests: number;
  /** Lookups of the key that were spent; null for keys without a limit. */
  readonly charged: number | null;
}

export async function startContractServer() {
  const gym = await startGym();
  const cases: { key: ContractKey; faults: readonly Fault[]; requests: number }[] = [];

  const begin = async (request: IncomingMessage): Promise<BegunCase> => {
    const { key: kind, lookups = 100, faults = [] } = (await json(request)) as CaseSetup;
    const key = await gym.key(kind, lookups);
    const id = cases.push({ key, faults, requests: 0 }) - 1;
    const base_url = `http://${request.headers.host ?? ''}/${id}`;
    return { case: String(id), base_url, api_key: key.secret };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, first = '', ...rest] = (request.url ?? '').split('/');
    const give = (value: BegunCase | EndedCase) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (first === '-' && rest[0] === 'begin') return give(await begin(request));
    const open = cases[Number(first === '-' ? rest[1] : first)];
    if (open === undefined) throw new TypeError(`there is no case for ${request.url}`);
    const { key, faults, requests } = open;
    if (first === '-') return give({ requests, charged: key.charged() });
    open.requests += 1;
    const fault = faults[requests] ?? { kind: 'none' };
    return meet(fault, `${gym.url}/${rest.join('/')}`, { request, response });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await gym.stop();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startContractServer();
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  await Promise.race([once(process.stdin.resume(), 'end'), once(process, 'SIGTERM')]);
  await server.stop();
  process.exit(0);
}
