/** The program as a user has it: the built command and `npm start`, in processes of their own. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyLogLine } from './log-copy.ts';
import { serve } from './served.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm run build` has left it. */
export const COMMAND = fileURLToPath(new URL('../../bin/turnout.cjs', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** Runs `turnout …` to its end, in `folder`. */
export async function turnout(args: readonly string[], folder: string, variables: Variables = {}) {
  const options = { cwd: folder, env: { ...process.env, ...variables }, maxBuffer: 2 ** 26 };
  try {
    const done = await promisify(execFile)(process.execPath, [COMMAND, ...args], options);
    return { ...done, code: 0 };
  } catch (error) {
    return error as { stdout: string; stderr: string; code: number };
  }
}

export type RunningServer = Awaited<ReturnType<typeof npmStart>>;

/** `npm start`, once it says that it listens. */
export async function npmStart(variables: Variables) {
  // A process group of its own: a signal to it reaches npm and the program as it does from a terminal.
  const served = await serve(['npm', 'start'], { cwd: ROOT, variables, detached: true });
  const { child, url, log } = served;
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', copyLogLine);
  const stop = async () => {
    if (!served.isAlive()) return;
    const closed = once(child, 'close');
    process.kill(-served.pid, 'SIGTERM');
    await closed;
  };
  return {
    url,
    /** Log lines so far. */
    log,
    /** SIGTERM; resolves once everything has ended. */
    stop,
  };
}
