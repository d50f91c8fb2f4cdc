/** The program as a user has it: the built command and `npm start`, in processes of their own. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { copyLogLine } from './log-copy.ts';
import { serve } from './served.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm run build` has left it. */
export const COMMAND = fileURLToPath(new URL('../../bin/turnout.cjs', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

/** Of a program whose data and configuration are in one folder. */
export const variablesOf = (folder: string) => {
  return { TURNOUT_DATA: join(folder, 'data'), TURNOUT_CONFIG: join(folder, 'turnout.yaml') };
};

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
  // In a process group of its own: what ends it reaches npm and the program.
  const place = { cwd: ROOT, variables, detached: true };
  const { child, url, log, end } = await serve(['npm', 'start'], place);
  if (child.stderr !== null) createInterface({ input: child.stderr }).on('line', copyLogLine);
  return { url, log, stop: () => end() };
}
