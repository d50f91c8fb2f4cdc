/** Starts the servers that are measured, each a process of its own, from compiled sources. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compiledFile, compiledTree } from '../../../test/support/compiled.ts';
import { type Served, serve } from '../../../test/support/served.ts';
import type { BenchGym } from './bench-gym.ts';
import type { KeptAnswer } from './raw-answer.ts';

const FILES = {
  'bare-uws': new URL('./bare-uws.ts', import.meta.url),
  'node-http': new URL('./node-http.ts', import.meta.url),
  fastify: new URL('./fastify.ts', import.meta.url),
} as const;
export type ContenderName = keyof typeof FILES;

export type Contender = Pick<Served, 'url' | 'pid' | 'end'>;

/** `turnout serve`, by its own launcher. */
export async function startTurnout(gym: BenchGym): Promise<Contender> {
  const dir = await gym.dataFolder();
  const program = [join(compiledTree(), 'bin/turnout.cjs'), 'serve'];
  return await start(program, gym.folder, { TURNOUT_DATA: dir });
}

/** Another server; it sends the answer that is given. */
export async function startContender(
  name: ContenderName,
  gym: BenchGym,
  { headers, body }: KeptAnswer,
): Promise<Contender> {
  compiledTree();
  const dir = await gym.dataFolder();
  const input = { configPath: join(gym.folder, 'turnout.yaml'), dir, headers };
  const path = join(dir, 'told.json');
  await writeFile(path, JSON.stringify({ ...input, body: body.toString('base64') }));
  return await start([compiledFile(FILES[name]), path], gym.folder);
}

async function start(
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<Contender> {
  return await serve([process.execPath, ...args], {
    cwd,
    variables: { TURNOUT_CONFIG: undefined, NODE_OPTIONS: undefined, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
