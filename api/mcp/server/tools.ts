/** Tools on a server object of the library. Arguments are checked here, and every call leaves one line in the log. */

import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { noteCall } from '../call-log.ts';
import { faultOf } from '../charged.ts';
import { argumentsReader } from '../tools/arguments.ts';
import { plainSchema } from '../tools/json-schema.ts';
import { failure, toolResult } from '../tools/results.ts';
import type { Tool } from '../tools/tool.ts';
import type { Sdk } from './sdk.ts';
import type { McpTurn } from './turn.ts';

export interface ToolSchema {
  readonly input: StandardSchemaWithJSON;
  readonly output: StandardSchemaWithJSON;
  readonly read: ReturnType<typeof argumentsReader>;
}

/** By the name of the tool. */
export type ToolSchemas = ReadonlyMap<string, ToolSchema>;

/** Schemas as the library wants them, made once for all servers. */
export function toolSchemas(sdk: Sdk, tools: readonly Tool[]): ToolSchemas {
  return new Map(
    tools.map(({ name, input, output, read }) => [
      name,
      {
        input: sdk.fromJsonSchema(plainSchema(input), ACCEPTING),
        output: sdk.fromJsonSchema(output, ACCEPTING),
        read: read ?? argumentsReader(input),
      },
    ]),
  );
}

/**
 * Says yes to everything. Arguments are checked by us, in words for models and with a line in the log; results are what
 * the types of the routes say, and tests hold them to it. Without it the library would make a validator of its own for each
 * request, which takes longer than all the rest.
 */
export const ACCEPTING: NonNullable<Parameters<Sdk['fromJsonSchema']>[1]> = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

export interface ToolsOnServer {
  readonly schemas: ToolSchemas;
  readonly turn: McpTurn;
  readonly log: Log;
  readonly clock: Clock;
}

export function registerTools(
  server: McpServer,
  tools: readonly Tool[],
  { schemas, turn, log, clock }: ToolsOnServer,
): void {
  for (const tool of tools) {
    const { name, title, description } = tool;
    const schema = schemas.get(name);
    if (schema === undefined) continue;
    const annotations = {
      title,
      readOnlyHint: true,
      idempotentHint: true,
      destructiveHint: false,
      openWorldHint: false,
    };
    const config = {
      title,
      description,
      inputSchema: schema.input,
      outputSchema: schema.output,
      annotations,
    };
    server.registerTool(name, config, async (given, { mcpReq: { signal } }) => {
      const startMs = clock.monotonicMs();
      const { outcome, result } = await call(tool, schema, given, { ...turn, signal, log });
      await noteCall({ turn, log, clock }, 'mcp_tool', { name, outcome, startMs });
      return result;
    });
  }
}

/** `outcome` is `ok` or the code of an error. */
async function call(
  tool: Tool,
  { read }: ToolSchema,
  given: unknown,
  { log, ...turn }: McpTurn & { readonly log: Log },
): Promise<{ readonly outcome: string; readonly result: ReturnType<typeof toolResult> }> {
  try {
    const reading = read(given);
    if (!reading.isOk) {
      const text = `Arguments of ${tool.name} are wrong. ${reading.message} Correct them and call again.`;
      return { outcome: 'invalid_arguments', result: failure(text) };
    }
    const outcome = await tool.call(reading.value, turn);
    return {
      outcome: outcome.isOk ? 'ok' : outcome.problem.code,
      result: toolResult(outcome),
    };
  } catch (error) {
    const problem = faultOf(error, turn, log);
    return { outcome: problem.code, result: toolResult({ isOk: false, problem }) };
  }
}
