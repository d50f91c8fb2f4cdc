/** The packages of plugin authors, made from this tree, and installed as npm does it without a network. */

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Finished {
  readonly code: number;
  /** Both outputs, as they came. */
  readonly output: string;
}

/** Runs a program to its end, in `folder`, as a person would: nothing of the npm that runs the tests is handed on. */
export function finished(folder: string, command: string, ...args: string[]): Promise<Finished> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  );
  return new Promise((done) => {
    const child = execFile(command, args, { cwd: folder, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

/** The same for what has to succeed. */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await finished(folder, command, ...args);
  if (code === 0) return output;
  throw new Error(`${command} ${args.join(' ')}: exit code ${code}\n${output}`);
}

/** Makes both packages in `folder`: `turnout-detector/` and `create-turnout-detector/`. */
export async function makePackages(folder: string): Promise<void> {
  await run(ROOT, process.execPath, '--import', 'tsx', 'scripts/build-packages.ts', folder);
}

/** `turnout-detector` as it is in the packages of `packages`, run in `folder`. */
export function author(
  packages: string,
  folder: string,
  ...words: readonly string[]
): Promise<Finished> {
  const command = join(packages, 'turnout-detector/dist/cli/author/main.js');
  return finished(folder, process.execPath, command, ...words);
}

/** Makes both, and packs them. Gives the paths of the archives. */
export async function packPackages(folder: string): Promise<{ detector: string; creator: string }> {
  await makePackages(folder);
  const names = ['turnout-detector', 'create-turnout-detector'];
  const said = await run(folder, 'npm', 'pack', '--silent', ...names.map((name) => `./${name}`));
  const [detector = '', creator = ''] = said.trim().split('\n');
  return { detector: join(folder, detector), creator: join(folder, creator) };
}

/** Links packages of this tree into a project, with their commands: what npm would fetch. */
export function linkPackages(project: string, names: readonly string[]): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of names) {
    const source = resolve(ROOT, 'node_modules', name);
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(source, join(modules, name));
    const { bin = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    for (const [command, path] of Object.entries<string>(bin)) {
      symlinkSync(join(source, path), join(modules, '.bin', command));
    }
  }
}
