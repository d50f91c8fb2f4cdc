/** `turnout hq` as a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledTree } from '../support/compiled.ts';

export interface Office {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** @param variables Of its environment, besides the database. From its sources unless it `isCompiled`. */
export async function startOffice(
  databaseUrl: string,
  variables: Readonly<Record<string, string>>,
  { isCompiled = false }: { readonly isCompiled?: boolean } = {},
): Promise<Office> {
  const source = fileURLToPath(new URL('../../cli/index.ts', import.meta.url));
  const program = isCompiled
    ? [join(compiledTree(), 'bin/turnout.cjs')]
    : ['--import', 'tsx', source];
  const own = { HOST: '127.0.0.1', PORT: '0', TURNOUT_HQ_DATABASE: databaseUrl };
  const address = { TURNOUT_HQ_URL: 'https://hq.invalid' };
  const child = spawn(process.execPath, [...program, 'hq'], {
    env: { ...process.env, ...own, ...address, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    const { url } = JSON.parse(line) as { url: string };
    const end = async (signal: NodeJS.Signals) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    };
    return { url, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
  }
  throw new Error('the head office ended before it listened');
}
