/** Node for a platform, from the npm package that holds it. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { command } from './command.ts';
import { NODE_VERSION, type Platform } from './platforms.ts';

/** Below `node_modules/.cache`, as what other tools store. */
export const CACHE = 'node_modules/.cache/turnout-release';

/**
 * @returns the folder with `bin/node`, `include/node` and `LICENSE`; a second call finds it there.
 * @throws where the package is not the pinned one.
 */
export function nodePackage({ cpu, nodeIntegrity }: Platform): string {
  const folder = resolve(CACHE, `node-${NODE_VERSION}-${cpu}`);
  if (existsSync(folder)) return folder;
  const work = `${folder}.draft`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const spec = `node-linux-${cpu}@${NODE_VERSION}`;
  const words = ['pack', spec, '--json', '--prefer-offline', '--loglevel=error'];
  const [{ filename }] = JSON.parse(command('npm', words, { cwd: work })) as [{ filename: string }];
  const file = join(work, filename);
  const got = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (got !== nodeIntegrity) throw new Error(`${spec}: expected ${nodeIntegrity}, got ${got}`);
  command('tar', ['-xzf', file, '-C', work, '--strip-components=1']);
  rmSync(file);
  renameSync(work, folder);
  return folder;
}
