/** The MCP endpoint over HTTP, with keys of every kind, and clients of both eras for it. */

import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { RequestGuard } from '../../../api/auth/guard.ts';
import { Dispatcher, Traffic } from '../../../api/dispatch.ts';
import { mcpRoutes, serverInstructions } from '../../../api/mcp/page.ts';
import { createRegistry, type RegistryParts } from '../../../api/mcp/registry.ts';
import { createRouter } from '../../../api/route-table.ts';
import { analyticsRoutes } from '../../../api/routes/analytics.ts';
import { readRoutes } from '../../../api/routes/reads.ts';
import type { Route } from '../../../api/routes/route.ts';
import { createGrammar } from '../../../ask/read/grammar.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { SAMPLE_EVIDENCE } from '../../../service/evidence/sample.ts';
import { type Listen, listen } from '../../support/backings.ts';
import { limits } from '../../support/limits.ts';
import { type MemoryAccess, memoryAccess } from '../../support/memory-access.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

/** The gym of the keys: the sample gym under another name. */
const sample = sandboxView(Date.UTC(2026, 10, 21, 12));
export const GYM: GymView = { ...sample, gym: { ...sample.gym, id: 'iron' } };
const [trainer = { id: '', name: '' }, other = trainer] = GYM.trainers;
export const OWN = trainer;
export const OTHER = other;

/** What the tool `ask` answers from. */
export const ASK_WORLD = {
  reader: createGrammar(),
  classes: { classesIn: async (view: GymView) => tableOf(view) },
  gyms: { asOf: async () => null },
  base: () => 'http://turnout.test',
};

export const KEYS = {
  owner: 'tk_owner',
  /** Has three lookups. */
  few: 'tk_few',
  trainer: 'tk_trainer',
} as const;

export interface McpService {
  readonly url: string;
  readonly access: MemoryAccess;
  readonly log: RecordedLog;
  /** Sends a request to `/mcp` as it is. */
  send(init: RequestInit & { readonly target?: string }): Promise<Response>;
  /** A connected client. */
  client(
    era: Era,
    headers: Readonly<Record<string, string>>,
    capabilities?: ClientCapabilities,
  ): Promise<Client>;
  close(): Promise<void>;
}

export type Era = '2025' | '2026';
export const ERAS: readonly Era[] = ['2025', '2026'];

type Given = Partial<Pick<RegistryParts, 'ask' | 'painter'>> & {
  readonly over?: Listen;
  readonly routes?: readonly Route[];
};

/** Is closed with the test. */
export async function openMcp(given: Given = {}): Promise<McpService> {
  const service = await startMcp(given);
  onTestFinished(() => service.close());
  return service;
}

export async function startMcp({
  ask = null,
  painter = null,
  routes: extra = [],
  over = listen,
}: Given = {}): Promise<McpService> {
  const log = new RecordedLog();
  const access = memoryAccess([
    { secret: KEYS.owner, gymId: 'iron', role: 'owner' },
    { secret: KEYS.few, gymId: 'iron', role: 'manager', lookupLimit: 3 },
    { secret: KEYS.trainer, gymId: 'iron', role: 'trainer', trainerId: OWN.id },
  ]);
  const base = 'http://turnout.test';
  const registry = createRegistry({
    routes: [...analyticsRoutes(), ...extra],
    reads: readRoutes(SAMPLE_EVIDENCE),
    classes: { classesIn: async (view) => tableOf(view) },
    ask,
    painter,
    log,
  });
  const parts = { registry, version: '1.2.3', log, clock: systemClock, base: () => base };
  const routes = mcpRoutes({ ...parts, instructions: () => serverInstructions(base) });
  const guard = new RequestGuard({
    access,
    gyms: {
      view: (id) => (id === 'iron' ? GYM : null),
      asOf: async () => null,
      sandbox: () => sample,
    },
    clock: systemClock,
    limits: limits(),
    base,
  });
  const { onRequest } = new Dispatcher({
    router: createRouter(routes, { base, version: '1.2.3', guard }),
    log,
    clock: systemClock,
    guard,
    traffic: new Traffic(),
  });
  const backing = await over({ host: '127.0.0.1', port: 0, onRequest });
  const url = `http://127.0.0.1:${backing.port}`;
  const clients: Client[] = [];
  return {
    url,
    access,
    log,
    send: ({ target = '/mcp', ...init }) => fetch(`${url}${target}`, init),
    client: async (era, headers, capabilities = {}) => {
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers },
      });
      const client = new Client(
        { name: 'test', version: '1' },
        {
          capabilities,
          versionNegotiation: { mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy' },
        },
      );
      await client.connect(transport);
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await backing.close();
    },
  };
}

export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
export const SANDBOX = { 'X-Sandbox': 'true' };

/** A request of JSON-RPC as clients of 2025 send it. */
export function message(method: string, params: object = {}, id: number | string = 1): RequestInit {
  return {
    method: 'POST',
    headers: { ...SANDBOX, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  };
}
