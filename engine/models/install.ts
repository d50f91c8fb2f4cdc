/**
 * Puts a model into the models folder: fetched from its official address, or copied from a file.
 *
 * A file gets its name there only when it is whole, has the published checksum where one is known, and has been opened
 * by its detector. Until then it is a part, of which nothing stays where something goes wrong.
 */

import { access, constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Size } from '../../detectors/picture.ts';
import { type ErrorCode, isTurnoutError, TurnoutError } from '../../errors.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { inputText } from '../sizing.ts';
import { type DownloadOptions, download } from './download.ts';
import {
  codeOf,
  folderUnusable,
  installedFile,
  isDiskFault,
  modelEntry,
  modelFile,
} from './installed.ts';
import { MODELS, type ModelEntry } from './list.ts';

export interface InstallOptions extends Omit<DownloadOptions, 'where' | 'hint'> {
  readonly modelsDir: string;
  /** A file to take instead of the official address. */
  readonly from?: string;
  /** For tests; the list otherwise. */
  readonly models?: readonly ModelEntry[];
  /** Starts the detector on the file and says which input it has; on this thread without it. */
  readonly open?: (file: string) => Promise<Size>;
}

/**
 * Installs a model by name, in place of an earlier file of the same name.
 *
 * Throws `model_unknown`, `model_missing` (no `from` that can be read), `model_download_failed`, `model_checksum_mismatch`,
 * `model_corrupt` and `model_shape_mismatch`, `data_unusable` where the folder cannot be used, and the reason of `signal`.
 */
export async function installModel(name: string, options: InstallOptions) {
  const entry = modelEntry(name, options.models ?? MODELS);
  const { from, modelsDir } = options;
  const file = modelFile(modelsDir, entry.name);
  const part = `${file}.part-${process.pid}`;
  try {
    await mkdir(modelsDir, { recursive: true });
    if (from === undefined) await fetchFrom(entry, part, options);
    else await copyFrom(entry, from, part);
    await accept(entry, part, basename(from ?? file), options.open);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw isDiskFault(error) ? folderUnusable(error) : error;
  }
  const installed = await installedFile(modelsDir, entry);
  if (installed === null) throw folderUnusable(new Error('a file that is gone again'));
  return { ...installed, entry };
}

export type InstallResult = Awaited<ReturnType<typeof installModel>>;

async function fetchFrom(entry: ModelEntry, part: string, options: InstallOptions): Promise<void> {
  const where = `model ${entry.name}`;
  if (entry.address === null) {
    throw new TurnoutError('model_download_failed', {
      where,
      expected: 'a published ONNX file',
      got: 'none: the project publishes it in another format only',
      hint: `make or find the file (${entry.source}) and give it with --from FILE`,
    });
  }
  const hint = 'check the connection, or fetch the file elsewhere and give it with --from FILE';
  await download(entry.address, part, { ...options, where, hint });
}

async function copyFrom(entry: ModelEntry, from: string, arriving: string): Promise<void> {
  const got = await faultOf(from);
  if (got === null) return copyFile(from, arriving);
  throw new TurnoutError('model_missing', {
    where: `model ${entry.name}`,
    expected: 'a file to install',
    got,
    hint: 'check the file given with --from',
  });
}

/** What is wrong with the file to be copied, before anything of the models folder is touched; null when nothing is. */
async function faultOf(from: string): Promise<string | null> {
  const name = basename(from);
  try {
    if (!(await stat(from)).isFile()) return `${name}, which is no file of its own`;
    await access(from, constants.R_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return `no file ${name}`;
    return code === 'EACCES' ? `no permission to read ${name}` : `${name}, unreadable (${code})`;
  }
}

/** Lets only the right file through, called `told` in errors. */
async function accept(
  entry: ModelEntry,
  arriving: string,
  name: string,
  open = (file: string) => openHere(entry, file),
): Promise<void> {
  const refuse = (code: ErrorCode, expected: string, got: string, hint: string) => {
    throw new TurnoutError(code, { where: `model ${entry.name}`, expected, got, hint });
  };
  try {
    const sha256 = entry.sha256 === null ? null : await sha256Of(arriving);
    if (sha256 !== entry.sha256) {
      const hint = 'the file was changed on its way or at its source; it was not installed';
      refuse('model_checksum_mismatch', `SHA-256 ${entry.sha256}`, `${sha256}`, hint);
    }
    const [expected, got] = [entry.input, await open(arriving)].map(inputText);
    if (expected !== got) {
      const hint = 'use the file by its path instead';
      refuse('model_shape_mismatch', `an input of ${expected}`, `${got}`, hint);
    }
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    // Under the name that a person knows: what lies in the models folder for now has another one.
    const where = error.parts.where.replace(basename(arriving), () => name);
    throw new TurnoutError(error.code, { ...error.parts, where }, { cause: error });
  }
}

/** Starts the detector on the file: what it can not read now, it could not read in front of a camera. */
async function openHere(entry: ModelEntry, file: string): Promise<Size> {
  // Loaded only here: the server opens no model on the thread that answers requests.
  const [{ checkOptions }, { detachedEnv }, { loadDetector }] = await Promise.all([
    import('../../detectors/options.ts'),
    import('../../detectors/env/owned-env.ts'),
    import('../../detectors/load.ts'),
  ]);
  const definition = await loadDetector(entry.detector, '.');
  const options = checkOptions(definition, { model: entry.name });
  const detector = await definition.create(
    options,
    detachedEnv(() => file),
  );
  const { width, height } = detector.input;
  await detector.close();
  return { width, height };
}
