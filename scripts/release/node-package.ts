/** Node for a platform and npm, from the packages of the registry that hold them. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { command, madeOnce, npmPack } from './command.ts';
import { NODE_VERSION, type Platform } from './platforms.ts';

/** Below `node_modules/.cache`, as what other tools store. */
export const CACHE = 'node_modules/.cache/turnout-release';

/** The folder of Node: `bin/node`, `include/node` and `LICENSE`. */
export function nodePackage({ cpu, nodeIntegrity }: Platform): string {
  return pinnedPackage(`node-linux-${cpu}@${NODE_VERSION}`, nodeIntegrity);
}

/**
 * @param spec name and version of a package that is one by itself.
 * @returns its folder; a second call finds it there.
 * @throws where the package is not the pinned one.
 */
export function pinnedPackage(spec: string, integrity: string): string {
  return madeOnce(resolve(CACHE, spec), (draft) => {
    mkdirSync(draft);
    const file = npmPack(spec, draft, ['--prefer-offline']);
    const got = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (got !== integrity) throw new Error(`${spec}: expected ${integrity}, got ${got}`);
    command('tar', ['-xzf', file, '-C', draft, '--strip-components=1']);
    rmSync(file);
  });
}
