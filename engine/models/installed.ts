/** What is installed: the models whose file lies in the models folder. */

import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { nearest } from '../../config/fault.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { checksumOf, MODELS, type ModelEntry } from './list.ts';

/** The file of an installed model. */
export type InstalledFile = NonNullable<Awaited<ReturnType<typeof installedFile>>>;

/** A row of the list with its file, or null where it is not installed. */
export type ListedModel = Awaited<ReturnType<typeof listModels>>[number];

/**
 * All models with what is installed in `modelsDir`, in the order of the list. Reads every installed file once. Throws
 * `data_unusable` where the folder cannot be read.
 */
export async function listModels(modelsDir: string) {
  return Promise.all(
    MODELS.map(async (entry) => ({ ...entry, installed: await installedFile(modelsDir, entry) })),
  );
}

/** The file of a model, or null where it is not installed. Throws `data_unusable`. */
export async function installedFile(modelsDir: string, entry: ModelEntry) {
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
 * Removes an installed model. Throws `model_unknown` and `data_unusable`.
 *
 * @returns whether there was an installed file.
 */
export async function removeModel(name: string, modelsDir: string): Promise<boolean> {
  const entry = modelEntry(name, MODELS);
  const file = modelFile(modelsDir, entry.name);
  const wasThere = (await installedFile(modelsDir, entry)) !== null;
  await rm(file, { force: true });
  return wasThere;
}

/** What can be wrong with the models folder itself: told by what is there, never by the words of the file system. */

/** What the file system says of a folder that cannot be used, in words. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left on its disk',
  EDQUOT: 'no space left for this user',
  EROFS: 'a disk that can only be read',
  EACCES: 'no permission',
  EPERM: 'no permission',
  ENOTDIR: 'a plain file in its place',
  EEXIST: 'a plain file in its place',
  EISDIR: 'a folder where a model file should be',
};

/** Whether the disk and not the network, or the file that was asked for, is at fault. */
export function isDiskFault(error: unknown): boolean {
  return codeOf(error) in FAULTS;
}

/** `data_unusable` for an error that the file system gave in the models folder. */
export function folderUnusable(error: unknown): TurnoutError {
  return new TurnoutError(
    'data_unusable',
    {
      where: 'models folder',
      expected: 'a folder that can be read and written',
      got: FAULTS[codeOf(error)] ?? messageOf(error),
      hint: 'it is the folder "models" in the data folder',
    },
    { cause: error },
  );
}

/** `ENOENT` and so on; empty for an error of another kind. */
export function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

/** From the name of a model, or a path, to the file a detector opens. */

/** The row of a name. Throws `model_unknown` with the nearest name; `orElse` says what else would have been right. */
export function modelEntry(
  name: string,
  models: readonly ModelEntry[] = MODELS,
  orElse = '',
): ModelEntry {
  const entry = models.find((model) => model.name === name);
  if (entry !== undefined) return entry;
  const names = models.map((model) => model.name);
  const near = nearest(name, names);
  throw new TurnoutError('model_unknown', {
    where: `model ${name}`,
    expected: `one of ${names.join(', ')}${orElse}`,
    got: 'an unknown name',
    ...(near !== null && { hint: `perhaps ${near}`, data: { nearest: near } }),
  });
}

/** The models folder of a data folder. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}

/** Where an installed model lies. */
export function modelFile(modelsDir: string, name: string): string {
  return join(modelsDir, `${name}.onnx`);
}

/**
 * The file of a model: a name of the list (which must be installed in `modelsDir`) or a path (anything with a slash or
 * ending in `.onnx`), relative to the working folder.
 *
 * Throws `model_missing` where there is no file, with the command that installs it, and `model_unknown`.
 */
export function resolveModel(modelsDir: string, nameOrPath: string): string {
  const isPath = /[\\/]|\.onnx$/i.test(nameOrPath) || isAbsolute(nameOrPath);
  const file = isPath
    ? resolve(nameOrPath)
    : modelFile(modelsDir, modelEntry(nameOrPath, MODELS, ', or the path of an ONNX file').name);
  if (existsSync(file)) return file;
  throw new TurnoutError('model_missing', {
    where: `model ${nameOrPath}`,
    expected: isPath ? 'an ONNX file' : 'it to be installed',
    got: 'no file',
    hint: isPath ? 'check the path' : `install it with: turnout model install ${nameOrPath}`,
    data: { model: nameOrPath },
  });
}
