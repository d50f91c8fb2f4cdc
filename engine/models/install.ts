/**
 * Puts a model into the models folder: fetched from its official address, or copied from a file.
 *
 * A file gets its name there only when it is whole, has the published checksum where one is known, and has been opened
 * by its detector. Until then there is a `.part` at most, and only that of a download that can go on.
 */

import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { checkOptions, loadDetector } from '../../detectors/index.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { type DownloadProgress, discardPart, download, isDiskFault } from './download.ts';
import { type InstalledFile, installedFile, sha256Of } from './installed.ts';
import { MODELS, type ModelEntry } from './list.ts';
import { modelEntry, modelFile } from './resolve.ts';

export interface InstallOptions {
  readonly modelsDir: string;
  /** A file to take instead of the official address. */
  readonly from?: string;
  readonly onProgress?: (progress: DownloadProgress) => void;
  readonly signal?: AbortSignal;
  /** For tests; the one of Node otherwise. */
  readonly fetch?: typeof globalThis.fetch;
  /** Longest wait for the next piece, ms; 30 s unless told. */
  readonly idleTimeoutMs?: number;
  /** For tests; the list otherwise. */
  readonly models?: readonly ModelEntry[];
}

export interface InstallResult extends InstalledFile {
  readonly entry: ModelEntry;
}

/**
 * Installs a model by name, in place of an earlier file of the same name.
 *
 * Throws `model_unknown`, `model_missing` (no such `from`), `model_download_failed` (what has arrived is kept for the
 * next call), `model_checksum_mismatch`, `model_corrupt` and `model_shape_mismatch` (nothing is kept), `data_unusable`
 * where the folder cannot be written, and the reason of `signal`.
 */
export async function installModel(name: string, options: InstallOptions): Promise<InstallResult> {
  const entry = modelEntry(name, options.models ?? MODELS);
  const file = modelFile(options.modelsDir, entry.name);
  const isCopied = options.from !== undefined;
  const arriving = isCopied ? `${file}.copy-${process.pid}` : `${file}.part`;
  try {
    await mkdir(options.modelsDir, { recursive: true });
    await bring(entry, arriving, options);
    await accept(entry, arriving);
    await rename(arriving, file);
    await discardPart(`${file}.part`);
  } catch (error) {
    if (isCopied) await rm(arriving, { force: true });
    throw isDiskFault(error) ? unwritable(error) : error;
  }
  const installed = await installedFile(options.modelsDir, entry);
  if (installed === null) throw unwritable(new Error('the file is gone again'));
  return { ...installed, entry };
}

async function bring(entry: ModelEntry, arriving: string, options: InstallOptions): Promise<void> {
  if (options.from !== undefined) {
    await copyFrom(entry, options.from, arriving);
    return;
  }
  if (entry.address === null) {
    throw new TurnoutError('model_download_failed', {
      where: `model ${entry.name}`,
      expected: 'a published ONNX file',
      got: 'none: the project publishes it in another format only',
      hint: `make or find the file (${entry.source}) and give it with --from FILE`,
    });
  }
  await download({
    where: `model ${entry.name}`,
    address: entry.address,
    partFile: arriving,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal,
    fetch: options.fetch ?? globalThis.fetch,
    idleTimeoutMs: options.idleTimeoutMs ?? 30_000,
  });
}

async function copyFrom(entry: ModelEntry, from: string, arriving: string): Promise<void> {
  try {
    await copyFile(from, arriving);
  } catch (error) {
    if (isDiskFault(error)) throw error;
    throw new TurnoutError(
      'model_missing',
      { where: `model ${entry.name}`, expected: 'a file to install', got: messageOf(error) },
      { cause: error },
    );
  }
}

/** Lets only the right file through. One that is not is removed: going on with it would give the same again. */
async function accept(entry: ModelEntry, arriving: string): Promise<void> {
  try {
    if (entry.sha256 !== null) await checkSum(entry, entry.sha256, arriving);
    await openOnce(entry, arriving);
  } catch (error) {
    await discardPart(arriving);
    throw error;
  }
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
async function openOnce(entry: ModelEntry, file: string): Promise<void> {
  const definition = await loadDetector(entry.detector, '.');
  const detector = await definition.create(checkOptions(definition, { model: entry.name }), {
    resolveModel: () => file,
  });
  const { width, height } = detector.input;
  await detector.close();
  if (width === entry.input.width && height === entry.input.height) return;
  throw new TurnoutError('model_shape_mismatch', {
    where: `model ${entry.name}`,
    expected: `an input of ${entry.input.width}x${entry.input.height}`,
    got: `${width}x${height}`,
    hint: 'use the file by its path instead',
  });
}

function unwritable(error: unknown): TurnoutError {
  if (isTurnoutError(error)) return error;
  return new TurnoutError(
    'data_unusable',
    { where: 'models folder', expected: 'to be able to write there', got: messageOf(error) },
    { cause: error },
  );
}
