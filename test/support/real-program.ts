/** The real program, compiled, in a process and a folder of its own, with a configuration of one gym without cameras. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { compiledTree } from '../../bench/support/compiled.ts';

export interface RealProgram {
  readonly port: number;
  /** Lines of its log so far. */
  readonly log: readonly string[];
}

export interface RealProgramOptions {
  readonly backing: string;
  /** Shell commands that go before it, such as `ulimit -n 160`. */
  readonly before?: string;
  /** Its data folder; without it one of its own. */
  readonly dataFolder?: string;
}

/** Resolves once it listens. It ends with the test. */
export async function startRealProgram(options: RealProgramOptions): Promise<RealProgram> {
  const { backing, before = ':' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'turnout-real-'));
  const config = join(folder, 'turnout.yaml');
  const gyms = 'gyms: [{ id: main, timezone: UTC, rooms: [{ id: hall }] }]';
  await writeFile(config, `server: { backing: ${backing} }\n${gyms}\n`);
  const command = `${before}; exec "$0" "$@"`;
  const launcher = resolve(compiledTree(), 'bin/turnout.cjs');
  const program: ChildProcess = spawn(
    'bash',
    ['-c', command, process.execPath, launcher, 'serve'],
    {
      cwd: folder,
      env: {
        ...process.env,

        HOST: '127.0.0.1',
        PORT: '0',
        TURNOUT_DATA: options.dataFolder ?? join(folder, 'data'),
        TURNOUT_CONFIG: config,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const { stdout, stderr } = program;
  if (stdout === null || stderr === null) throw new Error('the program has no output');
  const log: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => log.push(line));
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    return { port: Number(new URL((JSON.parse(line) as { url: string }).url).port), log };
  }
  throw new Error(`the program ended before it listened:\n${log.join('\n')}`);
}
