/**
 * What a box keeps of its place at a head office, one file a gym in the data folder, mode 0600: where that is, and the key
 * that lets it send. No backup has it: a restored box joins again, or goes on with the file that is still there.
 *
 * The newest of `runs` is also in the database: where they differ, the database was put back from a copy.
 */

import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '../../../store/history/folder/replace.ts';

export interface LinkFile {
  /** In the box's own configuration. */
  readonly gymId: string;
  /** Address of the head office, without a slash at its end. */
  readonly hqUrl: string;
  /** Its id there, for people. */
  readonly box: string;
  readonly gymName: string;
  /** `tb_…`: never shown, never logged. */
  readonly key: string;
  /** The starts of the program over this link, the newest last. */
  readonly runs: readonly string[];
  /** Digest of the computer's own id; null where it has none. */
  readonly machine: string | null;
}

const NAME = /^turnout\.line\.([a-z0-9-]{1,64})\.json$/;
const nameOf = (gymId: string) => `turnout.line.${gymId}.json`;

/** Of `runs`: more starts than a head office that was put back from a backup may have missed. Chosen here. */
const MAX_RUNS = 100;

/** With the name of one more start, random: two boxes never begin the same. */
export function withNewRun(runs: readonly string[]): readonly string[] {
  return [...runs, `r_${randomBytes(6).toString('hex')}`].slice(-MAX_RUNS);
}

/** Which computer this is: a digest of the id that systemd gives it; null where there is none, as in most containers. */
export async function machineDigest(path = '/etc/machine-id'): Promise<string | null> {
  const id = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (id === '') return null;
  return createHash('sha256').update(`turnout ${id}`).digest('hex').slice(0, 16);
}

/** All links of a data folder, and the gyms whose file is none: of a version before this line, or broken. */
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
    else broken.push(gymId);
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
  const isThere = links.some((link) => link.gymId === gymId) || broken.includes(gymId);
  await rm(path, { force: true });
  return isThere;
}

const TEXTS = ['gymId', 'hqUrl', 'box', 'gymName', 'key'] as const;

function parsed(text: string): LinkFile | null {
  try {
    const link = JSON.parse(text);
    const isWhole =
      TEXTS.every((name) => typeof link[name] === 'string') &&
      Array.isArray(link.runs) &&
      link.runs.length > 0 &&
      link.runs.every((run: unknown) => typeof run === 'string') &&
      (link.machine === null || typeof link.machine === 'string');
    return isWhole ? link : null;
  } catch {
    return null;
  }
}
