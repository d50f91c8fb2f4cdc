/** From the name of a model, or a path, to the file a detector opens. */

import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import { TurnoutError } from '../../errors.ts';
import { MODELS, type ModelEntry } from './list.ts';

/** The row of a name. Throws `model_unknown` with the nearest name; `orElse` says what else would have been right. */
export function modelEntry(
  name: string,
  models: readonly ModelEntry[] = MODELS,
  orElse = '',
): ModelEntry {
  const entry = models.find((model) => model.name === name);
  if (entry !== undefined) return entry;
  const names = models.map((model) => model.name);
  const nearest = closest(name, names);
  const isNear = distance(name, nearest) <= Math.max(2, Math.floor(name.length / 2));
  throw new TurnoutError('model_unknown', {
    where: `model ${name}`,
    expected: `one of ${names.join(', ')}${orElse}`,
    got: 'an unknown name',
    ...(isNear && { hint: `perhaps ${nearest}`, data: { nearest } }),
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
  const file = isPath ? resolve(nameOrPath) : modelFile(modelsDir, entryOrPath(nameOrPath).name);
  if (existsSync(file)) return file;
  throw new TurnoutError('model_missing', {
    where: `model ${nameOrPath}`,
    expected: isPath ? 'an ONNX file' : 'it to be installed',
    got: 'no file',
    hint: isPath ? 'check the path' : `install it with: turnout model install ${nameOrPath}`,
    data: { model: nameOrPath },
  });
}

function entryOrPath(name: string): ModelEntry {
  return modelEntry(name, MODELS, ', or the path of an ONNX file');
}
