/** Lists, calls and reads everything with the command line of the official MCP Inspector. */

import { type Arguments, promptArguments, type Surface, toolArguments } from './everything.ts';
import { runInstalled } from './installed.ts';

export interface Inspected {
  readonly calls: number;
  /** Empty where all is well. */
  readonly faults: readonly string[];
}

/** @param target How the Inspector reaches the server: an address with options, or a command. */
export async function inspect(target: readonly string[]): Promise<Inspected> {
  const faults: string[] = [];
  let calls = 0;
  const ask = async (method: string, ...args: readonly string[]): Promise<unknown> => {
    calls += 1;
    const answer = await askOnce(target, ['--method', method, ...args]);
    if (typeof answer === 'string') {
      faults.push(`${[method, ...args].join(' ')}: ${answer}`);
      return {};
    }
    return answer;
  };
  const { tools = [] } = (await ask('tools/list', '--strict')) as Partial<Surface>;
  const { resources = [] } = (await ask('resources/list')) as Partial<Surface>;
  const { prompts = [] } = (await ask('prompts/list')) as Partial<Surface>;
  await ask('resources/templates/list');
  if (tools.length * resources.length * prompts.length === 0) faults.push('a list is empty');
  for (const tool of tools) {
    const args = JSON.stringify(toolArguments(tool));
    await ask('tools/call', '--tool-name', tool.name, '--tool-args-json', args);
  }
  for (const { uri } of resources) await ask('resources/read', '--uri', uri);
  for (const prompt of prompts) {
    await ask('prompts/get', '--prompt-name', prompt.name, ...promptArgs(promptArguments(prompt)));
  }
  return { calls, faults };
}

/** It waits long enough for a start of the program on a busy machine, ms. */
const CONNECT_MS = '60000';
const OPTIONS = [
  ...['--cli', '--format', 'json', '--quiet', '--stored-auth-only'],
  ...['--connect-timeout', CONNECT_MS],
];

function promptArgs(args: Arguments): readonly string[] {
  const pairs = Object.entries(args).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? [] : ['--prompt-args', ...pairs];
}

/** The result, or what is wrong in words: a tool result that is an error is one too. */
async function askOnce(
  target: readonly string[],
  args: readonly string[],
): Promise<object | string> {
  const options = [...OPTIONS, ...args, ...target];
  const { code, stdout, stderr } = await runInstalled('inspector', options);
  if (code !== 0) return `exit ${code}: ${stderr.trim() || stdout.trim()}`.slice(0, 600);
  const { result } = JSON.parse(stdout) as { readonly result?: object };
  return result ?? `no result in ${stdout.slice(0, 200)}`;
}
