/** The official client against the running program, in both eras, with a key and with the sandbox: everything that it has. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../conformance/program.ts';
import { copyLogLine } from '../support/log-copy.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram(copyLogLine);
});
afterAll(() => program.close());

/** What needed arguments are given, by their name. Of the demo, which has a trainer of this name. */
const GIVEN: Readonly<Record<string, unknown>> = {
  trainer: 'Ben Carter',
  query: 'Which classes were the fullest in the last four weeks?',
  measures: ['attended'],
};
const given = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, GIVEN[name]]));

const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const;

const VISITORS = [
  ['a key', () => ({ Authorization: `Bearer ${program.key}` })],
  ['the sandbox', () => ({ 'X-Sandbox': 'true' })],
] as const;

/** As polite clients do: who asked too fast waits as long as the answer says. */
const patient: typeof fetch = async (...request) => {
  const answer = await fetch(...request);
  if (answer.status !== 429) return answer;
  const seconds = Number(answer.headers.get('retry-after'));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return patient(...request);
};

describe.each(ERAS)('in %s', (revision, mode) => {
  it.each(VISITORS)('with %s everything can be called, read and got', async (_, headers) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${program.url}/mcp`), {
        requestInit: { headers: headers() },
        fetch: patient,
      }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);

    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(4);
    for (const tool of tools) {
      // The client holds the result to the schema that the tool declares.
      const result = await client.callTool({
        name: tool.name,
        arguments: given(tool.inputSchema.required ?? []),
      });
      expect(result.isError ?? false, `${tool.name}: ${JSON.stringify(result.content)}`).toBe(
        false,
      );
      expect(result.structuredContent, tool.name).toBeDefined();
    }

    const atOnce = [1, 2, 3].map(() => client.callTool({ name: 'get_summary', arguments: {} }));
    for (const { isError } of await Promise.all(atOnce)) expect(isError ?? false).toBe(false);

    const { resources } = await client.listResources();
    expect(resources.length).toBeGreaterThan(2);
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents, uri).toEqual([
        expect.objectContaining({ uri, text: expect.stringMatching(/^\{/) }),
      ]);
    }

    const { prompts } = await client.listPrompts();
    expect(prompts.length).toBeGreaterThan(1);
    for (const prompt of prompts) {
      const { name } = prompt;
      const needed = (prompt.arguments ?? []).filter(({ required }) => required === true);
      const { messages } = await client.getPrompt({
        name,
        arguments: given(needed.map((one) => one.name)) as Record<string, string>,
      });
      expect(messages.length, name).toBeGreaterThan(0);
    }
    await client.close();
  });
});
