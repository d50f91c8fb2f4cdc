/**
 * MCP over our HTTP: one request in, one answer out, both eras of the protocol on one path, no sessions.
 *
 * Clients of 2025 get one JSON body for a request, as those of 2026 do: nothing here has anything to say before its
 * result. Who it is was found out before, and whether the request comes from a page that may ask.
 */

import { randomUUID } from 'node:crypto';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../../runtime/log/log.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import { answerOf, bodyOf, rpcError, webRequest } from './bridge.ts';
import { type MakeServer, type McpServerParts, type Sdk, serverMaker } from './server.ts';
import { isBeyond } from './tools/arguments.ts';
import type { McpTurn } from './tools/tool.ts';
import { takesApps } from './week-app.tsx';

export type McpParts = McpServerParts;

/** Answers a POST. Never rejects for anything that is asked. */
export type Mcp = (request: ApiRequest, visitor: Visitor) => Promise<Answer>;

/** Of one request; chosen here: ten calls of everything that a call can have are less. */
const MOST = { levels: 32, members: 12_000 } as const;

export function createMcp(parts: McpParts): Mcp {
  let opening: Promise<Halves> | undefined;
  return async (request, visitor) => {
    const given = bodyOf(request);
    if (isBeyond(given, MOST)) {
      const most = `${MOST.levels} levels and ${MOST.members} members`;
      return rpcError(400, -32600, `Invalid Request: a message may have ${most}.`);
    }
    const batch = readBatch(given);
    if (typeof batch === 'string') return rpcError(400, -32600, `Invalid Request: ${batch}`);
    const { requestId, signal } = request;
    const exchange = {
      request: webRequest(request, parts.base()),
      body: batch.body,
      turn: { requestId, signal, visitor: () => visitor },
    };
    // The library takes 90 ms of the processor, which no start should wait for.
    opening ??= open(parts);
    const response = await Promise.race([respond(await opening, exchange), gone(signal)]);
    return response === null ? rpcError(503, -32603, 'The client is gone.') : answerOf(response);
  };
}

/** Messages in one request, which only the revision 2025-03-26 had: each may cost as much as a request. Chosen here. */
const MAX_MESSAGES = 10;

/**
 * `body` as it may be handed on, or why not. Of calls with one id the library gives back one result, and all would be
 * charged. A cancellation can only be of a concurrent call, since there are no sessions, and the library would wait for that
 * call's result for ever: it is left out, which the protocol allows.
 */
function readBatch(body: unknown): { readonly body: unknown } | string {
  if (!Array.isArray(body)) return { body };
  if (body.length > MAX_MESSAGES) return `at most ${MAX_MESSAGES} messages at once.`;
  const ids = body
    .filter((one) => 'method' in membersOf(one))
    .flatMap((one) => membersOf(one)['id'] ?? []);
  if (new Set(ids).size < ids.length) return 'each message needs an id of its own.';
  const messages = body.filter((one) => membersOf(one)['method'] !== 'notifications/cancelled');
  // One notification in its place: it is taken, and nothing is answered.
  return { body: messages.length === 0 && body.length > 0 ? body[0] : messages };
}

function membersOf(message: unknown): Readonly<Record<string, unknown>> {
  return typeof message === 'object' && message !== null
    ? (message as Readonly<Record<string, unknown>>)
    : {};
}

interface Exchange {
  readonly request: Request;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
  readonly turn: McpTurn;
}

interface Halves {
  readonly sdk: Sdk;
  readonly parts: McpParts;
  readonly make: MakeServer;
  readonly modern: McpHttpHandler;
}

async function open(parts: McpParts): Promise<Halves> {
  const sdk = await import('@modelcontextprotocol/server');
  const make = serverMaker(sdk, parts);
  const modern = sdk.createMcpHandler(
    ({ authInfo }) => make(authInfo?.extra?.['turn'] as McpTurn),
    {
      legacy: 'reject',
      // Its message may repeat what was sent; the client is told it anyway.
      onerror: ({ name }) => parts.log.debug('mcp_refused', { kind: name }),
    },
  );
  return { sdk, parts, make, modern };
}

async function respond(
  { sdk, parts, make, modern }: Halves,
  { request, body, turn }: Exchange,
): Promise<Response> {
  const parsed = body === undefined ? {} : { parsedBody: body };
  if (!(await sdk.isLegacyRequest(request, body))) {
    return modern.fetch(request, { ...parsed, authInfo: carrying(turn) });
  }
  const extended = parts.extend?.legacy;
  if (extended !== undefined) return extended(request, parsed, () => make(turn));
  const hasSaid = request.headers.get('mcp-session-id')?.startsWith(WITH_APPS) === true;
  const server = await make({ ...turn, takesApps: hasSaid });
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    ...(saysApps(body) && { sessionIdGenerator: () => `${WITH_APPS}${randomUUID()}` }),
  });
  const close = (): void => void server.close().catch((error) => closeFailed(parts.log, error));
  request.signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, parsed);
  } finally {
    close();
  }
}

/**
 * There are no sessions. But what clients of 2025 can do is in their first message alone: those that show MCP Apps get an id
 * that says so, and send it with each later request. Nothing is stored of it.
 */
const WITH_APPS = 'apps-';

function saysApps(body: unknown): boolean {
  const { method, params } = membersOf(body);
  return method === 'initialize' && takesApps(membersOf(params)['capabilities']);
}

function closeFailed(log: Log, error: unknown): void {
  log.warn('mcp_close_failed', { error });
}

/** The library hands these facts on to the maker of servers, and looks at none of them. */
function carrying(turn: McpTurn): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { turn } };
}

/** Resolves to null when the client goes away. */
function gone(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
