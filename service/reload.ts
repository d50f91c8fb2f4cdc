/** Lets a running engine follow its configuration file: a good one is taken, a bad one is told and changes nothing. */

import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import {
  CONFIG_NAME,
  type Environment,
  findConfig,
  unsetIn,
  unsetSentence,
} from '../config/environment.ts';
import { watchConfig } from '../config/load.ts';
import { messageOf } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import type { Engine } from './engine.ts';
import { leftOutGym } from './line/link.ts';

export interface FollowOptions {
  /** What the engine runs with now. */
  readonly config: Config;
  readonly environment: Environment;
  readonly engine: Pick<Engine, 'applyConfig' | 'noteConfigFaults'>;
  readonly log: Log;
  /** Gets each configuration that the engine has taken up. */
  readonly onTaken: (config: Config) => void;
}

export type ConfigFollower = Awaited<ReturnType<typeof followConfig>>;

/** Watches the file of the configuration; where there is none (the demo), the place where one would be found. */
export async function followConfig(options: FollowOptions) {
  const { config, environment, engine, log, onTaken } = options;
  tellWhatWaits(config, log);
  const stopping = new AbortController();
  const reject = (faults: readonly string[]): void => {
    log.error('config_rejected', { faults });
    engine.noteConfigFaults(faults);
  };
  const failed = (error: unknown) => {
    log.error('config_not_applied', { error });
    engine.noteConfigFaults([messageOf(error)]);
  };
  /** Resolves once the engine has begun to take it up, or it is refused. Never rejects: what goes wrong is logged, and a fault. */
  const take = async (next: Config): Promise<void> => {
    try {
      const refused = await leftOutGym(environment.dataFolder, next.gyms);
      if (refused !== null) return reject([messageOf(refused)]);
      void engine.applyConfig(next).then(() => {
        log.info('config_applied');
        tellWhatWaits(next, log);
        onTaken(next);
      }, failed);
    } catch (error) {
      failed(error);
    }
  };
  const watching = await watchConfig({
    path: config.path ?? resolve(CONFIG_NAME),
    environment,
    signal: stopping.signal,
    log,
    onConfig: take,
    onFaults: reject,
  });
  return {
    /** Reads the file now, changed or not. Resolves once its outcome was told. */
    reload: async (): Promise<void> => {
      if (config.path === null && findConfig(environment) === null) {
        const detail = 'there is no configuration file; the demo goes on';
        log.info('config_unchanged', { detail });
        return;
      }
      await watching.reload();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await watching.ended;
    },
  };
}

/** A camera that waits says so itself; a channel or a broker would be silent. */
function tellWhatWaits(config: Config, log: Log): void {
  const unset = unsetIn(config);
  if (unset.length > 0) log.warn('variables_not_set', { detail: unsetSentence(unset).hint, unset });
}
