/** The real program over the data folder of fourteen seeded gyms, at an instant that does not pass. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { compiledTree } from '../../bench/support/compiled.ts';

/** Monday 23 November 2026, 18:50 in London: classes of the evening are on. */
export const RECORDED_AT_UTC_MS = Date.UTC(2026, 10, 23, 18, 50);
/** RECORDED_IN=DIR is that of other gyms, made by `gyms.fixture.ts` from another seed: only their figures are compared. */
export const RECORDED_FOLDER =
  process.env['RECORDED_IN'] === undefined
    ? new URL('../fixtures/recorded/', import.meta.url)
    : pathToFileURL(`${process.env['RECORDED_IN']}/`);

export interface RecordedProgram {
  readonly url: string;
  /** A key of the role, made by the command line. */
  key(role: 'owner' | 'manager', gym: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startRecorded(): Promise<RecordedProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-recorded-'));
  const data = join(folder, 'data');
  const config = join(folder, 'turnout.yaml');
  await mkdir(data, { mode: 0o700 });
  await copyFile(new URL('turnout.yaml', RECORDED_FOLDER), config);
  const packed = await readFile(new URL('turnout.sqlite.gz', RECORDED_FOLDER));
  await writeFile(join(data, 'turnout.sqlite'), gunzipSync(packed), { mode: 0o600 });
  const clock = fileURLToPath(new URL('frozen-clock.mjs', import.meta.url));
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    TURNOUT_CONFIG: config,
    TURNOUT_DATA: data,
    NODE_OPTIONS: `--import ${clock}`,
    RECORDED_AT_UTC_MS: String(RECORDED_AT_UTC_MS),
  };
  const launcher = join(compiledTree(), 'bin/turnout.cjs');
  const server = spawn(process.execPath, [launcher, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface({ input: server.stderr }).on('line', (line) => log.push(line));
  let url: string | null = null;
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    url = (JSON.parse(line) as { url: string }).url;
    break;
  }
  if (url === null) throw new Error(`the program did not start:\n${log.join('\n')}`);
  return {
    url,
    key: async (role, gym) => {
      const args = [launcher, 'key', 'create', '--role', role, '--gym', gym, '--json'];
      const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
      });
      await once(child, 'close');
      const [key] = /tk_[0-9A-Za-z]{32}/.exec(printed) ?? [];
      if (key === undefined) throw new Error(`no key was made: ${printed}`);
      return key;
    },
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'close');
      }
      await rm(folder, { recursive: true });
    },
  };
}
