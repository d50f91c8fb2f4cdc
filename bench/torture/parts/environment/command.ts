/** Commands of the system that a cause needs. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** @returns null where it went well, else why not. */
export async function trySystem(command: string, ...args: string[]): Promise<string | null> {
  return execute(command, args).then(
    () => null,
    (error: Error & { stderr?: string }) =>
      (error.stderr?.trim() || error.message).split('\n')[0] ?? `${command} failed`,
  );
}
