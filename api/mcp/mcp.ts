/**
 * `POST /mcp`: one request in, one answer out, both eras of the protocol on one path, no sessions.
 *
 * Clients of 2025 get one JSON body for a request, as those of 2026 do: nothing here has anything to say before its
 * result. Requests and answers are ours; the library speaks those of the web platform.
 */

import type { AuthInfo } from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import type { ProblemBody } from '../../errors.ts';
import { text } from '../../gym/reports/field.ts';
import { once } from '../../runtime/clock.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import {
  type Answer,
  type ApiRequest,
  EVENTS_TYPE,
  LIMITS,
  problem,
  RawBody,
} from '../http/message.ts';
import { type Route, route } from '../routes/route.ts';
import { openObject } from '../schemas/ask.ts';
import { type McpServerParts, serverMaker } from './server.ts';
import { isBeyond, type McpExchange, membersOf } from './tools.ts';

const ABOUT = 'A message of JSON-RPC 2.0. Source: modelcontextprotocol.io.';
const MESSAGE = openObject('McpMessage', ABOUT, {
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
  method: Type.Optional(text('`tools/list`, `tools/call`, …')),
  params: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

const REPLY = openObject('McpReply', 'The reply of JSON-RPC 2.0: `result` or `error`.', {
  jsonrpc: Type.Literal('2.0'),
});

/** An error of JSON-RPC, for documents. */
export const refusal = (description: string) => ({ description, body: REPLY });

/** Who may ask is found out once for all messages of the request; what figures cost is charged by each of them. */
export function messageRoute(parts: McpServerParts): Route {
  // The library takes 90 ms of the processor, which no start should wait for.
  const opened = once(() => open(parts));
  return route({
    name: 'POST /mcp',
    operationId: 'post_mcp',
    summary: 'The MCP endpoint: tools, resources and prompts for agents.',
    description:
      'Model Context Protocol over Streamable HTTP, revisions 2024-11-05 to 2026-07-28, without sessions. Each tool result with figures and each resource that is read costs a lookup. A notification is answered with 202 and no body. How to connect: `/mcp.md`.',
    errors: ['foreign_page'],
    credentials: 'optional',
    refusals: {
      202: { description: 'A notification was accepted.' },
      400: refusal('A message or a header that cannot be read, or two credentials.'),
      401: refusal('`missing_credentials` or `invalid_credentials`.'),
      404: refusal('An unknown method, for clients of 2026.'),
      415: refusal('A body whose Content-Type is not JSON.'),
      429: refusal('`rate_limited`.'),
    },
    origins: 'checked',
    requestBody: MESSAGE,
    bodyBytes: LIMITS.mcpBodyBytes,
    textTypes: [EVENTS_TYPE],
    response: REPLY,
    answer: (request, guard) => {
      const visitor = guard.enter(request, { resource: 'mcp', isOpen: false });
      if ('status' in visitor) return rpcRefusal(visitor, request);
      for (const [name, value] of request.headers) {
        // What a backing could not decode.
        if (!value.includes('\ufffd')) continue;
        const detail = `The header ${name} has bytes that are no UTF-8.`;
        return rpcRefusal(problem('malformed_request', detail), request);
      }
      return answer(request, visitor, opened);
    },
  });
}

/** Of one request; chosen here: ten calls of everything that a call can have are less. */
const MOST = { levels: 32, members: 12_000 } as const;

/** Never rejects for anything that is asked. */
async function answer(
  request: ApiRequest,
  visitor: Visitor,
  opened: () => ReturnType<typeof open>,
): Promise<Answer> {
  const given = bodyOf(request);
  if (isBeyond(given, MOST)) {
    return invalid(`a message may have ${MOST.levels} levels and ${MOST.members} members.`);
  }
  const batch = readBatch(given);
  if (typeof batch === 'string') return invalid(batch);
  const { requestId, signal } = request;
  const exchange = { requestId, signal, visitor: () => visitor };
  const respond = await opened();
  const made = respond(webRequest(request), batch.body, exchange).then(answerOf);
  const answered = await Promise.race([made, gone(signal)]);
  return answered ?? rpcError(503, -32603, 'The client is gone.');
}

/** The body as JSON; undefined where it is none. */
function bodyOf({ body }: ApiRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
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

/** Loads the library. What it comes to answers a request in the protocol of its era. */
async function open(parts: McpServerParts) {
  const sdk = await import('@modelcontextprotocol/server');
  const make = serverMaker(sdk, parts);
  const modern = sdk.createMcpHandler(
    ({ authInfo }) => make(authInfo?.extra?.['exchange'] as McpExchange),
    {
      legacy: 'reject',
      // Its message may repeat what was sent; the client is told it anyway.
      onerror: ({ name }) => parts.log.debug('mcp_refused', { kind: name }),
    },
  );
  /** @param body undefined where it is no JSON. */
  return async (request: Request, body: unknown, exchange: McpExchange): Promise<Response> => {
    const parsed = body === undefined ? {} : { parsedBody: body };
    if (!(await sdk.isLegacyRequest(request, body))) {
      // The library hands these facts on to the maker of servers, and looks at none of them.
      const authInfo: AuthInfo = { token: '', clientId: '', scopes: [], extra: { exchange } };
      return modern.fetch(request, { ...parsed, authInfo });
    }
    const server = await make(exchange);
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
    });
    const close = (): void =>
      void server.close().catch((error) => parts.log.warn('mcp_close_failed', { error }));
    request.signal.addEventListener('abort', close, { once: true });
    try {
      await server.connect(transport);
      return await transport.handleRequest(request, parsed);
    } finally {
      close();
    }
  };
}

/** Resolves to null when the client goes away. */
function gone(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

/** What every client of MCP must take. Those that do not say so get an answer all the same: it is JSON, as a rule. */
const ACCEPTED = `application/json, ${EVENTS_TYPE}`;
/** Headers of a message, and what is decided elsewhere: who may keep an answer (the guard), and its length. */
const NOT_COPIED = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
]);

