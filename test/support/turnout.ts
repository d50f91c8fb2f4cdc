/** The program as a user has it: the built command and `npm start`, in processes of their own. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyLogLine } from './log-copy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../bin/turnout.cjs', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs `turnout …` to its end, in `folder`. */
export async function turnout(
  args: readonly string[],
  folder: string,
  variables: Variables = {},
): Promise<CommandResult> {
  const options = { cwd: folder, env: { ...process.env, ...variables }, maxBuffer: 2 ** 26 };
  try {
    const done = await promisify(execFile)(process.execPath, [COMMAND, ...args], options);
    return { ...done, code: 0 };
  } catch (error) {
    const failed = error as { stdout: string; stderr: string; code: number };
    return { stdout: failed.stdout, stderr: failed.stderr, code: failed.code };
  }
}

export interface RunningServer {
  readonly url: string;
  /** Log lines so far. */
  readonly log: readonly string[];
  /** SIGTERM; resolves once everything has ended. */
  stop(): Promise<void>;
}

/** `npm start`, once it says that it listens. */
export async function npmStart(variables: Variables): Promise<RunningServer> {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', ...variables };
  // A process group of its own: a signal to it reaches npm and the program as it does from a terminal.
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    log.push(line);
    copyLogLine(line);
  });
  const url = await listening(child, log);
  return { url, log, stop: () => end(child) };
}

async function listening(child: ChildProcess, log: readonly string[]): Promise<string> {
  if (child.stdout === null) throw new Error('npm start has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"event":"listening"')) return (JSON.parse(line) as { url: string }).url;
  }
  throw new Error(`npm start ended before it listened:\n${log.join('\n')}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    process.kill(-child.pid, 'SIGTERM');
    await once(child, 'close');
  }
}
