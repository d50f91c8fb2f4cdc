/** Starts the servers that are measured, each a process of its own, from compiled sources. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledFile, compiledTree } from '../../support/compiled.ts';
import type { BenchGym } from './bench-gym.ts';
import type { KeptAnswer } from './raw-answer.ts';

const FILES = {
  'bare-uws': new URL('./bare-uws.ts', import.meta.url),
  'node-http': new URL('./node-http.ts', import.meta.url),
  fastify: new URL('./fastify.ts', import.meta.url),
} as const;
export type ContenderName = keyof typeof FILES;

export interface Contender {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** `turnout serve`, by its own launcher. */
export async function startTurnout(gym: BenchGym): Promise<Contender> {
  const dir = await gym.dataFolder();
  const environment = { HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: dir };
  return await start([join(compiledTree(), 'bin/turnout.cjs'), 'serve'], gym.folder, environment);
}

/** Another server; it sends `kept`. */
export async function startContender(
  name: ContenderName,
  gym: BenchGym,
  { headers, body }: KeptAnswer,
): Promise<Contender> {
  compiledTree();
  const dir = await gym.dataFolder();
  const told = { configPath: join(gym.folder, 'turnout.yaml'), dir, headers };
  const path = join(dir, 'told.json');
  await writeFile(path, JSON.stringify({ ...told, body: body.toString('base64') }));
  return await start([compiledFile(FILES[name]), path], gym.folder, {});
}

async function start(
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>>,
): Promise<Contender> {
  const { TURNOUT_CONFIG: _, NODE_OPTIONS: __, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(child, args);
  if (child.pid === undefined) throw new Error('a process that listens has an id');
  return { url, pid: child.pid, stop: () => end(child) };
}

async function listening({ stdout }: ChildProcess, args: readonly string[]): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('{"event":"listening"')) return (JSON.parse(line) as { url: string }).url;
  }
  throw new Error(`ended before it listened: ${args.join(' ')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
