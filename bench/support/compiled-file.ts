/** Where the compiled tree of `compiled.ts` lies, for those who only run what is in it. */

import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Holds `bin/turnout.cjs` beside `dist`, which mirrors the sources. */
export const COMPILED_HOME = resolve('node_modules/.cache/turnout-compiled');

/** A file of the compiled tree, by its source: a path from here, or a URL. */
export function compiledFile(source: string | URL): string {
  const path = source instanceof URL ? relative('.', fileURLToPath(source)) : source;
  return join(COMPILED_HOME, 'dist', path.replace(/\.ts$/, '.js'));
}
