/** Commands of other programs, run to their end. A failed one throws with what it printed. */

import { spawnSync } from 'node:child_process';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from stdin. */
  readonly input?: string;
}

/** @returns what it wrote to stdout, without white space at the end. */
export function command(
  program: string,
  words: readonly string[],
  { cwd, env, input }: CommandOptions = {},
): string {
  const done = spawnSync(program, words, {
    cwd,
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (done.status === 0) return done.stdout.trimEnd();
  const reason = done.error?.message ?? `exit status ${done.status ?? done.signal}`;
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().slice(-4_000);
  throw new Error(`${[program, ...words].join(' ')}: ${reason}\n${said}`);
}

/** Whether the command exists and ends well. */
export function works(program: string, words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}
