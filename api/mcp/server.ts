/**
 * One server object of the library for one request (or one stdio session), with what its visitor may use. Arguments are
 * checked here, and every tool that is called and every resource that is read leaves one line in the log: who, what, how it
 * went, never what was asked.
 */

import type {
  CallToolResult,
  HandlerResultTypeMap,
  RequestTypeMap,
  Server,
  ServerContext,
  ServerOptions,
} from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { ERRORS, type ErrorCode, isTurnoutError, type ProblemBody } from '../../errors.ts';
import { type Answer, JSON_TYPE, problem, problemOf } from '../http/message.ts';
import { idsOf, type McpApp, type PromptArgument, type Registry, variableOf } from './registry.ts';
import {
  argumentsReader,
  isTrainerOnly,
  type McpExchange,
  outlineOf,
  plainSchema,
  type ToolAnswer,
} from './tools.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

export interface McpServerParts extends McpApp {
  readonly registry: Registry;
  readonly instructions: () => string;
}

type ListMethod = 'tools/list' | 'resources/list' | 'resources/templates/list' | 'prompts/list';
type Method = ListMethod | 'tools/call' | 'resources/read' | 'prompts/get' | 'completion/complete';

type Handlers = {
  readonly [Name in Method]: (
    request: RequestTypeMap[Name],
    context: ServerContext,
  ) => HandlerResultTypeMap[Name] | Promise<HandlerResultTypeMap[Name]>;
};

/** Makes servers: what is the same for all of them is made once. */
type MakeServer = (exchange: McpExchange) => Promise<Server>;

/** How long clients may keep lists, ms: they change with a release and, for classes, with the schedule. Chosen here. */
const LISTS_MS = 300_000;
const RESOURCES_MS = 60_000;
/** How long they may keep figures, ms. Chosen here: a class's count changes about as often. */
const FIGURES_MS = 10_000;

export function serverMaker(sdk: Sdk, parts: McpServerParts): MakeServer {
  const { registry, instructions, version } = parts;
  const list = { ttlMs: LISTS_MS, cacheScope: 'private' } as const;
  const options = {
    instructions: instructions(),
    // The library's own validator is compiled again for each server, which takes longer than all the rest.
    jsonSchemaValidator: ACCEPTING,
    // Nothing changes while it is looked at, so no one is told.
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
      completions: {},
    },
    // Private: what is listed varies with the key.
    cacheHints: {
      'server/discover': list,
      'tools/list': list,
      'prompts/list': list,
      'resources/templates/list': list,
      'resources/list': { ttlMs: RESOURCES_MS, cacheScope: 'private' },
      'resources/read': { ttlMs: FIGURES_MS, cacheScope: 'private' },
    },
  } as const;
  const about = [{ name: 'turnout', title: 'Turnout', version }, options] as const;
  const whole = offerOf(sdk, registry);
  const ofTrainer = offerOf(sdk, {
    tools: registry.tools.filter(({ isForTrainers }) => isForTrainers),
    resources: [],
    prompts: registry.prompts.filter(({ argument }) => argument !== null),
  });
  return async (exchange) => {
    // Someone who sees one trainer only is offered nothing that is of the whole gym.
    const offer = isTrainerOnly(await exchange.visitor()) ? ofTrainer : whole;
    const server = new sdk.Server(...about);
    const handlers = handlersOf(offer, { ...parts, sdk, exchange });
    for (const [method, handler] of Object.entries(handlers)) {
      server.setRequestHandler(method as Method, handler as never);
    }
    return server;
  };
}

const ACCEPTING: NonNullable<ServerOptions['jsonSchemaValidator']> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

/** What somebody may use, and how it is listed. */
function offerOf(sdk: Sdk, { tools, resources, prompts }: Registry) {
  const listed = {
    tools: tools.map(({ name, title, description, input, output }) => ({
      name,
      title,
      description,
      inputSchema: plainSchema(input),
      annotations: {
        title,
        readOnlyHint: true,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: false,
      },
      outputSchema: outlineOf(plainSchema(output)),
    })),
    resources: resources
      .filter((resource) => variableOf(resource) === undefined)
      .map(({ call: _, ...listed }) => ({ ...listed, mimeType: JSON_TYPE })),
    // None of them is listed by itself: the template says how they are called.
    resourceTemplates: resources
      .filter((resource) => variableOf(resource) !== undefined)
      .map(({ call: _, uri: uriTemplate, name, ...listed }) => ({
        name,
        uriTemplate,
        ...listed,
        mimeType: JSON_TYPE,
      })),
    prompts: prompts.map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      ...(argument && {
        arguments: [{ name: argument.name, description: argument.description, required: true }],
      }),
    })),
  };
  const { resourceTemplates } = listed;
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    resources: resources.map((resource) => ({
      resource,
      template: new sdk.UriTemplate(resource.uri),
    })),
    prompts,
    lists: {
      'tools/list': () => ({ tools: listed.tools }) as ListedTools,
      'resources/list': () => ({ resources: listed.resources }),
      'resources/templates/list': () => ({ resourceTemplates }),
      'prompts/list': () => ({ prompts: listed.prompts }),
    },
  };
}

