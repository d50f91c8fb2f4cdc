/**
 * The environment of the process: the only place besides `main.ts` that reads it. Four variables say where things are;
 * everything else is in the configuration file.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { TurnoutError } from '../errors.ts';
import type { Env } from './variables.ts';

export interface Environment {
  /** `HOST`: overrides `server.host`; null when not set. */
  readonly host: string | null;
  /** `PORT`: overrides `server.port`; null when not set. */
  readonly port: number | null;
  /** `TURNOUT_CONFIG`, absolute; null when not set. */
  readonly configPath: string | null;
  /** `TURNOUT_DATA`, absolute; `data` in the working folder when not set. */
  readonly dataFolder: string;
  /**
   * All variables, for `${NAME}` in the file: those of the process, then those of `secrets.env` in the data folder,
   * which is read again at each use.
   *
   * @throws `config_invalid` for a `secrets.env` that cannot be read.
   */
  readonly variables: Env;
  /** Those of `secrets.env` alone, read at each use as well. */
  readonly secrets: Env;
}

/**
 * Reads and checks the environment. An empty variable counts as not set.
 *
 * The default data folder is `data` in the working folder, where a person sees it, backs it up and deletes it with the
 * rest; a service sets `TURNOUT_DATA=/var/lib/turnout`.
 *
 * @throws `config_invalid` for a `PORT` that is none.
 */
export function readEnvironment(
  variables: Env = process.env,
  workingFolder: string = process.cwd(),
): Environment {
  const { HOST, PORT, TURNOUT_CONFIG, TURNOUT_DATA } = variables;
  const dataFolder = resolve(workingFolder, TURNOUT_DATA || 'data');
  return {
    host: HOST || null,
    port: PORT ? parsePort(PORT) : null,
    configPath: TURNOUT_CONFIG ? resolve(workingFolder, TURNOUT_CONFIG) : null,
    dataFolder,
    get secrets() {
      return readSecrets(dataFolder);
    },
    get variables() {
      // An empty variable counts as not set, so it does not hide the one in the file.
      const set = Object.entries(variables).filter(([, value]) => value !== '');
      return { ...readSecrets(dataFolder), ...Object.fromEntries(set) };
    },
  };
}

function parsePort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new TurnoutError('config_invalid', {
    where: 'environment variable PORT',
    expected: 'a whole number, 0..65535',
    got: `"${text.slice(0, 20)}"`,
    hint: '0 takes any free port',
  });
}

/** Name of the configuration file unless another is given. */
export const CONFIG_NAME = 'turnout.yaml';

/**
 * Where the configuration is: `TURNOUT_CONFIG` whether or not it exists, else `turnout.yaml` in the working folder, else
 * `turnout.yaml` in the data folder; null where there is none, which means the demo.
 */
export function findConfig(
  environment: Environment,
  workingFolder: string = process.cwd(),
): string | null {
  if (environment.configPath !== null) return environment.configPath;
  const places = [workingFolder, environment.dataFolder].map((folder) => join(folder, CONFIG_NAME));
  return places.find((place) => existsSync(place)) ?? null;
}

export function secretsPath(dataFolder: string): string {
  return join(dataFolder, 'secrets.env');
}

/**
 * The variables of the file, none where there is no file.
 *
 * @throws `config_invalid` where the file is there and cannot be read.
 */
export function readSecrets(dataFolder: string): Env {
  return parseEnv(readVariables(secretsPath(dataFolder))) as Env;
}

/** Text of a file of variables, empty where there is none. @throws `config_invalid` where it cannot be read. */
export function readVariables(path: string): string {
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
