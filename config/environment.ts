/**
 * The environment of the process: the only place besides `main.ts` that reads it. Four variables say where things are;
 * everything else is in the configuration file, whose texts may name variables.
 */

import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Finding, TurnoutError } from '../errors.ts';

export type Environment = Readonly<ReturnType<typeof readEnvironment>>;

/**
 * Reads and checks the environment. An empty variable counts as not set.
 *
 * The default data folder is `data` in the working folder, where a person sees it, backs it up and deletes it with the
 * rest; a service sets `TURNOUT_DATA=/var/lib/turnout`.
 *
 * @throws `config_invalid` for a `HOST` or `PORT` that is none.
 */
export function readEnvironment(variables: Env = process.env, workingFolder = process.cwd()) {
  const { HOST, TURNOUT_CONFIG, TURNOUT_DATA } = variables;
  const dataFolder = resolve(workingFolder, TURNOUT_DATA || 'data');
  return {
    /** `HOST`: overrides `server.host`; null when not set. */
    host: hostVariable(HOST),
    /** `PORT`: overrides `server.port`; null when not set. */
    port: numberVariable(variables, 'PORT', 0, 65_535),
    /** `TURNOUT_CONFIG`, absolute; null when not set. */
    configPath: TURNOUT_CONFIG ? resolve(workingFolder, TURNOUT_CONFIG) : null,
    /** `TURNOUT_DATA`, absolute; `data` in the working folder when not set. */
    dataFolder,
    /** Those of `secrets.env` in the data folder, read again at each use. Throws `config_invalid` where it cannot be. */
    get secrets() {
      return readSecrets(dataFolder);
    },
    /** All variables, for `${NAME}` in the file: those of the process, then those of `secrets.env`, read as above. */
    get variables(): Env {
      // An empty variable counts as not set, so it does not hide the one in the file.
      const set = Object.entries(variables).filter(([, value]) => value !== '');
      return { ...readSecrets(dataFolder), ...Object.fromEntries(set) };
    },
  };
}