type Offer = ReturnType<typeof offerOf>;

type ListedTools = Exclude<HandlerResultTypeMap['tools/list'], { inputRequests: unknown }>;
type Completed = RequestTypeMap['completion/complete']['params']['ref'];

interface CallContext extends Pick<McpServerParts, 'log' | 'clock'> {
  readonly sdk: Sdk;
  readonly exchange: McpExchange;
}

/** Codes of JSON-RPC 2.0. */
const INVALID_PARAMS = -32602;
const INTERNAL = -32603;
/** An argument of a prompt; as long as that of a trainer in the routes. */
const TEXT = Type.String({ minLength: 1, maxLength: 128 });
/** Most values of a completion. Source: the protocol, `completion/complete`. */
const MAX_COMPLETED = 100;

function handlersOf({ tools, resources, prompts, lists }: Offer, context: CallContext): Handlers {
  const { sdk } = context;
  const invalid = (message: string, data?: unknown) =>
    new sdk.ProtocolError(INVALID_PARAMS, message, data);
  const promptCalled = (name: string) => {
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined) throw invalid(`Prompt ${name} not found`);
    return prompt;
  };
  /** Null for an argument that nothing completes. */
  const completerOf = (ref: Completed, name: string): PromptArgument['complete'] | null => {
    if (ref.type === 'ref/prompt') {
      const { argument } = promptCalled(ref.name);
      return argument?.name === name ? argument.complete : null;
    }
    const found = resources.find(({ resource }) => resource.uri === ref.uri);
    if (found === undefined) throw invalid(`Resource template ${ref.uri} not found`);
    return variableOf(found.resource) === name ? idsBeginning(found) : null;
  };
  return {
    ...lists,
    'tools/call': async ({ params: { name, arguments: given } }, { mcpReq: { signal } }) => {
      const tool = tools.get(name);
      if (tool === undefined) throw invalid(`Tool ${name} not found`);
      const answer = await noted(context, signal, 'mcp_tool', name, async (exchange) => {
        const reading = tool.read(given);
        return typeof reading === 'string' ? reading : tool.call(reading, exchange);
      });
      if (typeof answer === 'string') {
        return failure(`Arguments of ${name} are wrong. ${answer} Correct them and call again.`);
      }
      return toolResult(answer);
    },
    'resources/read': async ({ params: { uri } }, { mcpReq: { signal } }) => {
      if (!URL.canParse(uri)) {
        throw invalid(`Resource URI ${uri} is invalid`, { uri, reason: 'invalid_uri' });
      }
      const { href } = new URL(uri);
      const found = resources.find(({ template }) => template.match(href) !== null);
      if (found === undefined) throw new sdk.ResourceNotFoundError(uri);
      const { resource, template } = found;
      const answer = await noted(context, signal, 'mcp_resource', resource.name, (exchange) =>
        resource.call(template.match(href) ?? {}, exchange),
      );
      if (answer.status === 200) {
        const text = JSON.stringify(answer.value);
        return { contents: [{ uri: href, mimeType: JSON_TYPE, text }] };
      }
      if (isMissing(answer)) throw new sdk.ResourceNotFoundError(uri);
      // Codes of the protocol mean other things: the status of the same refusal over HTTP is outside of their range.
      const body = answer.value as ProblemBody;
      throw new sdk.ProtocolError(ERRORS[body.code].status, problemText(body), body);
    },
    'prompts/get': ({ params: { name, arguments: given = {} } }) => {
      const { description, argument, text } = promptCalled(name);
      if (argument !== null) {
        const reading = argumentsReader(Type.Object({ [argument.name]: TEXT }))(given);
        if (typeof reading === 'string')
          throw invalid(`Invalid arguments for prompt ${name}: ${reading}`);
      }
      const value = argument === null ? '' : (given[argument.name] ?? '');
      const content = { type: 'text' as const, text: text(value) };
      return { description, messages: [{ role: 'user' as const, content }] };
    },
    'completion/complete': async ({ params: { ref, argument } }) => {
      const complete = completerOf(ref, argument.name);
      if (complete === null) return { completion: { values: [], hasMore: false } };
      const answer = await attempt(context, async () => ({
        status: 200,
        value: complete(argument.value, await context.exchange.visitor()),
      }));
      if (answer.status !== 200) {
        throw new sdk.ProtocolError(INTERNAL, (answer.value as ProblemBody).detail);
      }
      const values = (answer.value as readonly string[]).slice(0, MAX_COMPLETED);
      return { completion: { values, total: values.length, hasMore: false } };
    },
  };
}

