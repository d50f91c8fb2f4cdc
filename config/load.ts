/** Reads the configuration: from a text, a file, or nothing at all (the demo). The result is frozen through and through. */

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, TurnoutError } from '../errors.ts';
import { isDescriptorShortage } from '../runtime/descriptors.ts';
import { checkFile, checkZonesFile } from './check.ts';
import { type Config, configOf, decode, type ZoneConfig } from './config.ts';
import { demoText } from './demo.ts';
import { type Environment, findConfig } from './environment.ts';
import { configInvalid } from './fault.ts';
import { ZONES_FILE } from './schema/camera.ts';

/** Largest file that is read, bytes. A thousand cameras with zones take half of it. */
const MAX_FILE_BYTES = 2 ** 20;

type Surroundings = Pick<Environment, 'variables' | 'host' | 'port'>;

/**
 * The configuration that `text` says. Relative paths start from the folder of `path`, which need not exist.
 *
 * @throws `config_invalid` with every fault of the text in its message and in `parts.data.faults`.
 */
export function parseConfig(text: string, path: string, environment: Surroundings): Config {
  const checked = checkFile(text, environment.variables);
  if (!checked.ok) throw configInvalid(path, checked.faults);
  const file = resolve(path);
  const decoded = configOf(checked.file, dirname(file));
  return deepFreeze(withEnvironment({ origin: 'file', path: file, ...decoded }, environment));
}

/**
 * The configuration in the file at `path`.
 *
 * @throws `config_not_found`, or `config_invalid` with every fault of the file.
 */
export async function loadConfig(path: string, environment: Surroundings): Promise<Config> {
  return parseConfig(await readConfigText(path), path, environment);
}

/**
 * What the program starts with: the file where there is one, else the demo.
 *
 * @throws `config_not_found`, or `config_invalid` with every fault of the file.
 */
export async function openConfig(environment: Environment): Promise<Config> {
  const path = findConfig(environment);
  return path === null ? demoConfig(environment) : await loadConfig(path, environment);
}

/** The configuration of a start without a file at `nowUtcMs`: gym `demo`, four drawn rooms that open at that time. */
export function demoConfig(environment: Surroundings, nowUtcMs = Date.now()): Config {
  const demo = parseConfig(demoText(nowUtcMs), 'demo', environment);
  return deepFreeze({ ...demo, origin: 'demo', path: null });
}

/**
 * The zones in a file of zones alone: YAML or JSON with a list `zones`, as a camera has it.
 *
 * @throws `config_not_found`, or `config_invalid` with every fault of the file.
 */
export async function loadZones(
  path: string,
  { variables }: Pick<Environment, 'variables'>,
): Promise<readonly ZoneConfig[]> {
  const checked = checkZonesFile(await readConfigText(path, ZONES), variables);
  if (!checked.ok) throw configInvalid(path, checked.faults);
  return deepFreeze(decode(ZONES_FILE, checked.file, dirname(resolve(path))).zones);
}

/** What a file is to be, and what to do where it is not there. */
interface FileKind {
  readonly expected: string;
  readonly hint: string;
}

const CONFIGURATION: FileKind = {
  expected: 'a configuration file that can be read',
  hint: 'create one with "turnout init", or set TURNOUT_CONFIG to where it is',
};
const ZONES: FileKind = {
  expected: 'a file of zones that can be read',
  hint: 'write one with a list "zones", as a camera has it: see docs/configuration.md',
};

/**
 * Text of the file.
 *
 * @throws `config_not_found`; `config_invalid` where it is no text of a sensible size; `descriptors_exhausted` where
 *   no one knows, since the process may open no file now.
 */
export async function readConfigText(path: string, kind = CONFIGURATION): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (isDescriptorShortage(error.code)) throw noDescriptor(path);
    throw new TurnoutError(
      'config_not_found',
      {
        where: path,
        expected: kind.expected,
        got: reasonOf(error),
        hint: kind.hint,
      },
      { cause: error },
    );
  });
  if (bytes.length > MAX_FILE_BYTES) {
    throw notText(path, `at most ${MAX_FILE_BYTES} bytes`, `${bytes.length}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw notText(path, 'a text in UTF-8', 'other bytes', error);
  }
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no file';
  if (code === 'EACCES') return 'no permission to read it';
  if (code === 'EISDIR') return 'a folder';
  return messageOf(error);
}

function noDescriptor(path: string): TurnoutError {
  return new TurnoutError('descriptors_exhausted', {
    where: path,
    expected: 'a free file descriptor to read it with',
    got: 'none',
    hint: 'raise the limit of open files of this process (`ulimit -n`)',
  });
}

function notText(path: string, expected: string, got: string, cause?: unknown): TurnoutError {
  return new TurnoutError('config_invalid', { where: path, expected, got }, { cause });
}

/** `HOST` and `PORT` go before the file. */
function withEnvironment(config: Config, { host, port }: Surroundings): Config {
  const { server } = config;
  const own = { host: host ?? server.host, port: port ?? server.port };
  return { ...config, server: { ...server, ...own } };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