function hostVariable(text = ''): string | null {
  if (text === '') return null;
  if (isIPv6(text) || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`))) return text;
  const expected = 'an IP address or a host name';
  const where = 'environment variable HOST';
  throw new TurnoutError('config_invalid', { where, expected, got: 'another text' });
}

/** The whole number in a variable; null when not set. @throws `config_invalid` for another text. */
export function numberVariable(env: Env, name: string, least: number, most: number) {
  const text = env[name] ?? '';
  if (text === '') return null;
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new TurnoutError('config_invalid', {
    where: `environment variable ${name}`,
    expected: `a whole number, ${least}..${most}`,
    got: `"${text.slice(0, 20)}"`,
  });
}

/** Name of the configuration file unless another is given. */
export const CONFIG_NAME = 'turnout.yaml';

/**
 * Where the configuration is: `TURNOUT_CONFIG` whether or not it exists, else `turnout.yaml` in the working folder, else
 * `turnout.yaml` in the data folder; null where there is none, which means the demo.
 */
export function findConfig(environment: Environment, workingFolder = process.cwd()) {
  if (environment.configPath !== null) return environment.configPath;
  const places = [workingFolder, environment.dataFolder].map((folder) => join(folder, CONFIG_NAME));
  return places.find((place) => existsSync(place)) ?? null;
}

export const secretsPath = (dataFolder: string): string => join(dataFolder, 'secrets.env');

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
  } catch (cause) {
    const { code: got = 'another fault' } = cause as NodeJS.ErrnoException;
    if (got === 'ENOENT' || got === 'ENOTDIR') return '';
    const expected = 'a file of variables that this user can read';
    const hint = 'it belongs to the user that runs Turnout, with the mode 0600';
    throw new TurnoutError('config_invalid', { where: path, expected, got, hint }, { cause });
  }
}

/*
 * `${NAME}` in texts of the configuration: the value of an environment variable, so that a password need not stand in
 * the file. An empty variable counts as not set. `${NAME:-text}` gives the text where the variable is not set; `$$` is a
 * dollar sign; any other dollar sign is itself. Values are put in as they are and never looked through again.
 */

/** Environment variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Whole reference, dollar escape, or a `${` that starts neither. */
const REFERENCE = /\$\$|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

/**
 * Fills `${NAME}` in. Faults name variables, never their values; with any, the text is worthless. What came from the
 * environment must not be shown. Each variable in `unset` is one of the faults too.
 */
export function interpolate(written: string, env: Env) {
  const faults: Finding[] = [];
  const unset = new Set<string>();
  let isFromEnvironment = false;
  const text = written.replace(REFERENCE, (whole, name?: string, fallback?: string) => {
    if (whole === '$$') return '$';
    if (name === undefined) {
      faults.push(MALFORMED);
      return '';
    }
    isFromEnvironment = true;
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    const filled = value || fallback;
    if (filled === undefined && !unset.has(name)) faults.push(notSet(name, value));
    if (filled === undefined) unset.add(name);
    return filled ?? '';
  });
  return { text, isFromEnvironment, unset: [...unset], faults };
}

/** How the file writes a text that is to be read back as it is: {@link interpolate} gives `text` again. */
export const literal = (text: string): string => text.replaceAll('$', () => '$$');

const MALFORMED: Finding = {
  expected: `a variable written as \${NAME} or \${NAME:-text}`,
  got: `a "\${" that is not followed by a name and "}"`,
  hint: 'write $$ for a dollar sign',
};

function notSet(name: string, value: string | undefined): Finding {
  return {
    expected: `the environment variable ${name} to be set`,
    got: value === undefined ? 'nothing' : 'an empty text',
    hint: `set it before the start, write it into secrets.env in the data folder, or write \${${name}:-text} for a text to use without it`,
  };
}

/** Names of the variables that a text of the file takes. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name);
}

/** By variables that are set. */
export type Taken = Readonly<Record<string, unknown>>;

/**
 * Texts of one owner that go into `secrets.env`, by variable: `MAIN_HALL_PASSWORD` for the camera `main-hall`, or with a
 * number where that is set already. `hide` tells what stands for one in the file, nothing for none.
 */
export function hiddenOf(id: string, taken: Taken) {
  const secrets: Record<string, string> = {};
  const hide = (text: string, ending: 'PASSWORD' | 'ADDRESS'): string => {
    if (text === '') return '';
    const name = `${id.replaceAll('-', '_').toUpperCase()}_${ending}`;
    const whole = /^[A-Z_]/.test(name) ? name : `CAMERA_${name}`;
    const variable = firstFree(whole, '_', (free) => Object.hasOwn({ ...taken, ...secrets }, free));
    secrets[variable] = text;
    return `\${${variable}}`;
  };
  return { hide, secrets };
}

/** The name itself, or with the first number behind it that is free. */
export function firstFree(name: string, mark: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}${mark}${number}`;
  return free;
}

/**
 * An address that cannot be filled in, since variables in it are not set: `unset:HALL_PASSWORD,HALL_USER`. It takes the
 * place of the address, so that one missing password costs one camera and not the whole configuration. No file can say
 * it: `unset:` is none of the schemes that the checks of the configuration let through.
 */
const UNSET = 'unset:';

/** The stand-in for an address that wants these variables. */
export const unsetAddress = (names: readonly string[]): string => `${UNSET}${names.join(',')}`;

/** Names of the variables that an address waits for; empty when it is a real address. */
export function unsetVariables(address: string): readonly string[] {
  return address.startsWith(UNSET) ? address.slice(UNSET.length).split(',') : [];
}

/** Names of the variables that any address in a value waits for, each once. */
export function unsetIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return unsetVariables(value);
  return [...new Set(Object.values(Object(value)).flatMap(unsetIn))];
}

/** One sentence's worth: which variables are missing and where they can be set. */
export function unsetSentence(names: readonly string[]): Finding & { hint: string } {
  const [name = '', ...others] = names;
  return {
    expected: `the environment variable${others.length > 0 ? 's' : ''} ${names.join(', ')} to be set`,
    got: 'nothing',
    hint: `set it where the command or the service starts (export ${name}=…), or write the line ${name}=… into secrets.env in the data folder`,
  };
}