function idsBeginning({ resource }: Offer['resources'][number]): PromptArgument['complete'] {
  return (text, visitor) => {
    const caller = visitor.see({});
    return 'code' in caller ? [] : idsOf(resource, caller.view).filter((id) => id.startsWith(text));
  };
}

/** What `work` answers. A fault is told in words for anyone who asked; the log has its cause. */
async function attempt<Made>(
  { exchange, log }: CallContext,
  work: () => Promise<Made>,
): Promise<Made | ToolAnswer> {
  try {
    return await work();
  } catch (error) {
    if (exchange.signal.aborted) return problem('internal_error', CANCELLED);
    if (!isTurnoutError(error) || error.status >= 500) {
      log.error('mcp_failed', { request_id: exchange.requestId, error });
    }
    return problemOf(error, exchange.requestId);
  }
}

const CANCELLED = 'Cancelled: the client no longer waits for the answer.';

/** The same, with a line in the log; a text is of arguments that are wrong. @param name Of a bounded set. */
async function noted<Made extends ToolAnswer | string>(
  context: CallContext,
  signal: AbortSignal,
  event: 'mcp_tool' | 'mcp_resource',
  name: string,
  work: (exchange: McpExchange) => Promise<Made>,
) {
  const { log, clock } = context;
  const exchange = { ...context.exchange, signal };
  const startMs = clock.monotonicMs();
  const answer = await attempt({ ...context, exchange }, () => work(exchange));
  const { principal } = await exchange.visitor();
  log.info(event, {
    [event === 'mcp_tool' ? 'tool' : 'resource']: name,
    outcome: typeof answer === 'string' ? 'invalid_arguments' : outcomeOf(event, answer),
    took_ms: Math.round(clock.monotonicMs() - startMs),
    request_id: exchange.requestId,
    key: principal?.key.prefix ?? null,
  });
  return answer;
}

function outcomeOf(event: string, answer: Answer): string {
  if (answer.status === 200) return 'ok';
  const isLost = event === 'mcp_resource' && isMissing(answer);
  return isLost ? 'not_found' : (answer.value as ProblemBody).code;
}

function isMissing({ value }: Answer): boolean {
  const missing = ['unknown_class', 'unknown_session', 'invalid_question'];
  return missing.includes((value as ProblemBody).code);
}

/** What a model can do about an error, where its sentence does not say it already. */
const WHAT_TO_DO: Partial<Record<ErrorCode, string>> = {
  unknown_trainer: 'Call list_trainers for all names, then call again with the id.',
  ambiguous_trainer: 'Ask which one is meant, then call again with the id.',
  forbidden: 'Do not try again with this key: tell the user what the key may see.',
  lookups_exhausted: 'Do not try again: tell the user.',
  rate_limited: 'Wait, then call again once.',
  internal_error: 'Try once more; then tell the user the request id.',
};

/** The body as data and as text, with its pictures; or a sentence that a model can act on. */
function toolResult({ status, value, pictures = [] }: ToolAnswer): CallToolResult {
  if (status !== 200) return failure(problemText(value as ProblemBody));
  return {
    structuredContent: value as unknown as Record<string, unknown>,
    content: [
      { type: 'text', text: JSON.stringify(value) },
      ...pictures.map((png) => ({
        type: 'image' as const,
        mimeType: 'image/png',
        data: Buffer.from(png).toString('base64'),
      })),
    ],
  };
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** `unknown_trainer: No trainer is called … Call list_trainers …` */
function problemText({ code, detail }: ProblemBody): string {
  const advice = WHAT_TO_DO[code];
  return `${code}: ${detail}${advice === undefined ? '' : ` ${advice}`}`;
}
