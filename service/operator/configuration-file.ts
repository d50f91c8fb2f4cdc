/**
 * The configuration file as operators change it over HTTP: read with its revision, changed in place for that revision only,
 * and taken up by the running program before the change is answered.
 */

import { basename } from 'node:path';
import {
  checkedAddress,
  encoded,
  type TypedAddress,
  withOldPassword,
  writtenAddress,
} from '../../config/address.ts';
import { checkFile } from '../../config/check.ts';
import {
  addGym,
  type ConfigEdit,
  type Entry,
  update,
  writtenEntry,
} from '../../config/commands.ts';
import { editConfig, revisionOf } from '../../config/edit.ts';
import type { FileText } from '../../config/edited-file.ts';
import { type Environment, freeVariable, variablesIn } from '../../config/environment.ts';
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

export class ConfigurationFile {
  readonly #parts: ConfigurationFileParts;

  constructor(parts: ConfigurationFileParts) {
    this.#parts = parts;
  }

  /** Of the file as it is now; null where there is none. */
  async revision(): Promise<string | null> {
    const text = await this.#text();
    return text === null ? null : revisionOf(text);
  }

  /** What is wrong with the file as it is now; empty for none, and where there is no file. */
  async faults(): Promise<readonly ConfigFault[]> {
    const text = await this.#text();
    return text === null ? [] : checkFile(text, this.#parts.environment.variables).faults;
  }

  /**
   * Makes the edits in the file of that revision. Their texts came over HTTP: each is written as a literal.
   *
   * @returns the revision that it has now.
   * @throws `config_changed`, `config_edit_failed`, and what the edits throw.
   */
  async change(
    edits: readonly ConfigEdit[],
    asked: Asked,
    { set = {}, of }: ChangedSecrets = {},
  ): Promise<string> {
    const { path, newPath, environment } = this.#parts;
    const place = { dataFolder: environment.dataFolder, configPath: path() ?? newPath };
    // None where the entry is not there: the edit says so.
    const entry = of && writtenEntry((await this.#text()) ?? '', asked.gym, of);
    const mayGo = variablesIn(JSON.stringify(entry ?? null));
    return withSecrets(place, { set, mayGo }, () => this.#write(edits, asked));
  }

  async #write(edits: readonly ConfigEdit[], { gym, revision }: Asked): Promise<string> {
    const path = this.#parts.path();
    if (path === null) {
      throw new TurnoutError('config_edit_failed', {
        where: 'configuration',
        expected: 'a configuration file',
        got: 'none, since this is the demo',
        hint: 'make one with: turnout init',
      });
    }
    const { environment, isOnlyGym } = this.#parts;
    try {
      const text = await editConfig(path, edits, environment.variables, {
        ...(revision !== '*' && { revision }),
        ...(!isOnlyGym(gym) && { gym }),
      });
      await this.#parts.reload();
      return revisionOf(text);
    } catch (error) {
      throw withoutFolder(error, path);
    }
  }

  /** Writes the first file, with a gym in it. Throws `config_edit_failed`, also where a gym is configured already. */
  async begin(gym: Entry): Promise<void> {
    const { path, newPath, environment, reload } = this.#parts;
    if (path() !== null) {
      throw new TurnoutError('config_edit_failed', {
        where: 'configuration',
        expected: 'no configuration file yet',
        got: 'one',
        hint: 'reload the page',
      });
    }
    try {
      await editConfig(newPath, [addGym(gym)], environment.variables);
      await reload();
    } catch (error) {
      throw withoutFolder(error, newPath);
    }
  }

  /** Makes an edit of a camera whose address is typed: its password goes into `secrets.env` and nowhere else. */
  async addCamera(
    id: string,
    typed: TypedAddress,
    asked: Asked,
    edit: (url: FileText) => ConfigEdit,
  ): Promise<string> {
    const address = checkedAddress(typed);
    const variable = await this.#variableFor(id, address);
    const url = writtenAddress(address, variable);
    return this.change([edit(url)], asked, { set: secretOf(variable, address) });
  }

  /** Changes the address of a camera, and other edits with it. Without a new password the old one stays with its host. */
  async changeAddress(
    id: string,
    typed: TypedAddress,
    asked: Asked,
    edits: readonly ConfigEdit[],
  ): Promise<string> {
    const address = checkedAddress(typed);
    const variable = await this.#variableFor(id, address);
    const of = ['cameras', id] as const;
    const old = writtenEntry((await this.#text()) ?? '', asked.gym, of)?.['url'];
    const url =
      variable === null
        ? withOldPassword(String(old ?? ''), address)
        : writtenAddress(address, variable);
    const set = secretOf(variable, address);
    return this.change([update('cameras', asked.gym, id, { url }), ...edits], asked, { set, of });
  }

  /**
   * Variables that are set, and those that the file names, so that a new one is called otherwise: one that waits for its
   * value may be another gym's.
   */
  async variables(): Promise<Readonly<Record<string, unknown>>> {
    const named = variablesIn((await this.#text()) ?? '').map((name) => [name, undefined]);
    return { ...Object.fromEntries(named), ...this.#parts.environment.variables };
  }

  async #variableFor(id: string, { password }: TypedAddress): Promise<string | null> {
    return password === undefined ? null : freeVariable(id, await this.variables());
  }

  async #text(): Promise<string | null> {
    const path = this.#parts.path();
    return path === null ? null : readConfigText(path);
  }
}

function secretOf(
  variable: string | null,
  { password = '' }: TypedAddress,
): Record<string, string> {
  return variable === null ? {} : { [variable]: encoded(password) };
}

/** An owner at a browser is told which file, and not where it lies. */
function withoutFolder(error: unknown, path: string): unknown {
  if (!isTurnoutError(error) || error.parts.where !== path) return error;
  const { got, ...parts } = error.parts;
  const where = basename(path);
  const plain = { ...parts, where, got: got.replaceAll(path, () => where) };
  return new TurnoutError(error.code, plain, { cause: error });
}
