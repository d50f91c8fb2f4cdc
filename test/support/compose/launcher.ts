/** The program as `npm run build` has left it, with its pages: what an image holds. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns path of the command. Throws where nothing was built. */
export function builtLauncher(): string {
  const ofTree = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  if (!existsSync(ofTree('dist/cli/index.js'))) {
    throw new Error('there is no built program: npm run build makes it');
  }
  return ofTree('bin/turnout.cjs');
}