/** Nothing looks at its address, which the platform wants. */
function webRequest({ method, headers, body, signal }: ApiRequest): Request {
  const copied = [...headers]
    .filter(([name]) => !NOT_COPIED.has(name) || name === 'content-type')
    .map(([name, value]) => [name, byteString(value)] as [string, string]);
  return new Request('http://localhost/mcp', {
    method,
    headers: [...copied.filter(([name]) => name !== 'accept'), ['accept', ACCEPTED]],
    body: Uint8Array.from(body),
    signal,
  });
}

/** As the platform has values of headers: one character for each byte. Some backings decode UTF-8, others leave bytes. */
function byteString(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value;
}

/** Read whole, streams too: nothing here comes behind a result. */
async function answerOf(response: Response): Promise<Answer> {
  const type = response.headers.get('content-type') ?? 'application/json';
  const headers = [...response.headers]
    .filter(([name]) => !NOT_COPIED.has(name))
    .map(([name, value]) => [capitalised(name), value] as const);
  const value = new RawBody(type, await response.text());
  return { status: response.status, value, headers };
}

/** `x-accel-buffering` is `X-Accel-Buffering`. */
function capitalised(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

function invalid(message: string): Answer {
  return rpcError(400, -32600, `Invalid Request: ${message}`);
}

/** An error of JSON-RPC that belongs to no request. */
export function rpcError(status: number, code: number, message: string): Answer {
  return { status, value: { jsonrpc: '2.0', error: { code, message }, id: null } };
}

/**
 * A refusal as clients of MCP show it to people and models: an error with the id of the request, its sentence as message.
 * The code is the status, as for resources. Status and headers stay.
 */
function rpcRefusal(refused: Answer<ProblemBody>, request: ApiRequest): Answer {
  const data = refused.value as ProblemBody & { readonly hint?: string };
  // What `Not authenticated` leaves open stands in its hint.
  const message = data.hint === undefined ? data.detail : `${data.detail}. ${data.hint}`;
  const error = { code: refused.status, message, data };
  return { ...refused, value: { jsonrpc: '2.0', error, id: idOf(request) } };
}

/** Null where it cannot be told: several messages, no JSON, or more of it than is worth reading for a refusal. */
function idOf(request: ApiRequest): string | number | null {
  if (request.body.length > LIMITS.bodyBytes) return null;
  const { id } = membersOf(bodyOf(request));
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}
