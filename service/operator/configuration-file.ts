/**
 * The configuration file as operators change it over HTTP: read with its revision, changed in place for that revision only,
 * and taken up by the running program before the change is answered.
 */

import { basename } from 'node:path';
import { checkFile } from '../../config/check.ts';
import { addGym, type ConfigEdit, type Entry, writtenEntry } from '../../config/commands.ts';
import { editConfig, revisionOf } from '../../config/edit.ts';
import { type Environment, variablesIn } from '../../config/environment.ts';
import type { ConfigFault } from '../../config/fault.ts';
import { readConfigText } from '../../config/load.ts';
import { withSecrets } from '../../config/secrets.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';

export interface ConfigurationFileParts {
  readonly environment: Pick<Environment, 'dataFolder' | 'variables'>;
  /** Where the file is; null where the program runs without one. */
  readonly path: () => string | null;
  /** Whether there is no other gym, so that all faults are this gym's. */
  readonly isOnlyGym: (gym: string) => boolean;
  /** Where one is made then. */
  readonly newPath: string;
  /** Has the running program take the file up. */
  readonly reload: () => Promise<void>;
}

/** Whose change it is, and for which revision of the file it was made; `*` for any. */
export interface Asked {
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

export function configurationFile(parts: ConfigurationFileParts) {
  const { environment, isOnlyGym, newPath } = parts;
  const textNow = async (): Promise<string | null> => {
    const path = parts.path();
    return path === null ? null : readConfigText(path);
  };
  const write = async (edits: readonly ConfigEdit[], { gym, revision }: Asked): Promise<string> => {
    const path = parts.path();
    if (path === null) {
      const hint = 'make one with: turnout init';
      throw misfit('a configuration file', 'none, since this is the demo', hint);
    }
    return named(path, async () => {
      const text = await editConfig(path, edits, environment.variables, {
        ...(revision !== '*' && { revision }),
        ...(!isOnlyGym(gym) && { gym }),
      });
      await parts.reload();
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
    asked: Asked,
    { set = {}, of }: ChangedSecrets = {},
  ): Promise<string> => {
    const place = { dataFolder: environment.dataFolder, configPath: parts.path() ?? newPath };
    // None where the entry is not there: the edit says so.
    const entry = of && writtenEntry((await textNow()) ?? '', asked.gym, of);
    const mayGo = variablesIn(JSON.stringify(entry ?? null));
    return withSecrets(place, { set, mayGo }, () => write(edits, asked));
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
    /** What is wrong with the file as it is now; empty for none, and where there is no file. */
    faults: async (): Promise<readonly ConfigFault[]> => {
      const text = await textNow();
      return text === null ? [] : checkFile(text, environment.variables).faults;
    },
    /** Writes the first file, with a gym in it. Throws `config_edit_failed`, also where a gym is configured already. */
    begin: async (gym: Entry): Promise<void> => {
      if (parts.path() !== null) {
        throw misfit('no configuration file yet', 'one', 'reload the page');
      }
      await named(newPath, async () => {
        await editConfig(newPath, [addGym(gym)], environment.variables);
        await parts.reload();
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
