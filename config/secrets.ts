/**
 * `secrets.env` in the data folder: passwords of cameras and feeds that the configuration names as `${NAME}`, one
 * `NAME=value` a line. A service that has no shell to set variables in reads them from here. The environment takes
 * precedence. The values are never shown, logged or returned.
 */

import { chmod, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { createTurns } from '../runtime/timers.ts';
import {
  CONFIG_NAME,
  type Environment,
  readSecrets,
  readVariables,
  secretsPath,
  variablesIn,
} from './environment.ts';
import { removeHalfWritten, replaceFile, targetOf } from './write-file.ts';

/** The passwords, and the file that names them. */
export interface SecretsPlace {
  readonly dataFolder: string;
  readonly configPath: string;
}

export interface SecretsChange {
  /** By variable, as the configuration is about to name them. */
  readonly set: Readonly<Record<string, string>>;
  /** Variables that it may not name afterwards. */
  readonly mayGo?: readonly string[];
}

/** Follows the name of a variable in the comment that marks its line. */
const MARK = 'goes unless turnout.yaml names it: a change was interrupted';
const MARKED = new RegExp(`^# (\\w+) ${MARK}$`);

/** One change after the other: two at once would both read the file without the line of the other. */
const inTurn = createTurns();

/**
 * Runs `edit`, which changes what the configuration names. The new values are in the file before it runs; those that the
 * configuration names no more go afterwards. If `edit` rejects, the file is as it was. The other lines stay, and only the
 * owner can read the file (0600). A comment marks the lines until all is done, so that {@link settleSecrets} knows them
 * after a kill.
 *
 * @throws `usage` for a value that a line of the file cannot hold, `data_unusable` where the file cannot be written, and
 *   what `edit` throws.
 */
export function withSecrets<Result>(
  place: SecretsPlace,
  { set, mayGo = [] }: SecretsChange,
  edit: () => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const before = readSecrets(place.dataFolder);
    const names = [...Object.keys(set), ...mayGo.filter((name) => name in before)];
    if (names.length === 0) return edit();
    const marks = names.map((name) => `# ${name} ${MARK}`);
    await replaceLines(place.dataFolder, [...withValues(linesOf(place.dataFolder), set), ...marks]);
    let result: Result;
    try {
      result = await edit();
    } catch (error) {
      const old = Object.entries(before).filter(([name]) => Object.hasOwn(set, name));
      await trySettle(place, Object.fromEntries(old) as Readonly<Record<string, string>>);
      throw error;
    }
    await trySettle(place, set);
    return result;
  });
}

/**
 * Ends the changes that a kill has interrupted: a marked variable stays if the configuration names it, and goes otherwise.
 *
 * @returns how many variables went.
 * @throws `config_invalid` and `data_unusable` where a file cannot be read or written.
 */
export function settleSecrets(place: SecretsPlace): Promise<number> {
  return inTurn(() => settle(place, {}));
}

/** The change itself has ended by then: what cannot be written now is settled by the next change or start. */
async function trySettle(place: SecretsPlace, values: SecretsChange['set']): Promise<void> {
  await settle(place, values).catch(() => undefined);
}

/** @param values are in the file afterwards, even where the start of another process has settled them too early. */
async function settle(place: SecretsPlace, values: SecretsChange['set']): Promise<number> {
  const { dataFolder, configPath } = place;
  const lines = linesOf(dataFolder);
  const marked = lines.flatMap((line) => MARKED.exec(line)?.[1] ?? []);
  const named = new Set([...variablesIn(readVariables(configPath)), ...Object.keys(values)]);
  const gone = marked.filter((name) => !named.has(name));
  const settled = lines.filter(
    (line) => !MARKED.test(line) && !gone.some((name) => lineOf(name).test(line)),
  );
  const wanted = withValues(settled, values);
  if (wanted.join('\n') !== lines.join('\n')) await replaceLines(dataFolder, wanted);
  return gone.length;
}

function withValues(lines: readonly string[], values: SecretsChange['set']): readonly string[] {
  const others = lines.filter(
    (line) => !Object.keys(values).some((name) => lineOf(name).test(line)),
  );
  const own = Object.entries(values).map(([name, value]) => `${name}=${quoted(name, value)}`);
  return [...others, ...own];
}

function linesOf(dataFolder: string): readonly string[] {
  return readVariables(secretsPath(dataFolder))
    .split('\n')
    .filter((line) => line !== '');
}

/** In one step. Makes the data folder where it is not there yet. */
async function replaceLines(dataFolder: string, lines: readonly string[]): Promise<void> {
  const path = secretsPath(dataFolder);
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await replaceFile(path, lines.map((line) => `${line}\n`).join(''), async () => true);
    await chmod(path, 0o600);
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw new TurnoutError(
      'data_unusable',
      {
        where: 'secrets.env',
        expected: 'a file in the data folder that this user can write',
        got: (error as NodeJS.ErrnoException).code ?? 'another fault',
        hint: 'nothing was changed; see that the data folder belongs to the user that runs Turnout',
      },
      { cause: error },
    );
  }
}

function lineOf(name: string): RegExp {
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
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
 * Removes at a start what a kill leaves of a change of the configuration: half-written files, and passwords that nothing
 * names. Not what a command writes at this moment, and no line of `secrets.env` that a person wrote. A
 * folder that cannot be written is logged, and is no reason not to start.
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
    const lines = configPath === null ? 0 : await settleSecrets({ dataFolder, configPath });
    if (files + lines > 0) {
      const detail = 'a change of the configuration was interrupted; what it left is removed';
      log.info('leftovers_removed', { files, lines, detail });
    }
  } catch (error) {
    log.warn('leftovers_not_removed', { detail: messageOf(error) });
  }
}
