/** Where the files of this installation are: next to the sources, or around the bundle in `dist/`. */

import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** The folder of `package.json`: a module may be anywhere below it, since a bundler chooses where code ends up. */
function rootOf(folder: URL): URL {
  const parent = new URL('../', folder);
  const isRoot = existsSync(new URL('package.json', folder)) || parent.href === folder.href;
  return isRoot ? folder : rootOf(parent);
}

const ROOT = rootOf(new URL('./', import.meta.url));

/** Whether this runs from its TypeScript sources. */
export const IS_SOURCE = extname(new URL(import.meta.url).pathname) === '.ts';

/** A file of the installation, by its path from the root: `detectors/person/person.onnx`. */
export const installedFile = (path: string): URL => new URL(path, ROOT);

/** Of the program, `major.minor.patch`. */
export const { version: VERSION }: { readonly version: string } = JSON.parse(
  readFileSync(installedFile('package.json'), 'utf8'),
);
