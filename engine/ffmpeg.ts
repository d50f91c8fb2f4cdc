/**
 * FFmpeg, which reads and decodes the video of cameras. No file that we hand on contains it: its licences forbid it
 * (docs/licences.md). It is fetched once, by npm, which knows the registry, the proxy and the certificates of the computer.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf, TurnoutError } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';

/** The package that node-av loads on this computer, and the version that the lock file has. */
const PACKAGE = `@seydx/node-av-${process.platform}-${process.arch}`;
const VERSION = '6.1.1';
/** SHA-512 of each package that is fetched, as package-lock.json has it. */
export const INTEGRITY: Readonly<Record<string, string>> = {
  '@seydx/node-av-linux-x64':
    'sha512-2HkBkMUSmA+1sP0PN7eFSkNJhbejgJDCXx0w0ZMRlTLqF+snz5ptf/gl/tQye9yER6I4OGW/7WVL5Y2PVneNCA==',
  '@seydx/node-av-linux-arm64':
    'sha512-E5LopQ+LaTGdjmnk3KYsrKF1qRQHT22xVGijUdAcvbScfLTJz2RuJoevKT53cuNupR1gdmRmvnmq+kac4TkDRA==',
};
export const FFMPEG_PACKAGE = `${PACKAGE}@${VERSION}`;
/** What npm calls the file of the package. */
export const FFMPEG_FILE = `${PACKAGE.slice(1).replace('/', '-')}-${VERSION}.tgz`;

/** How often it is tried again where the registry does not answer, ms. Chosen here. */
const AGAIN_MS = 600_000;

const installed = createRequire(import.meta.url);

/** In a data folder; the launcher adds it to the places where Node looks for packages. */
export function ffmpegFolder(dataDir: string): string {
  return join(dataDir, 'ffmpeg');
}

export function isFfmpegHere(): boolean {
  // Elsewhere npm has installed it with node-av.
  if (!Object.hasOwn(INTEGRITY, PACKAGE)) return true;
  // A build of one's own, which node-av takes before any package.
  if (existsSync(join(dirname(installed.resolve('node-av/lib')), '../../node-av.node')))
    return true;
  try {
    return installed.resolve(`${PACKAGE}/node-av.node`) !== '';
  } catch {
    return false;
  }
}

/** @throws `ffmpeg_missing`. Before node-av is loaded: what Node could not load once it never loads. */
export function requireFfmpeg(): void {
  if (isFfmpegHere()) return;
  throw new TurnoutError('ffmpeg_missing', {
    where: 'source',
    expected: 'FFmpeg, which decodes video',
    got: 'none yet',
    hint: 'turnout serve fetches it, and so does: turnout ffmpeg; docs/licences.md says why',
  });
}

/** Fetches it while everything else runs, and again until it is there. */
export function keepFfmpeg(dataDir: string, log: Log, signal: AbortSignal): void {
  if (isFfmpegHere()) return;
  const detail = `${PACKAGE} ${VERSION} from the npm registry: it decodes H.264 and H.265, and its licences forbid us to hand it on`;
  log.info('ffmpeg_fetching', { detail });
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const onError = (error: unknown) => {
    if (!signal.aborted) log.warn('ffmpeg_missing', { detail: messageOf(error) });
  };
  const fetch = async () => {
    await installFfmpeg(ffmpegFolder(dataDir), null, signal);
    over.abort();
    log.info('ffmpeg_fetched');
  };
  void fetch()
    .catch(onError)
    .then(() => every({ periodMs: AGAIN_MS, signal: until, onError }, fetch));
}

/**
 * Puts the package below `folder`, as in `node_modules`, once its checksum is right.
 *
 * @param from the file of the package; null fetches it.
 * @throws `ffmpeg_missing` with what came in its place.
 */
export async function installFfmpeg(
  folder: string,
  from: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const expected = INTEGRITY[PACKAGE];
  if (expected === undefined) throw refused(`a computer with another system, ${PACKAGE}`);
  const draft = join(folder, `.draft-${process.pid}`);
  const file = join(draft, FFMPEG_FILE);
  try {
    await mkdir(draft, { recursive: true });
    if (from === null) await npmPack(draft, signal);
    else await cp(from, file);
    const got = `sha512-${createHash('sha512')
      .update(await readFile(file))
      .digest('base64')}`;
    if (got !== expected) throw refused(`a file with the checksum ${got}`);
    const { extract } = await import('tar');
    await extract({ file, cwd: draft, filter: (path) => path.startsWith('package/') });
    const place = join(folder, PACKAGE);
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { recursive: true, force: true });
    await rename(join(draft, 'package'), place);
  } catch (error) {
    throw error instanceof TurnoutError ? error : refused(describe(error));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The npm that comes with this Node, else the one of the computer. Runs no script of the package. */
async function npmPack(folder: string, signal?: AbortSignal): Promise<void> {
  const own = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  const [program, ...first] = existsSync(own) ? [process.execPath, own] : ['npm'];
  const words = ['pack', FFMPEG_PACKAGE, '--silent', '--cache', join(folder, 'cache')];
  try {
    await promisify(execFile)(program, [...first, ...words], { cwd: folder, signal });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'number') throw error;
    throw refused(`no answer of the npm registry (npm ended with ${code})`);
  }
}

function refused(got: string): TurnoutError {
  return new TurnoutError('ffmpeg_missing', {
    where: FFMPEG_FILE,
    expected: 'the package that Turnout was made with',
    got,
    hint: 'docs/licences.md says how to bring it without a way to the registry',
  });
}

function describe(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'no such file or program' : (code ?? messageOf(error));
}
