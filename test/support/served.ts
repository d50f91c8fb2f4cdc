/** A program that says where it listens, in a process of its own: `turnout serve`, `turnout hq`, and what they are measured against. */

import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Newest lines of a log that are kept. */
const LOG_LINES = 2_000;

export type Served = Awaited<ReturnType<typeof serve>>;

/**
 * Starts `command` on a free port of loopback and resolves once it listens. Rejects with the end of its log where it ends
 * before; `options.signal` kills it while it starts. `variables` are of its environment, besides those of this process; one
 * that is undefined is taken out of it.
 */
export async function serve(
  [command = '', ...args]: readonly string[],
  { signal, variables, ...options }: SpawnOptions & { variables?: NodeJS.ProcessEnv } = {},
) {
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
  const { pid = 0 } = child;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  /** Of the whole group where it has one of its own: as from a terminal. Waits until it is gone. */
  const end = async (by: NodeJS.Signals = 'SIGTERM') => {
    if (!isAlive()) return;
    const ended = once(child, options.detached ? 'close' : 'exit');
    if (options.detached) process.kill(-pid, by);
    else child.kill(by);
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
      return {
        child,
        pid,
        /** Without a slash at its end. */
        url,
        /** Newest lines that it wrote to stderr, as they came. */
        log: log as readonly string[],
        isAlive,
        end,
      };
    }
    throw new Error(`the program ended before it listened:\n${log.slice(-20).join('\n')}`);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    child.stdout?.resume();
  }
}
