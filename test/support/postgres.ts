/** A PostgreSQL of its own from Debian's package, on a socket in a temporary folder and a free port, and killed afterwards. */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './loopback.ts';
import { until } from './until.ts';

const ROOT = '/usr/lib/postgresql';

/** Folder of the newest version's programs; null where none is installed. */
export const POSTGRES_BIN =
  (existsSync(ROOT) ? readdirSync(ROOT) : [])
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(ROOT, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
/** PostgreSQL refuses to run as root. */
const IS_ROOT = process.getuid?.() === 0;

/** One of its programs, by a user that it accepts. */
export function asPostgres(program: string, args: readonly string[]): [string, string[]] {
  const path = join(POSTGRES_BIN ?? '', program);
  return IS_ROOT ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
}

/** Lets that user write into a folder. */
export function givenToPostgres(folder: string): void {
  if (!IS_ROOT) return;
  const id = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, id, id);
}

/** Whether tests that need it can run here. */
export const HAS_POSTGRES = POSTGRES_BIN !== null;
if (!HAS_POSTGRES)
  console.warn('skipped: there is no PostgreSQL here (apt-get install postgresql)');

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** No commit waits for the disk: a killed program loses nothing either way. */
export async function startPostgres() {
  if (POSTGRES_BIN === null) throw new Error('there is no PostgreSQL here');
  const dir = mkdtempSync(join(tmpdir(), 'turnout-pg-'));
  const data = join(dir, 'data');
  const port = await freePort();
  givenToPostgres(dir);
  const init = ['-D', data, '-U', 'turnout', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(...asPostgres('initdb', init), { stdio: 'ignore' });
  const settings = [
    `listen_addresses=127.0.0.1`,
    `unix_socket_directories=${dir}`,
    `port=${port}`,
    'shared_buffers=256MB',
    'max_wal_size=2GB',
    'fsync=off',
  ].flatMap((setting) => ['-c', setting]);
  const own = ['-h', '127.0.0.1', '-p', String(port), '-U', 'turnout'];
  let server: ChildProcess | null = null;
  const start = async () => {
    const words = ['-D', data, ...settings];
    server = spawn(...asPostgres('postgres', words), { stdio: 'ignore', cwd: dir });
    // Recovery after a kill takes a moment.
    await until(() => spawnSync(join(POSTGRES_BIN, 'pg_isready'), own).status === 0);
  };
  const kill = async () => {
    if (server === null || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    // Its children first: one that is left holds the shared memory of the next start.
    spawnSync('pkill', ['-KILL', '-P', pid]);
    spawnSync('kill', ['-KILL', pid]);
    await ended;
    server = null;
    rmSync(join(data, 'postmaster.pid'), { force: true });
  };
  await start();
  const createDatabase = async (name: string) => {
    await promisify(execFile)(join(POSTGRES_BIN, 'createdb'), [...own, name]);
    return `postgres://turnout@127.0.0.1:${port}/${name}`;
  };
  const url = await createDatabase('turnout');
  return {
    /** Address of the database `turnout`. */
    url,
    /** Makes an empty database. @returns its address. */
    createDatabase,
    /** Ends all of its processes at once, as a power cut of the program would. */
    kill,
    /** Starts it again over the same data. */
    restart: start,
    close: async () => {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
