/**
 * Puts a model into the models folder: fetched from its official address, or copied from a file.
 *
 * A file gets its name there only when it is whole, has the published checksum where one is known, and has been opened
 * by its detector. Until then it is a part, of which nothing stays where something goes wrong.
 */

import { access, constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Size } from '../../detectors/picture.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';
import { type DownloadOptions, download } from './download.ts';
import {
  codeOf,
  folderUnusable,
  type InstalledFile,
  installedFile,
  isDiskFault,
  modelEntry,
  modelFile,
  sha256Of,
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

export interface InstallResult extends InstalledFile {
  readonly entry: ModelEntry;
}

/**
 * Installs a model by name, in place of an earlier file of the same name.
 *
 * Throws `model_unknown`, `model_missing` (no `from` that can be read), `model_download_failed`, `model_checksum_mismatch`,
 * `model_corrupt` and `model_shape_mismatch`, `data_unusable` where the folder cannot be used, and the reason of `signal`.
 */
export async function installModel(name: string, options: InstallOptions): Promise<InstallResult> {
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
  const fault = await sourceFault(from);
  if (fault !== null) {
    throw new TurnoutError('model_missing', {
      where: `model ${entry.name}`,
      expected: 'a file to install',
      got: fault,
      hint: 'check the file given with --from',
    });
  }
  await copyFile(from, arriving);
}

/** What is wrong with the file to be copied, before anything of the models folder is touched; null when nothing is. */
async function sourceFault(from: string): Promise<string | null> {
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
  told: string,
  open = (file: string) => openHere(entry, file),
): Promise<void> {
  try {
    if (entry.sha256 !== null) await checkSum(entry, entry.sha256, arriving);
    checkInput(entry, await open(arriving));
  } catch (error) {
    throw toldOf(error, basename(arriving), told);
  }
}

/** The error of a file under the name that a person knows: what lies in the models folder for now has another one. */
function toldOf(error: unknown, temporary: string, told: string): unknown {
  if (!isTurnoutError(error)) return error;
  const where = error.parts.where.replace(temporary, () => told);
  return new TurnoutError(error.code, { ...error.parts, where }, { cause: error });
}

async function checkSum(entry: ModelEntry, expected: string, file: string): Promise<void> {
  const got = await sha256Of(file);
  if (got === expected) return;
  throw new TurnoutError('model_checksum_mismatch', {
    where: `model ${entry.name}`,
    expected: `SHA-256 ${expected}`,
    got,
    hint: 'the file was changed on its way or at its source; it was not installed',
  });
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

function checkInput(entry: ModelEntry, { width, height }: Size): void {
  if (width === entry.input.width && height === entry.input.height) return;
  throw new TurnoutError('model_shape_mismatch', {
    where: `model ${entry.name}`,
    expected: `an input of ${entry.input.width}x${entry.input.height}`,
    got: `${width}x${height}`,
    hint: 'use the file by its path instead',
  });
}
