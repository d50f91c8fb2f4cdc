/** One server object of the library for one request (or one stdio session), with what its visitor may use. */

import type { McpServer, ServerOptions } from '@modelcontextprotocol/server';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { Registry } from '../registry.ts';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import type { Sdk } from './sdk.ts';
import { ACCEPTING, registerTools, type ToolSchemas, toolSchemas } from './tools.ts';
import { isTrainerOnly, type McpTurn } from './turn.ts';

export interface McpServerParts {
  readonly registry: Registry;
  readonly instructions: string;
  /** Of the program. */
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly extend?: McpExtension | undefined;
}

/** What tests of conformance add. The program has none. */
export interface McpExtension {
  readonly options?: Pick<ServerOptions, 'requestState'>;
  /** Adds to each server object, before anybody is connected to it. */
  register(server: McpServer): void;
  /** Answers clients of 2025 in another way than the program does; may keep server objects in sessions. */
  legacy?(
    request: Request,
    parsed: { readonly parsedBody?: unknown },
    make: () => Promise<McpServer>,
  ): Promise<Response>;
}

/** Makes servers: what is the same for all of them is made once. */
export interface ServerMaker {
  make(turn: McpTurn): Promise<McpServer>;
}

/** How long clients may keep lists, ms: they change with a release and, for classes, with the schedule. Chosen here. */
const LISTS_MS = 300_000;
const RESOURCES_MS = 60_000;
/** How long they may keep figures, ms. Chosen here: a class's count changes about as often. */
const FIGURES_MS = 10_000;

export function createServerMaker(sdk: Sdk, parts: McpServerParts): ServerMaker {
  const { registry, instructions, version } = parts;
  const schemas: ToolSchemas = toolSchemas(sdk, registry.tools);
  const list = { ttlMs: LISTS_MS, cacheScope: 'private' } as const;
  const options = {
    instructions,
    jsonSchemaValidator: ACCEPTING,
    // Nothing changes while it is looked at, so no one is told.
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false },
      prompts: { listChanged: false },
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
    ...parts.extend?.options,
  } as const;
  return {
    make: async (turn) => {
      const visitor = await turn.visitor();
      const server = new sdk.McpServer({ name: 'turnout', title: 'Turnout', version }, options);
      const offered = offeredTo(visitor, registry);
      registerTools(server, offered.tools, { ...parts, schemas, turn });
      registerResources(offered.resources, { ...parts, sdk, server, turn });
      registerPrompts(offered.prompts, { ...parts, sdk, server, turn });
      parts.extend?.register(server);
      return server;
    },
  };
}

/** Someone who sees one trainer only is offered nothing that is of the whole gym. */
function offeredTo(visitor: Visitor, registry: Registry): Registry {
  if (!isTrainerOnly(visitor)) return registry;
  return {
    tools: registry.tools.filter(({ isForTrainers }) => isForTrainers),
    resources: [],
    prompts: registry.prompts.filter(({ isForTrainers }) => isForTrainers),
  };
}
