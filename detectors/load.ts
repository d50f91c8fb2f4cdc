/**
 * The one door through which a detector comes in: by the name of a shipped one, as a package, or as a file.
 *
 * A plugin is trusted code: it runs in our process. What it says of itself is checked all the same.
 */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf, TurnoutError } from '../errors.ts';
import { checkDefinition } from './definition.ts';
import type { DetectorDefinition } from './detector.ts';
import { faultsError, nearestName, notePlugin, placeOf } from './faults.ts';
import { detectorNames, shippedDetector } from './registry.ts';

const MODULE_ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts'];
const TYPESCRIPT = /\.[cm]?tsx?$/;

/**
 * Loads and checks a detector.
 *
 * @param name a shipped name (`yolox`), a package, or a path: one that starts with `.`, `/` or `file:`, or ends like a
 *   module. Shipped names come first, so a package can not take their place.
 * @param fromFolder folder from which paths and packages are looked for: that of the configuration file.
 *
 * Throws `detector_unknown` where nothing is found, with the nearest shipped name; `detector_invalid` where the module
 * can not be loaded or its definition is wrong, naming every field.
 */
export async function loadDetector(name: string, fromFolder: string): Promise<DetectorDefinition> {
  const shipped = shippedDetector(name);
  if (shipped !== undefined) return checkDefinition(await shipped(), `detector ${name}`);
  const where = `detector plugin ${name}`;
  const file = isPath(name) ? pathOf(name, fromFolder) : packageFile(name, fromFolder);
  if (file === null || !existsSync(file)) throw unknownDetector(name, fromFolder);
  const definition = definitionIn(await importModule(file, where));
  if (definition === undefined) {
    const fault = { field: 'exports', expected: 'an export named detector', got: 'none' };
    throw faultsError('detector_invalid', where, [fault]);
  }
  return checkDefinition(definition, where);
}

function isPath(name: string): boolean {
  const startsLikePath = name.startsWith('.') || name.startsWith('file:') || isAbsolute(name);
  return startsLikePath || (!name.startsWith('@') && MODULE_ENDINGS.includes(extname(name)));
}

function pathOf(name: string, fromFolder: string): string {
  return name.startsWith('file:') ? fileURLToPath(name) : resolve(fromFolder, name);
}

/** The file that importing a package would run, seen from `fromFolder`, or null where there is no such package. */
function packageFile(name: string, fromFolder: string): string | null {
  const require = createRequire(join(resolve(fromFolder), 'package.json'));
  try {
    return require.resolve(name);
  } catch (error) {
    // `require` finds no package that is for `import` alone; its own package.json names the file then.
    return error instanceof Error ? importOnlyFile(name, require.resolve.paths(name) ?? []) : null;
  }
}

function importOnlyFile(name: string, folders: readonly string[]): string | null {
  const folder = folders
    .map((modules) => join(modules, name))
    .find((candidate) => existsSync(join(candidate, 'package.json')));
  if (folder === undefined) return null;
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const target = importTarget(Reflect.get(Object(manifest), 'exports'));
  return target === null ? null : join(folder, target);
}

/** The target of `import` in a package's `exports`: a string, or conditions nested in `.`, in their written order. */
function importTarget(exports: unknown): string | null {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return null;
  for (const [condition, target] of Object.entries(exports)) {
    const found = ['.', 'import', 'node', 'default'].includes(condition)
      ? importTarget(target)
      : null;
    if (found !== null) return found;
  }
  return null;
}

async function importModule(file: string, where: string): Promise<unknown> {
  notePlugin(file);
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    const expected = 'a module that can be imported';
    const parts = { where, expected, ...(await importFault(error, file)) };
    throw new TurnoutError('detector_invalid', parts, { cause: error });
  }
}

async function importFault(error: unknown, file: string) {
  if (Reflect.get(Object(error), 'code') !== 'ERR_UNKNOWN_FILE_EXTENSION') {
    return { got: `${messageOf(error).split('\n')[0]}${await importPlace(error, file)}` };
  }
  return TYPESCRIPT.test(file)
    ? { got: 'TypeScript', hint: 'compile it to JavaScript first' }
    : {
        got: `a file that ends with ${JSON.stringify(extname(file))}`,
        hint: 'name a file that ends with .mjs or .js',
      };
}

/** Where importing threw: ` (mine.mjs:2)`; nothing where that is not known. */
async function importPlace(error: unknown, file: string): Promise<string> {
  if (!(error instanceof SyntaxError)) return placeOf(error);
  // Of a fault of syntax an error does not have the place. Node prints it.
  const place = /([^/\\\n]+):(\d+)\n/.exec(await printedByCheck(file));
  return place === null ? '' : ` (${place[1]}:${place[2]})`;
}

/** Longest time for Node to look at the syntax of a file, ms. Chosen here. */
const SYNTAX_MS = 5_000;

function printedByCheck(file: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--check', file], { timeout: SYNTAX_MS }, (_fault, _out, printed) =>
      resolve(printed),
    );
  });
}

/** A module's `detector`, or else its default export, where CommonJS puts `module.exports`. */
function definitionIn(module: unknown): unknown {
  const named: unknown = Reflect.get(Object(module), 'detector');
  if (named !== undefined) return named;
  const byDefault: unknown = Reflect.get(Object(module), 'default');
  return Reflect.get(Object(byDefault), 'detector') ?? byDefault;
}

function unknownDetector(name: string, fromFolder: string): TurnoutError {
  const names = detectorNames();
  const nearest = nearestName(name, names);
  // The package of the contract has none.
  const shipped = names.length === 0 ? '' : `one of ${names.join(', ')}, `;
  return new TurnoutError('detector_unknown', {
    where: `detector ${name}`,
    expected: `${shipped}an installed package or the path of a module`,
    got: isPath(name) ? 'no such file' : 'nothing of this name',
    hint: nearest === null ? `looked from ${fromFolder}` : `perhaps ${nearest}`,
    data: { nearest },
  });
}
