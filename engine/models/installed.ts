/** What is installed: the models whose file lies in the models folder. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { codeOf, folderUnusable, isDiskFault } from './folder.ts';
import { type Checksum, checksumOf, MODELS, type ModelEntry } from './list.ts';
import { modelEntry, modelFile } from './resolve.ts';

/** The file of an installed model. */
export interface InstalledFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly checksum: Checksum;
}

/** A row of the list with its file, or null where it is not installed. */
export interface ListedModel extends ModelEntry {
  readonly installed: InstalledFile | null;
}

/**
 * All models with what is installed in `modelsDir`, in the order of the list. Reads every installed file once. Throws
 * `data_unusable` where the folder cannot be read.
 */
export async function listModels(
  modelsDir: string,
  models: readonly ModelEntry[] = MODELS,
): Promise<readonly ListedModel[]> {
  return Promise.all(
    models.map(async (entry) => ({ ...entry, installed: await installedFile(modelsDir, entry) })),
  );
}

/** The file of a model, or null where it is not installed. Throws `data_unusable`. */
export async function installedFile(
  modelsDir: string,
  entry: ModelEntry,
): Promise<InstalledFile | null> {
  const path = modelFile(modelsDir, entry.name);
  try {
    const { size } = await stat(path);
    const sha256 = await sha256Of(path);
    return { path, sizeBytes: size, sha256, checksum: checksumOf(entry, sha256) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw isDiskFault(error) ? folderUnusable(error) : error;
  }
}

/**
 * Removes an installed model and whatever a broken download left of it. Throws `model_unknown` and `data_unusable`.
 *
 * @returns whether there was an installed file.
 */
export async function removeModel(
  name: string,
  modelsDir: string,
  models: readonly ModelEntry[] = MODELS,
): Promise<boolean> {
  const entry = modelEntry(name, models);
  const file = modelFile(modelsDir, entry.name);
  const wasThere = (await installedFile(modelsDir, entry)) !== null;
  for (const path of [file, `${file}.part`, `${file}.part.json`]) await rm(path, { force: true });
  return wasThere;
}

/** SHA-256 of a file, lower-case hex. Reads it in pieces. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
