/** A program that says where it listens, in a process of its own: `turnout serve`, `turnout hq`, and what they are measured against. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Newest lines of a log that are kept. */
const LOG_LINES = 2_000;

export interface Served {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Without a slash at its end. */
  readonly url: string;
  /** Newest lines that it wrote to stderr, as they came. */
  readonly log: readonly string[];
  isAlive(): boolean;
  /** Sends the signal, SIGTERM without one, and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface ServeOptions extends SpawnOptions {
  /** Of its environment, besides that of this process; those that are undefined are taken out of it. */
  readonly variables?: NodeJS.ProcessEnv;
}

/**
 * Starts `command` on a free port of loopback and resolves once it listens. Rejects with the end of its log where it ends
 * before; `options.signal` kills it while it starts.
 */
export async function serve(
  [command = '', ...args]: readonly string[],
  { signal, variables, ...options }: ServeOptions = {},
): Promise<Served> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...variables },
  });
  const log: string[] = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line);
      if (log.length > LOG_LINES) log.shift();
    });
  }
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = async (by: NodeJS.Signals = 'SIGTERM') => {
    if (!isAlive()) return;
    const ended = once(child, 'exit');
    child.kill(by);
    await ended;
  };
  const giveUp = () => child.kill('SIGKILL');
  // Whatever ends this process: no program is left behind.
  process.once('exit', giveUp);
  child.once('exit', () => process.off('exit', giveUp));
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    if (child.stdout === null) throw new Error('the program has no output');
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{"event":"listening"')) continue;
      const { url } = JSON.parse(line) as { url: string };
      return { child, pid: child.pid ?? 0, url, log, isAlive, end };
    }
    throw new Error(`the program ended before it listened:\n${log.slice(-20).join('\n')}`);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    child.stdout?.resume();
  }
}
