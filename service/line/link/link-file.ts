/**
 * What a box keeps of its place at a head office, one file a gym in the data folder, mode 0600: who it is there, where the
 * line is, and the seed of its own key, which goes nowhere. No backup has it: a restored box joins again, or goes on with the
 * file that is still there.
 *
 * `run` is also in the database, written at each start: where they differ, the database was put back from a copy.
 */

import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../../store/history/folder/files.ts';

export interface LinkFile {
  /** In the box's own configuration. */
  readonly gymId: string;
  /** Address of the head office, without a slash at its end. */
  readonly hqUrl: string;
  readonly box: string;
  readonly hqGym: string;
  /** Names for people. */
  readonly gymName: string;
  readonly chain: string;
  /** Addresses of the line, tried in this order. */
  readonly servers: readonly string[];
  readonly jwt: string;
  readonly expiresUtcMs: number;
  /** Never shown, never logged, never sent. */
  readonly seed: string;
  readonly run: string;
  /** Digest of the computer's own id; null where it has none. */
  readonly machine: string | null;
}

const NAME = /^turnout\.line\.([a-z0-9-]{1,64})\.json$/;
const nameOf = (gymId: string) => `turnout.line.${gymId}.json`;

/** All links of a data folder. Files that cannot be read as such are named. */
export async function readLinks(
  dir: string,
): Promise<{ readonly links: readonly LinkFile[]; readonly broken: readonly string[] }> {
  const links: LinkFile[] = [];
  const broken: string[] = [];
  for (const name of (await readdir(dir)).toSorted()) {
    const gymId = NAME.exec(name)?.[1];
    if (gymId === undefined) continue;
    const link = parsed(await readFile(join(dir, name), 'utf8'));
    if (link?.gymId === gymId) links.push(link);
    else broken.push(name);
  }
  return { links, broken };
}

/** Whole or not at all, and on the disk. */
export async function writeLink(dir: string, link: LinkFile): Promise<void> {
  const path = join(dir, nameOf(link.gymId));
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(link, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await sync(dir);
}

/** @returns whether there was one. */
export async function removeLink(dir: string, gymId: string): Promise<boolean> {
  const path = join(dir, nameOf(gymId));
  const { links, broken } = await readLinks(dir);
  const isThere = links.some((link) => link.gymId === gymId) || broken.includes(nameOf(gymId));
  await rm(path, { force: true });
  return isThere;
}

const TEXTS = ['gymId', 'hqUrl', 'box', 'hqGym', 'gymName', 'chain', 'jwt', 'seed', 'run'] as const;

function parsed(text: string): LinkFile | null {
  try {
    const link = JSON.parse(text);
    const isWhole =
      TEXTS.every((name) => typeof link[name] === 'string') &&
      Array.isArray(link.servers) &&
      link.servers.every((server: unknown) => typeof server === 'string') &&
      typeof link.expiresUtcMs === 'number' &&
      (link.machine === null || typeof link.machine === 'string');
    return isWhole ? link : null;
  } catch {
    return null;
  }
}
