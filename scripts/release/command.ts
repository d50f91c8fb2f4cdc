/** Commands of other programs, run to their end. A failed one throws with what it printed. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** @returns what it wrote to stdout, without white space at the end. */
export function command(
  program: string,
  words: readonly string[],
  { cwd, env }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): string {
  const done = spawnSync(program, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (done.status === 0) return done.stdout.trimEnd();
  const reason = done.error?.message ?? `exit status ${done.status ?? done.signal}`;
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().slice(-4_000);
  throw new Error(`${[program, ...words].join(' ')}: ${reason}\n${output}`);
}

/** Packs `spec`, a folder or a package of the registry, into `out`. @returns the path of the file. */
export function npmPack(spec: string, out: string, words: readonly string[] = []): string {
  const quiet = ['--json', '--loglevel=error', '--pack-destination', resolve(out)];
  // What prepack prints comes first.
  const [packed] =
    /\[\s*\{[\s\S]*\]$/.exec(command('npm', ['pack', spec, ...quiet, ...words])) ?? [];
  const [{ filename }] = JSON.parse(packed ?? '[]') as [{ filename: string }];
  return join(out, filename);
}

/** Does the work in an empty folder, which goes with it. */
export function inEmptyFolder<Value>(work: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-release-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The file or folder `made`, which `make` writes as a draft; a second call finds it there. */
export function madeOnce(made: string, make: (draft: string) => void): string {
  if (existsSync(made)) return made;
  const draft = `${made}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(made), { recursive: true });
  make(draft);
  renameSync(draft, made);
  return made;
}

/** Whether the command exists and ends well. */
export function works(program: string, words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}
