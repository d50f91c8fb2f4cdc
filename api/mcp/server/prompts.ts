/** Prompts on a server object of the library. Free. */

import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type TSchema, Type } from 'typebox';
import type { Log } from '../../../runtime/log/log.ts';
import type { Prompt, PromptArgument } from '../prompts.ts';
import { argumentsReader } from '../tools/arguments.ts';
import { plainSchema } from '../tools/json-schema.ts';
import type { Sdk } from './sdk.ts';
import { shielded } from './shielded.ts';
import { ACCEPTING } from './tools.ts';
import type { McpTurn } from './turn.ts';

/** Longest value of an argument; that of a trainer in the routes. */
const MAX_TEXT = 128;

export interface PromptsOnServer {
  readonly sdk: Sdk;
  readonly server: McpServer;
  readonly turn: McpTurn;
  readonly log: Log;
}

export function registerPrompts(prompts: readonly Prompt[], given: PromptsOnServer): void {
  const { server } = given;
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
      const argsSchema = schemaOf(argument, given);
      server.registerPrompt(name, { title, description, argsSchema }, (args) =>
        answer((args as Readonly<Record<string, string>>)[argument.name] ?? ''),
      );
    }
  }
}

/**
 * The library looks for completions in `shape`, by the name of the argument. Validators are ours: the library's own are
 * compiled again for each request.
 */
function schemaOf(argument: PromptArgument, given: PromptsOnServer): StandardSchemaWithJSON {
  const { sdk, turn } = given;
  const { name, description } = argument;
  const text = Type.String({ minLength: 1, maxLength: MAX_TEXT, description });
  const whole = Type.Object({ [name]: text });
  const schema = sdk.fromJsonSchema(plainSchema(whole), validatorOf(whole));
  const completed = sdk.completable(
    sdk.fromJsonSchema<string>(plainSchema(text), ACCEPTING),
    async (value) =>
      shielded(given, async () => [...argument.complete(value, await turn.visitor())]),
  );
  return Object.assign(schema, { shape: { [name]: completed } });
}

function validatorOf(schema: TSchema): typeof ACCEPTING {
  const read = argumentsReader(schema);
  return {
    getValidator: () => (input) => {
      const reading = read(input);
      return reading.isOk
        ? { valid: true, data: reading.value as never, errorMessage: undefined }
        : { valid: false, data: undefined, errorMessage: reading.message };
    },
  };
}
