/** The files of the project as git knows them: for tests about the repository itself. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the product's own code lies. */
const SOURCE =
  /^(?:(?:api|ask|chain|cli|config|detectors|engine|gym|hq|runtime|service|store|web)\/.*|main|errors)\.tsx?$/;

/** Paths from the root with `/`, sorted: tracked files, and new ones that git does not ignore. Deleted ones are not in it. */
export function projectFiles(): readonly string[] {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', ...options], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((path) => path !== '');
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard')
    .filter((path) => !deleted.has(path))
    .sort();
}

export function sourceFiles(): readonly string[] {
  return projectFiles().filter((path) => SOURCE.test(path));
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
