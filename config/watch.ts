/**
 * Reloads the configuration when its file changes, or a variable in `secrets.env`. A good file gives a new configuration; a
 * bad or missing one gives its error, and the old configuration stays.
 *
 * The file is read once a second: that finds a change behind links, on network and container mounts, and by editors that
 * replace files, and costs a tenth of a millisecond.
 */

import { basename, resolve } from 'node:path';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { Config } from './config.ts';
import type { Environment } from './environment.ts';
import { type ConfigFault, formatFault } from './fault.ts';
import { parseConfig, readConfigText } from './load.ts';

export interface WatchOptions {
  readonly path: string;
  readonly environment: Pick<Environment, 'variables' | 'secrets' | 'host' | 'port'>;
  /** Gets each good configuration. Also called when a file that was bad or gone is again what it was before. */
  readonly onConfig: (config: Config) => void;
  /**
   * Gets what is wrong with a file that cannot be taken: one line for each fault, `turnout.yaml:2:14 log.level: …`, and
   * the error itself, `config_invalid` or `config_not_found`.
   */
  readonly onFaults: (faults: readonly string[], error: TurnoutError) => void;
  /** Ends the watching. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** How often the file is read, ms. */
  readonly pollMs?: number;
}

export interface ConfigWatch {
  /** Reads the file now, changed or not; for SIGHUP. Resolves once its outcome has been passed on. */
  reload(): Promise<void>;
  /** Resolves once watching has ended and nothing is open any more. */
  readonly ended: Promise<void>;
}

/** Chosen here: a person who has saved the file looks at the log within seconds. */
const POLL_MS = 1_000;

/**
 * Watches `path` from the text it has now. Resolves once the watching has begun: any change after that is seen.
 *
 * @example
 * const watching = await watchConfig({ path, environment, onConfig: apply, onFaults: keep, signal, log });
 * process.on('SIGHUP', () => void watching.reload());
 */
export async function watchConfig(options: WatchOptions): Promise<ConfigWatch> {
  const watched = new WatchedFile(options);
  await watched.start();
  return { reload: () => watched.look(true), ended: watched.poll() };
}

/** The file, and what was last read of it. One read at a time. */
class WatchedFile {
  readonly #options: WatchOptions;
  readonly #path: string;
  #last: Reading = { text: null, error: null, secrets: null };
  #looking: Promise<void> = Promise.resolve();
  #isUnread = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#path = resolve(options.path);
  }

  async start(): Promise<void> {
    this.#last = await this.#read();
  }

  async poll(): Promise<void> {
    const { signal, log, pollMs = POLL_MS } = this.#options;
    const onError = (error: unknown) =>
      log.error('config_watch_failed', { detail: messageOf(error) });
    await every({ periodMs: pollMs, signal, onError }, () => this.look(false));
    await this.#looking;
  }

  /** Reads the file after all reads before it. A new outcome goes to the listeners; `isForced` sends the old one too. */
  look(isForced: boolean): Promise<void> {
    const look = this.#looking.then(() => this.#lookOnce(isForced));
    // A read that fails must not stop the next one. The caller gets its error.
    this.#looking = look.catch(() => undefined);
    return look;
  }

  async #lookOnce(isForced: boolean): Promise<void> {
    if (this.#options.signal.aborted) return;
    const now = await this.#read();
    if (now.error?.code === 'descriptors_exhausted') {
      this.#noteUnread(now.error, isForced);
      return;
    }
    this.#isUnread = false;
    const isSame =
      now.text === this.#last.text &&
      now.secrets === this.#last.secrets &&
      now.error?.message === this.#last.error?.message;
    if (this.#options.signal.aborted || (isSame && !isForced)) return;
    this.#last = now;
    this.#tell(now);
  }

  /** What cannot be looked at now says nothing of the file; the next look finds it again. Said once, or when asked for. */
  #noteUnread({ message }: TurnoutError, isForced: boolean): void {
    if (isForced || !this.#isUnread) this.#options.log.warn('config_not_read', { detail: message });
    this.#isUnread = true;
  }

  async #read(): Promise<Reading> {
    const { environment } = this.#options;
    const secrets = attempt(() => JSON.stringify(environment.secrets));
    const isReadable = typeof secrets === 'string';
    return { ...(await readText(this.#path)), secrets: isReadable ? secrets : null };
  }

  #tell({ text, error }: Reading): void {
    const { environment, onConfig, onFaults } = this.#options;
    const outcome =
      text === null ? error : attempt(() => parseConfig(text, this.#path, environment));
    if (outcome instanceof TurnoutError) onFaults(faultLines(outcome, this.#path), outcome);
    else if (outcome !== null) onConfig(outcome);
  }
}

/** What was read: a text, or why there is none. */
interface Reading {
  readonly text: string | null;
  readonly error: TurnoutError | null;
  /** What `secrets.env` holds, to notice a change; null where it cannot be read. */
  readonly secrets: string | null;
}

async function readText(path: string): Promise<Omit<Reading, 'secrets'>> {
  try {
    return { text: await readConfigText(path), error: null };
  } catch (error) {
    if (isTurnoutError(error)) return { text: null, error };
    throw error;
  }
}

function attempt<T>(parse: () => T): T | TurnoutError {
  try {
    return parse();
  } catch (error) {
    if (isTurnoutError(error)) return error;
    throw error;
  }
}

/** The faults that an error lists, without the folder of the file; its own sentence where it lists none. */
function faultLines(error: TurnoutError, path: string): readonly string[] {
  const faults = error.parts.data?.['faults'] as readonly ConfigFault[] | undefined;
  return faults?.map((fault) => formatFault(basename(path), fault)) ?? [error.message];
}
