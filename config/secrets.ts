/**
 * `secrets.env` in the data folder: passwords of cameras and feeds that the configuration names as `${NAME}`, one
 * `NAME=value` a line. A service that has no shell to set variables in reads them from here. The environment takes
 * precedence. The values are never shown, logged or returned.
 */

import { readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { TurnoutError } from '../errors.ts';
import { replaceFile } from './edit/file.ts';
import type { Env } from './values/interpolation.ts';

export function secretsPath(dataFolder: string): string {
  return join(dataFolder, 'secrets.env');
}

/**
 * The variables of the file, none where there is no file.
 *
 * @throws `config_invalid` where the file is there and cannot be read.
 */
export function readSecrets(dataFolder: string): Env {
  return parseEnv(readText(secretsPath(dataFolder))) as Env;
}

/**
 * Sets one variable of the file; the other lines stay as they are. The file is replaced in one step and only its owner
 * can read it (0600).
 *
 * @throws `usage` for a value that a line of the file cannot hold.
 */
export async function writeSecret(dataFolder: string, name: string, value: string): Promise<void> {
  const path = secretsPath(dataFolder);
  const line = `${name}=${quoted(name, value)}`;
  const others = readText(path)
    .split('\n')
    .filter((old) => old !== '' && !lineOf(name).test(old));
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await replaceFile(path, `${[...others, line].join('\n')}\n`, async () => true);
  await chmod(path, 0o600);
}

/** Takes one variable out of the file; nothing where it is not there. */
export async function dropSecret(dataFolder: string, name: string): Promise<void> {
  const path = secretsPath(dataFolder);
  const lines = readText(path).split('\n');
  const others = lines.filter((line) => line !== '' && !lineOf(name).test(line));
  if (others.length === lines.filter((line) => line !== '').length) return;
  await replaceFile(path, others.map((line) => `${line}\n`).join(''), async () => true);
}

function lineOf(name: string): RegExp {
  return new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw new TurnoutError(
      'config_invalid',
      {
        where: path,
        expected: 'a file of variables that this user can read',
        got: code ?? 'another fault',
        hint: 'it belongs to the user that runs Turnout, with the mode 0600',
      },
      { cause: error },
    );
  }
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
