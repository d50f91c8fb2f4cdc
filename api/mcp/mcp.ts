/**
 * MCP over our HTTP: one request in, one answer out, both eras of the protocol on one path, no sessions.
 *
 * Clients of 2025 get one JSON body for a request, as those of 2026 do: nothing here has anything to say before its
 * result. Who it is was found out before, and whether the request comes from a page that may ask.
 */

import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../../runtime/log/log.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { Answer, ApiRequest } from '../http/message.ts';
import { readBatch } from './server/batch.ts';
import { answerOf, bodyOf, rpcError, webRequest } from './server/bridge.ts';
import { loadSdk, type Sdk } from './server/sdk.ts';
import type { McpServerParts, ServerMaker } from './server/server.ts';
import type { McpTurn } from './server/turn.ts';
import { isBeyond } from './tools/bounds.ts';

export interface McpParts extends Omit<McpServerParts, 'instructions'> {
  readonly instructions: () => string;
  /** Public address of the service, without a slash at its end. */
  readonly base: () => string;
}

export interface Mcp {
  /** Answers a POST. Never rejects for anything that is asked. */
  handle(request: ApiRequest, visitor: Visitor): Promise<Answer>;
  /** Loads the library; without it the first request waits for that. */
  prepare(): Promise<void>;
}

/** Of one request; chosen here: ten calls of everything that a call can have are less. */
const MOST = { levels: 32, members: 12_000 } as const;

export function createMcp(parts: McpParts): Mcp {
  let opening: Promise<McpServer> | undefined;
  const server = (): Promise<McpServer> => {
    opening ??= openServer(parts);
    return opening;
  };
  return {
    prepare: async () => void (await server()),
    handle: async (request, visitor) => {
      const given = bodyOf(request);
      if (isBeyond(given, MOST)) {
        const most = `${MOST.levels} levels and ${MOST.members} members`;
        return rpcError(400, -32600, `Invalid Request: a message may have ${most}.`);
      }
      const batch = readBatch(given);
      if (!batch.isOk) return rpcError(400, -32600, batch.message);
      const turn: McpTurn = {
        requestId: request.requestId,
        signal: request.signal,
        visitor: () => visitor,
      };
      return (await server()).answer(request, batch.body, turn);
    },
  };
}

interface McpServer {
  answer(request: ApiRequest, body: unknown, turn: McpTurn): Promise<Answer>;
}

interface Exchange {
  readonly request: Request;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
  readonly turn: McpTurn;
}

async function openServer(parts: McpParts): Promise<McpServer> {
  const { log, base } = parts;
  // With the library, what speaks to it: it is not needed sooner.
  const [sdk, { createServerMaker }] = await Promise.all([loadSdk(), import('./server/server.ts')]);
  const maker = createServerMaker(sdk, { ...parts, instructions: parts.instructions() });
  const modern = sdk.createMcpHandler((context) => maker.make(turnIn(context.authInfo)), {
    legacy: 'reject',
    // Its message may repeat what was sent; the client is told it anyway.
    onerror: ({ name }) => log.debug('mcp_refused', { kind: name }),
  });
  return {
    answer: async (request, body, turn) => {
      const exchange = { request: webRequest(request, base()), body, turn };
      const response = await Promise.race([
        respond({ sdk, parts, maker, modern }, exchange),
        gone(request.signal),
      ]);
      return response === null ? rpcError(503, -32603, 'The client is gone.') : answerOf(response);
    },
  };
}

interface Halves {
  readonly sdk: Sdk;
  readonly parts: McpParts;
  readonly maker: ServerMaker;
  readonly modern: McpHttpHandler;
}

async function respond(
  { sdk, parts, maker, modern }: Halves,
  { request, body, turn }: Exchange,
): Promise<Response> {
  const parsed = body === undefined ? {} : { parsedBody: body };
  if (!(await sdk.isLegacyRequest(request, body))) {
    return modern.fetch(request, { ...parsed, authInfo: carrying(turn) });
  }
  const extended = parts.extend?.legacy;
  if (extended !== undefined) return extended(request, parsed, () => maker.make(turn));
  const server = await maker.make(turn);
  // Without a maker of session ids there are no sessions.
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const close = (): void => void server.close().catch((error) => closeFailed(parts.log, error));
  request.signal.addEventListener('abort', close, { once: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, parsed);
  } finally {
    close();
  }
}

function closeFailed(log: Log, error: unknown): void {
  log.warn('mcp_close_failed', { error });
}

/** The library hands these facts on to the maker of servers, and looks at none of them. */
function carrying(turn: McpTurn): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { turn } };
}

function turnIn(authInfo: AuthInfo | undefined): McpTurn {
  return authInfo?.extra?.['turn'] as McpTurn;
}

/** Resolves to null when the client goes away. */
function gone(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
