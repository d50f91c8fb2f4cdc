/** `/mcp`: the endpoint of the protocol, and `/mcp.md`: the page about it. */

import { Type } from 'typebox';
import { type Answer, LIMITS, preferredType, problem, TextBody } from '../http/message.ts';
import { defineRoute, NO_PARAMETERS, type Route, rawRoute } from '../routes/route.ts';
import { rpcRefusal, unreadableHeader } from './bridge.ts';
import type { Mcp } from './mcp.ts';

export interface McpRouteParts {
  readonly mcp: Mcp;
  /** Public address of the service, without a slash at its end. */
  readonly base: () => string;
  readonly version: string;
  /** The page about it, as Markdown. */
  readonly page: () => string;
}

const STREAM_TYPE = 'text/event-stream';

const ABOUT = Type.Object(
  {
    name: Type.Literal('turnout'),
    version: Type.String({ description: 'Of the program.' }),
    protocol: Type.String({ description: 'The protocol of the endpoint.' }),
    url: Type.String({ description: 'Where to post messages.' }),
    documentation: Type.String({ description: 'How to connect, and what the endpoint offers.' }),
  },
  { additionalProperties: false, title: 'McpEndpoint', description: 'The MCP endpoint.' },
);

export function mcpRoutes({ mcp, base, version, page }: McpRouteParts): readonly Route[] {
  return [aboutRoute(base, version), messageRoute(mcp), pageRoute(page)];
}

/** A person who opens the address is told what it is; a client of 2025 that wants a stream is told that there is none. */
function aboutRoute(base: () => string, version: string): Route {
  return defineRoute({
    method: 'GET',
    path: '/mcp',
    operationId: 'describe_mcp',
    summary: 'What the MCP endpoint is.',
    description:
      'Messages are posted. There are no sessions and no streams of the server’s own: a GET for `text/event-stream` is refused with 405.',
    access: 'public',
    errors: ['foreign_page'],
    refusals: { 405: refusal('A stream was asked for.') },
    origins: 'checked',
    parameters: NO_PARAMETERS,
    response: ABOUT,
    answer: (_, { headers }) => {
      const wanted = preferredType(headers.get('accept'), ['application/json', STREAM_TYPE]);
      if (wanted === STREAM_TYPE) return noStream();
      const about = {
        name: 'turnout' as const,
        version,
        protocol: 'MCP over Streamable HTTP: POST, without sessions',
        url: `${base()}/mcp`,
        documentation: `${base()}/mcp.md`,
      };
      return { status: 200, value: about };
    },
  });
}

const NO_STREAM = 'Method not allowed: there is no stream here; messages are posted.';

function noStream(): Answer<never> {
  const value = { jsonrpc: '2.0', error: { code: -32000, message: NO_STREAM }, id: null };
  return { status: 405, value: value as never, headers: [['Allow', 'POST']] };
}

const MESSAGE = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    method: Type.Optional(Type.String({ description: '`tools/list`, `tools/call`, …' })),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  {
    additionalProperties: true,
    title: 'McpMessage',
    description: 'A message of JSON-RPC 2.0. Source: modelcontextprotocol.io.',
  },
);

const REPLY = Type.Object(
  { jsonrpc: Type.Literal('2.0') },
  {
    additionalProperties: true,
    title: 'McpReply',
    description: 'The reply of JSON-RPC 2.0: `result` or `error`.',
  },
);

/** An error of JSON-RPC. */
const refusal = (description: string) => ({ description, body: REPLY });

/** Who may ask is found out once for all messages of the request; what figures cost is charged by each of them. */
function messageRoute(mcp: Mcp): Route {
  const facts = {
    method: 'POST',
    path: '/mcp',
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
    textTypes: [STREAM_TYPE],
    response: REPLY,
  } as const;
  return rawRoute(facts, (request, guard) => {
    const visitor = guard.enter(request, { resource: 'mcp', isOpen: false });
    if ('status' in visitor) return rpcRefusal(visitor, request);
    const unreadable = unreadableHeader(request);
    if (unreadable === undefined) return mcp(request, visitor);
    const detail = `The header ${unreadable} has bytes that are no UTF-8.`;
    return rpcRefusal(problem('malformed_request', detail), request);
  });
}

const MARKDOWN = 'text/markdown; charset=utf-8';

function pageRoute(page: () => string): Route {
  let text: TextBody | undefined;
  return defineRoute({
    method: 'GET',
    path: '/mcp.md',
    operationId: 'get_mcp_page',
    summary: 'How to connect an agent, and what it can use.',
    description: 'Markdown, made from the same tools, resources and prompts that are served.',
    access: 'public',
    errors: [],
    parameters: NO_PARAMETERS,
    textTypes: ['text/markdown'],
    response: Type.Unknown({ description: 'Nothing: the page is Markdown.' }),
    answer: () => {
      text ??= new TextBody(MARKDOWN, page());
      return { status: 200, value: text };
    },
  });
}
