/**
 * Reads the configuration: from a text, a file, or nothing at all (the demo), and again whenever the file or a variable in
 * `secrets.env` changes.
 */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { isDescriptorShortage } from '../runtime/descriptors.ts';
import type { Log } from '../runtime/log/log.ts';
import { createQueue, every } from '../runtime/timers.ts';
import { checkFile, checkZonesFile } from './check.ts';
import { type Config, configOf, decode } from './config.ts';
import { demoText } from './demo.ts';
import { type Environment, findConfig } from './environment.ts';
import { type ConfigFault, configInvalid, formatFault } from './fault.ts';
import { ZONES_FILE } from './schema/camera.ts';

/** Largest file that is read, bytes. A thousand cameras with zones take half of it. */
const MAX_FILE_BYTES = 2 ** 20;

type LoadContext = Pick<Environment, 'variables' | 'host' | 'port'>;

/**
 * The configuration that `text` says. Relative paths start from the folder of `path`, which need not exist. `HOST` and
 * `PORT` go before the file.
 *
 * @throws `config_invalid` with every fault of the text in its message and in `parts.data.faults`.
 */
export function parseConfig(text: string, path: string, environment: LoadContext): Config {
  const { file, faults } = checkFile(text, environment.variables);
  if (faults.length > 0) throw configInvalid(path, faults);
  const whole = resolve(path);
  const { server, ...config } = configOf(file, dirname(whole));
  const { host, port } = environment;
  const listens = { ...server, host: host ?? server.host, port: port ?? server.port };
  return { origin: 'file', path: whole, ...config, server: listens };
}

/**
 * The configuration in the file at `path`.
 *
 * @throws `config_not_found`, or `config_invalid` with every fault of the file.
 */
export async function loadConfig(path: string, environment: LoadContext): Promise<Config> {
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
export function demoConfig(environment: LoadContext, nowUtcMs = Date.now()): Config {
  return { ...parseConfig(demoText(nowUtcMs), 'demo', environment), origin: 'demo', path: null };
}

/**
 * The zones in a file of zones alone: YAML or JSON with a list `zones`, as a camera has it.
 *
 * @throws `config_not_found`, or `config_invalid` with every fault of the file.
 */
export async function loadZones(path: string, { variables }: Pick<Environment, 'variables'>) {
  const text = await readConfigText(path, {
    expected: 'a file of zones that can be read',
    hint: 'write one with a list "zones", as a camera has it: see docs/configuration.md',
  });
  const { file, faults } = checkZonesFile(text, variables);
  if (faults.length > 0) throw configInvalid(path, faults);
  return decode(ZONES_FILE, file, dirname(resolve(path))).zones;
}

const CONFIGURATION = {
  expected: 'a configuration file that can be read',
  hint: 'create one with "turnout init", or set TURNOUT_CONFIG to where it is',
};

/**
 * Text of the file.
 *
 * @param kind what the file should be, and what to do where it is not there.
 * @throws `config_not_found`; `config_invalid` where it is no text of a sensible size; `descriptors_exhausted` where
 *   no one knows, since the process may open no file now.
 */
export async function readConfigText(path: string, kind = CONFIGURATION): Promise<string> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (isDescriptorShortage(cause.code)) {
      const expected = 'a free file descriptor to read it with';
      const hint = 'raise the limit of open files of this process (`ulimit -n`)';
      throw new TurnoutError('descriptors_exhausted', { where: path, expected, got: 'none', hint });
    }
    const got = REASONS[cause.code ?? ''] ?? messageOf(cause);
    throw new TurnoutError('config_not_found', { where: path, ...kind, got }, { cause });
  });
  const invalid = (expected: string, got: string) =>
    new TurnoutError('config_invalid', { where: path, expected, got });
  if (bytes.length > MAX_FILE_BYTES)
    throw invalid(`at most ${MAX_FILE_BYTES} bytes`, `${bytes.length}`);
  if (!isUtf8(bytes)) throw invalid('a text in UTF-8', 'other bytes');
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no file',
  EACCES: 'no permission to read it',
  EISDIR: 'a folder',
};

export interface WatchOptions {
  readonly path: string;
  readonly environment: Pick<Environment, 'variables' | 'secrets' | 'host' | 'port'>;
  /**
   * Gets each good configuration; the file is read again once that resolves. Also called when a file that was bad or gone is
   * again what it was before.
   */
  readonly onConfig: (config: Config) => void | Promise<void>;
  /**
   * Gets what is wrong with a file that cannot be taken: one line for each fault, `turnout.yaml:2:14 log.level: …`, and
   * the error itself, `config_invalid` or `config_not_found`. The old configuration stays.
   */
  readonly onFaults: (faults: readonly string[], error: TurnoutError) => void;
  /** Ends the watching. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** How often the file is read, ms. */
  readonly pollMs?: number;
}

export type ConfigWatch = Awaited<ReturnType<typeof watchConfig>>;

/** Chosen here: a person who has saved the file looks at the log within seconds. */
const POLL_MS = 1_000;

/**
 * Watches `path` from the text it has now. Resolves once the watching has begun: any change after that is seen.
 *
 * The file is read once a second: that finds a change behind links, on network and container mounts, and by editors that
 * replace files, and costs a tenth of a millisecond.
 *
 * @example
 * const watching = await watchConfig({ path, environment, onConfig: apply, onFaults: keep, signal, log });
 * process.on('SIGHUP', () => void watching.reload());
 */
export async function watchConfig(options: WatchOptions) {
  const { environment, onConfig, onFaults, signal, log, pollMs = POLL_MS } = options;
  const path = resolve(options.path);
  const read = async () => {
    const text = await attempt(() => readConfigText(path));
    const secrets = await attempt(() => environment.secrets);
    return { text, seen: JSON.stringify([text, secrets]) };
  };
  let last = await read();
  let isUnread = false;
  const look = async (isForced: boolean) => {
    const now = signal.aborted ? last : await read();
    if (signal.aborted) return;
    // What cannot be looked at now says nothing of the file; the next look finds it again. Said once, or when asked for.
    const wasUnread = isUnread;
    isUnread = isTurnoutError(now.text, 'descriptors_exhausted');
    if (isUnread && (isForced || !wasUnread)) {
      log.warn('config_not_read', { detail: messageOf(now.text) });
    }
    if (isUnread || (now.seen === last.seen && !isForced)) return;
    last = now;
    const outcome = await attempt(() => {
      if (isTurnoutError(now.text)) throw now.text;
      return parseConfig(now.text, path, environment);
    });
    if (!isTurnoutError(outcome)) return onConfig(outcome);
    const faults = outcome.parts.data?.['faults'] as readonly ConfigFault[] | undefined;
    // Without the folder of the file; its own sentence where it lists none.
    const lines = faults?.map((fault) => formatFault(basename(path), fault));
    onFaults(lines ?? [outcome.message], outcome);
  };
  const inTurn = createQueue();
  const onError = (error: unknown) =>
    log.error('config_watch_failed', { detail: messageOf(error) });
  const polling = every({ periodMs: pollMs, signal, onError }, () => inTurn(() => look(false)));
  return {
    /** Reads the file now, changed or not; for SIGHUP. Resolves once its outcome has been passed on. */
    reload: () => inTurn(() => look(true)),
    /** Resolves once watching has ended and nothing is open any more. */
    ended: polling.then(() => inTurn(async () => undefined)),
  };
}

async function attempt<T>(work: () => T | Promise<T>): Promise<T | TurnoutError> {
  try {
    return await work();
  } catch (error) {
    if (isTurnoutError(error)) return error;
    throw error;
  }
}
