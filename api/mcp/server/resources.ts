/** Resources on a server object of the library: figures as JSON under an address. */

import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import { ERRORS } from '../../../errors.ts';
import type { ProblemBody } from '../../routes/route.ts';
import type { Reading } from '../charged.ts';
import type { Registry } from '../registry.ts';
import type { ResourceFamily } from '../resources/resource.ts';
import { problemText } from '../results.ts';
import type { Sdk } from '../sdk.ts';
import type { McpTurn } from '../turn.ts';

const JSON_TYPE = 'application/json';

export interface ResourcesOnServer {
  readonly turn: McpTurn;
}

export function registerResources(
  sdk: Sdk,
  server: McpServer,
  { resources, families }: Pick<Registry, 'resources' | 'families'>,
  { turn }: ResourcesOnServer,
): void {
  for (const { uri, name, title, description, read } of resources) {
    const config = { title, description, mimeType: JSON_TYPE };
    server.registerResource(name, uri, config, async (_, { mcpReq: { signal } }) =>
      contents(sdk, uri, await read({ ...turn, signal })),
    );
  }
  for (const family of families) registerFamily(sdk, server, family, turn);
}

function registerFamily(sdk: Sdk, server: McpServer, family: ResourceFamily, turn: McpTurn): void {
  const { template, variable, name, title, description } = family;
  const config = { title, description, mimeType: JSON_TYPE };
  const uriOf = (value: string) => template.replace(`{${variable}}`, encodeURIComponent(value));
  const list = async () => {
    const listed = await family.list(turn);
    return {
      resources: listed.map((one) => ({
        uri: uriOf(one.value),
        name: one.value,
        title: one.title,
        mimeType: JSON_TYPE,
      })),
    };
  };
  const complete = {
    [variable]: async (text: string) => [...(await family.complete(text, turn))],
  };
  server.registerResource(
    name,
    new sdk.ResourceTemplate(template, { list, complete }),
    config,
    async (uri, variables, { mcpReq: { signal } }) => {
      const value = variables[variable];
      const reading =
        typeof value === 'string' ? await family.read(value, { ...turn, signal }) : null;
      if (reading === null) throw new sdk.ResourceNotFoundError(uri.href);
      return contents(sdk, uri.href, reading);
    },
  );
}

function contents(sdk: Sdk, uri: string, reading: Reading): ReadResourceResult {
  if (!reading.isOk) throw refusal(sdk, reading.problem);
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(reading.body) }] };
}

/** Codes of the protocol mean other things: the status that the same refusal has over HTTP is outside of their range. */
function refusal(sdk: Sdk, problem: ProblemBody): Error {
  return new sdk.ProtocolError(ERRORS[problem.code].status, problemText(problem), problem);
}
