/**
 * `secrets.env` in the data folder: passwords of cameras and feeds that the configuration names as `${NAME}`, one
 * `NAME=value` a line. A service that has no shell to set variables in reads them from here. The environment takes
 * precedence. The values are never shown, logged or returned.
 */

import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { createQueue } from '../runtime/timers.ts';
import { removeHalfWritten, replaceFile, targetOf } from './edit.ts';
import {
  CONFIG_NAME,
  type Environment,
  readVariables,
  secretsPath,
  variablesIn,
} from './environment.ts';

/** One change after the other: two at once would both read the file without the line of the other. */
const inTurn = createQueue();

/**
 * Runs `edit`, which changes what the configuration names. The new values are in the file before it runs; those that the
 * configuration names no more go afterwards. If `edit` rejects, the file is as it was. The other lines stay, and only the
 * owner can read the file (0600).
 *
 * @param place of the passwords, and the file that names them.
 * @param secrets by variable, as the configuration is about to name them; `mayGo` are those that it may not name afterwards.
 * @throws `usage` for a value that a line of the file cannot hold, `data_unusable` where the file cannot be written, and
 *   what `edit` throws.
 */
export function withSecrets<Result>(
  { dataFolder, configPath }: { readonly dataFolder: string; readonly configPath: string },
  { set, mayGo = [] }: { set: Readonly<Record<string, string>>; mayGo?: readonly string[] },
  edit: () => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const names = Object.keys(set);
    const old = linesOf(dataFolder).filter((line) => isOf(line, names));
    const added = names.map((name) => `${name}=${quoted(name, set[name] ?? '')}`);
    await change(dataFolder, names, added);
    const result = await edit().catch(async (error: unknown) => {
      // What cannot be written now is a line that nothing names.
      await change(dataFolder, names, old).catch(() => undefined);
      throw error;
    });
    const named = variablesIn(readVariables(configPath));
    const gone = mayGo.filter((name) => !named.includes(name));
    await change(dataFolder, gone, []).catch(() => undefined);
    return result;
  });
}

/** Puts lines in place of those of some variables, in one step. Makes the data folder where it is not there yet. */
async function change(dataFolder: string, names: readonly string[], lines: readonly string[]) {
  const path = secretsPath(dataFolder);
  const before = linesOf(dataFolder);
  const after = [...before.filter((line) => !isOf(line, names)), ...lines];
  if (after.join('\n') === before.join('\n')) return;
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await replaceFile(path, after.map((line) => `${line}\n`).join(''));
    await chmod(path, 0o600);
  } catch (cause) {
    if (isTurnoutError(cause)) throw cause;
    const parts = {
      where: 'secrets.env',
      expected: 'a file in the data folder that this user can write',
      got: (cause as NodeJS.ErrnoException).code ?? 'another fault',
      hint: 'nothing was changed; see that the data folder belongs to the user that runs Turnout',
    };
    throw new TurnoutError('data_unusable', parts, { cause });
  }
}

function isOf(line: string, names: readonly string[]): boolean {
  const [, name = ''] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? [];
  return names.includes(name);
}

function linesOf(dataFolder: string): readonly string[] {
  return readVariables(secretsPath(dataFolder))
    .split('\n')
    .filter((line) => line !== '');
}

/** The value in quotes that it does not hold itself; `parseEnv` takes what stands between two of one kind as it is. */
function quoted(name: string, value: string): string {
  // Between double quotes `parseEnv` reads a backslash and n as a line break.
  const marks = value.includes('\\') ? ["'", '`'] : ["'", '`', '"'];
  const mark = marks.find((one) => !value.includes(one));
  if (mark !== undefined && !/[\r\n]/.test(value)) return `${mark}${value}${mark}`;
  throw new TurnoutError('usage', {
    where: `secret ${name}`,
    expected: 'a text in one line that lacks one kind of quotes',
    got: 'another',
    hint: "percent-encode quotes in the password of an address: %27 for '",
  });
}

/**
 * Removes at a start what a kill leaves of a change of the configuration: half-written files, which may hold passwords. Not
 * what a command writes at this moment. A folder that cannot be written is logged, and is no reason not to start.
 *
 * @param configPath of the file that was read; null for the demo.
 */
export async function removeLeftovers(
  { dataFolder, configPath: named }: Pick<Environment, 'dataFolder' | 'configPath'>,
  configPath: string | null,
  log: Log,
): Promise<void> {
  try {
    const config = await targetOf(configPath ?? named ?? resolve(CONFIG_NAME));
    const files =
      (await removeHalfWritten(secretsPath(dataFolder))) + (await removeHalfWritten(config));
    if (files === 0) return;
    const detail = 'a change of the configuration was interrupted; what it left is removed';
    log.info('leftovers_removed', { files, detail });
  } catch (error) {
    log.warn('leftovers_not_removed', { detail: messageOf(error) });
  }
}
