/**
 * The configuration file as operators change it over HTTP: read with its revision, changed in place for that revision only,
 * and taken up by the running program before the change is answered.
 */

import { basename, resolve } from 'node:path';
import { checkFile } from '../../config/check.ts';
import { addGym, type ConfigEdit, type Entry, writtenEntry } from '../../config/commands.ts';
import type { Config } from '../../config/config.ts';
import { editConfig, ownFaults, revisionOf } from '../../config/edit.ts';
import { CONFIG_NAME, type Environment, variablesIn } from '../../config/environment.ts';
import { readConfigText } from '../../config/load.ts';
import { withSecrets } from '../../config/secrets.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';
import type { ConfigFollower } from '../reload.ts';

export interface ConfigurationFileParts {
  readonly environment: Pick<Environment, 'configPath' | 'dataFolder' | 'variables'>;
  /** As it runs now. */
  readonly config: () => Pick<Config, 'gyms' | 'path'>;
  /** Has the running program take the file up. */
  readonly follower: Pick<ConfigFollower, 'reload'>;
}

/** Whose change it is, and for which revision of the file it was made; `*` for any. */
export interface Edit {
  readonly gym: string;
  readonly revision: string;
}

/** What a change does to `secrets.env`. */
interface ChangedSecrets {
  /** By variable: there before the file names it. */
  readonly set?: Readonly<Record<string, string>>;
  /** Whose variables are forgotten where nothing names them any more. */
  readonly of?: Parameters<typeof writtenEntry>[2];
}

export function configurationFile({ environment, config, follower }: ConfigurationFileParts) {
  /** Where the first one is made. */
  const newPath = environment.configPath ?? resolve(CONFIG_NAME);
  const textNow = async (): Promise<string | null> => {
    const { path } = config();
    return path === null ? null : readConfigText(path);
  };
  const write = async (edits: readonly ConfigEdit[], { gym, revision }: Edit): Promise<string> => {
    const { path, gyms } = config();
    if (path === null) {
      const hint = 'make one with: turnout init';
      throw misfit('a configuration file', 'none, since this is the demo', hint);
    }
    return named(path, async () => {
      const text = await editConfig(path, edits, environment.variables, {
        ...(revision !== '*' && { revision }),
        // Of an only gym all faults are its own.
        ...(gyms.some(({ id }) => id !== gym) && { gym }),
      });
      await follower.reload();
      return revisionOf(text);
    });
  };
  /**
   * Makes the edits in the file of that revision. Their texts came over HTTP: each is written as a literal.
   *
   * @returns the revision that it has now.
   * @throws `config_changed`, `config_edit_failed`, and what the edits throw.
   */
  const change = async (
    edits: readonly ConfigEdit[],
    edit: Edit,
    { set = {}, of }: ChangedSecrets = {},
  ): Promise<string> => {
    const place = { dataFolder: environment.dataFolder, configPath: config().path ?? newPath };
    // None where the entry is not there: the edit says so.
    const entry = of && writtenEntry((await textNow()) ?? '', edit.gym, of);
    const mayGo = variablesIn(JSON.stringify(entry ?? null));
    return withSecrets(place, { set, mayGo }, () => write(edits, edit));
  };
  /**
   * Variables that are set, and those that the file names, so that a new one is called otherwise: one that waits for its
   * value may be another gym's.
   */
  const variables = async (): Promise<Readonly<Record<string, unknown>>> => {
    const inFile = variablesIn((await textNow()) ?? '').map((name) => [name, undefined]);
    return { ...Object.fromEntries(inFile), ...environment.variables };
  };
  return {
    change,
    variables,
    /** Of the file as it is now; null where there is none. */
    revision: async (): Promise<string | null> => {
      const text = await textNow();
      return text === null ? null : revisionOf(text);
    },
    /** What is wrong with the file as it is now, and what of that is a gym's own; nothing where there is no file. */
    faults: async (gym: string) => {
      const text = await textNow();
      const all = text === null ? [] : checkFile(text, environment.variables).faults;
      return { all, own: ownFaults(all, text ?? '', gym) };
    },
    /** Writes the first file, with a gym in it. Throws `config_edit_failed`, also where a gym is configured already. */
    begin: async (gym: Entry): Promise<void> => {
      if (config().path !== null) {
        throw misfit('no configuration file yet', 'one', 'reload the page');
      }
      await named(newPath, async () => {
        await editConfig(newPath, [addGym(gym)], environment.variables);
        await follower.reload();
      });
    },
    /** An entry of the file as it is now; null where it is not there. */
    entry: async (gym: string, of: NonNullable<ChangedSecrets['of']>) =>
      writtenEntry((await textNow()) ?? '', gym, of),
  };
}

function misfit(expected: string, got: string, hint: string): TurnoutError {
  const where = 'configuration';
  return new TurnoutError('config_edit_failed', { where, expected, got, hint });
}

/** An owner at a browser is told which file, and not where it lies. */
async function named<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isTurnoutError(error) || error.parts.where !== path) throw error;
    const { got, ...rest } = error.parts;
    const where = basename(path);
    const plain = { ...rest, where, got: got.replaceAll(path, () => where) };
    throw new TurnoutError(error.code, plain, { cause: error });
  }
}
