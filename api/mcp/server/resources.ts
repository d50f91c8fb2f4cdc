/** Resources on a server object of the library: figures as JSON under an address. */

import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server';
import type { ProblemBody } from '../../../errors.ts';
import { ERRORS } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { noteCall } from '../call-log.ts';
import type { Reading } from '../charged.ts';
import type { Registry } from '../registry.ts';
import type { ResourceFamily } from '../resources/resource.ts';
import { problemText } from '../tools/results.ts';
import type { Sdk } from './sdk.ts';
import { shielded } from './shielded.ts';
import type { McpTurn } from './turn.ts';

const JSON_TYPE = 'application/json';

export interface ResourcesOnServer {
  readonly sdk: Sdk;
  readonly server: McpServer;
  readonly turn: McpTurn;
  readonly log: Log;
  readonly clock: Clock;
}

export function registerResources(
  { resources, families }: Pick<Registry, 'resources' | 'families'>,
  given: ResourcesOnServer,
): void {
  const { sdk, server, turn } = given;
  for (const { uri, name, title, description, read } of resources) {
    const config = { title, description, mimeType: JSON_TYPE };
    server.registerResource(name, uri, config, async (_, { mcpReq: { signal } }) =>
      contents(sdk, uri, await noted(given, name, () => read({ ...turn, signal }))),
    );
  }
  for (const family of families) registerFamily(family, given);
}

function registerFamily(family: ResourceFamily, given: ResourcesOnServer): void {
  const { sdk, server, turn } = given;
  const { template, variable, name, title, description } = family;
  const config = { title, description, mimeType: JSON_TYPE };
  const uriOf = (value: string) => template.replace(`{${variable}}`, encodeURIComponent(value));
  const list = async () => {
    const listed = await shielded(given, () => family.list(turn));
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
    [variable]: async (text: string) => [
      ...(await shielded(given, () => family.complete(text, turn))),
    ],
  };
  server.registerResource(
    name,
    new sdk.ResourceTemplate(template, { list, complete }),
    config,
    async (uri, variables, { mcpReq: { signal } }) => {
      const value = variables[variable];
      const reading = await noted(given, name, async () =>
        typeof value === 'string' ? family.read(value, { ...turn, signal }) : null,
      );
      if (reading === null) throw new sdk.ResourceNotFoundError(uri.href);
      return contents(sdk, uri.href, reading);
    },
  );
}

/** Leaves a line in the log. Rejects with an error of the protocol. */
async function noted<Result extends Reading | null>(
  given: ResourcesOnServer,
  name: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const startMs = given.clock.monotonicMs();
  const reading = await shielded(given, read);
  const outcome = reading === null ? 'not_found' : reading.isOk ? 'ok' : reading.problem.code;
  await noteCall(given, 'mcp_resource', { name, outcome, startMs });
  return reading;
}

function contents(sdk: Sdk, uri: string, reading: Reading): ReadResourceResult {
  if (!reading.isOk) throw refusal(sdk, reading.problem);
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(reading.body) }] };
}

/** Codes of the protocol mean other things: the status that the same refusal has over HTTP is outside of their range. */
function refusal(sdk: Sdk, problem: ProblemBody): Error {
  return new sdk.ProtocolError(ERRORS[problem.code].status, problemText(problem), problem);
}
