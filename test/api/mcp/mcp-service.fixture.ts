/** The sample gym over HTTP, with keys of every kind, and MCP clients of both eras. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { ServerOptions } from '../../../api/server.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymSource } from '../../support/gym-source.ts';
import { memoryAccess } from '../../support/memory-access.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { startService } from '../../support/service.ts';

/** The gym of the keys: the sample gym under another name. */
const sample = sandboxView(Date.UTC(2026, 10, 21, 12));
export const GYM: GymView = { ...sample, gym: { ...sample.gym, id: 'iron' } };
const [trainer = { id: '', name: '' }] = GYM.trainers;
export const OWN = trainer;

export const KEYS = {
  owner: 'tk_owner',
  /** Has three lookups. */
  few: 'tk_few',
  trainer: 'tk_trainer',
} as const;

export type Era = '2025' | '2026';
export const ERAS: readonly Era[] = ['2025', '2026'];

/** Is closed with the test. */
export async function openMcp(given: Pick<ServerOptions, 'reader'> = {}) {
  const log = new RecordedLog();
  const access = await memoryAccess([
    { secret: KEYS.owner, gymId: 'iron', role: 'owner' },
    { secret: KEYS.few, gymId: 'iron', role: 'manager', lookupLimit: 3 },
    { secret: KEYS.trainer, gymId: 'iron', role: 'trainer', trainerId: OWN.id },
  ]);
  const gyms = { ...gymSource([GYM]), sandbox: () => sample };
  const service = await startService({ gyms, access, log, ...given });
  onTestFinished(() => service.close());
  const { url, get } = service;
  return {
    url,
    get,
    access,
    log,
    /** Sends a request to `/mcp` as it is. */
    send: (init: RequestInit) => fetch(`${url}/mcp`, init),
    /** A connected client. */
    client: async (era: Era, headers: Readonly<Record<string, string>>) => {
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers },
      });
      const versionNegotiation = {
        mode: era === '2026' ? { pin: '2026-07-28' } : 'legacy',
      } as const;
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
      await client.connect(transport);
      onTestFinished(() => client.close());
      return client;
    },
  };
}

/** What a tool answers: its parts, the text of the first, and what they say as an object. */
export async function called(client: Client, name: string, given: object = {}) {
  const call = { name, arguments: { ...given } };
  const { isError = false, content, structuredContent: body } = await client.callTool(call);
  const parts = content as readonly { readonly type: string; readonly text?: string }[];
  return { isError, parts, text: parts[0]?.text ?? '', body };
}

export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });
export const SANDBOX = { 'X-Sandbox': 'true' };

type Who = Readonly<Record<string, string>>;

export interface Reply {
  readonly id: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What is sent to `/mcp` as it stands, or as JSON: a message, or several. */
export function posted(content: unknown, who: Who = SANDBOX, more: Who = {}): RequestInit {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return { method: 'POST', headers: { ...who, 'Content-Type': 'application/json', ...more }, body };
}

/** A request of JSON-RPC as clients of 2025 send it. */
export const message = (method: string, params: object = {}, who?: Who, id: unknown = 1) =>
  posted({ jsonrpc: '2.0', id, method, params }, who);

export const MODERN = '2026-07-28';
/** A request as clients of 2026 send it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  who?: Who,
  more: Who = {},
  revision = MODERN,
): RequestInit {
  const named = params['name'] ?? params['uri'];
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': method,
    ...(named !== undefined && { 'Mcp-Name': String(named) }),
    ...more,
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return posted({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } }, who, headers);
}
