/** Prompts on a server object of the library. Free. */

import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Prompt, PromptArgument } from '../prompts.ts';
import type { Sdk } from '../sdk.ts';
import type { McpTurn } from '../turn.ts';

/** Longest value of an argument; that of a trainer in the routes. */
const MOST_TEXT = 128;

export function registerPrompts(
  sdk: Sdk,
  server: McpServer,
  prompts: readonly Prompt[],
  turn: McpTurn,
): void {
  for (const prompt of prompts) {
    const { name, title, description, argument } = prompt;
    const answer = (value: string) => ({
      description,
      messages: [
        { role: 'user' as const, content: { type: 'text' as const, text: prompt.text(value) } },
      ],
    });
    if (argument === null) {
      server.registerPrompt(name, { title, description }, () => answer(''));
    } else {
      const argsSchema = schemaOf(sdk, argument, turn);
      server.registerPrompt(name, { title, description, argsSchema }, (given) =>
        answer((given as Readonly<Record<string, string>>)[argument.name] ?? ''),
      );
    }
  }
}

/** The library looks for completions in `shape`, by the name of the argument. */
function schemaOf(sdk: Sdk, argument: PromptArgument, turn: McpTurn): StandardSchemaWithJSON {
  const { name, description } = argument;
  const text = { type: 'string', minLength: 1, maxLength: MOST_TEXT, description } as const;
  const schema = sdk.fromJsonSchema({
    type: 'object',
    properties: { [name]: text },
    required: [name],
  });
  const completed = sdk.completable(sdk.fromJsonSchema<string>(text), async (value) => [
    ...argument.complete(value, await turn.visitor()),
  ]);
  return Object.assign(schema, { shape: { [name]: completed } });
}
