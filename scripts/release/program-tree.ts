/** The program as it is published: the files of `npm pack`, and a manifest that asks only for what the bundle lacks. */

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL } from '../bundle.ts';
import { command } from './command.ts';

export interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export function readManifest(path = 'package.json'): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Papers of the program, licences of others among them. */
export const PAPERS =
  /^(CHANGELOG|LICENSE|NOTICE|README|THIRD-PARTY)(\.md)?$|^turnout\.example\.yaml$/;

/** Copies the program into `folder`, which is not there yet. `dist/` must have been built. */
export function writeProgramTree(folder: string): Manifest {
  const words = ['pack', '--json', '--dry-run', '--ignore-scripts', '--loglevel=error'];
  const [packed] = JSON.parse(command('npm', words)) as [{ files: { path: string }[] }];
  const papers = readdirSync('.').filter((name) => PAPERS.test(name));
  for (const path of [...packed.files.map((file) => file.path), ...papers]) {
    // Compiled code of this machine's Node.
    if (path.startsWith('dist/.compile-cache/')) continue;
    cpSync(path, join(folder, path));
  }
  const manifest = publishedManifest(readManifest());
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Without what only a checkout needs. */
export function publishedManifest(manifest: Manifest): Manifest {
  const onlyHere = ['private', 'allowScripts', 'scripts', 'devDependencies', 'overrides'];
  const fields = Object.entries(manifest).filter(([name]) => !onlyHere.includes(name));
  const external = (packages: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(packages).filter(([name]) => EXTERNAL.includes(name)));
  return {
    ...(Object.fromEntries(fields) as Manifest),
    dependencies: external(manifest.dependencies),
    optionalDependencies: external(manifest.optionalDependencies),
  };
}
