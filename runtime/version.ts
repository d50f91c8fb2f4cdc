/** The version of the program, from the one place that states it: `package.json`. */

import { readFileSync } from 'node:fs';
import { installedFile } from './installation.ts';

const manifest: { version?: string } = JSON.parse(
  readFileSync(installedFile('package.json'), 'utf8'),
);

/** `major.minor.patch`. */
export const VERSION = manifest.version ?? '0.0.0';
