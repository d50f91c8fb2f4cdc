/**
 * What a box keeps of its place at a head office, one file a gym in the data folder, mode 0600: where that is, and the key
 * that lets it send. No backup has it: a restored box joins again, or goes on with the file that is still there.
 *
 * The newest of `runs` is also in the database: where they differ, the database was put back from a copy.
 */

import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join as pathOf } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import { VERSION } from '../../runtime/installation.ts';
import { parsedJson } from '../../runtime/wire.ts';
import { writeWhole } from '../../store/history/folder/replace.ts';
import type { History } from '../../store/history/history.ts';
import { enrol, hqAddress } from './head-office.ts';

const LINK = Type.Object({
  /** In the box's own configuration. */
  gymId: Type.String(),
  /** Address of the head office, without a slash at its end. */
  hqUrl: Type.String(),
  /** Its id there, for people. */
  box: Type.String(),
  gymName: Type.String(),
  /** `tb_…`: never shown, never logged. */
  key: Type.String(),
  /** The starts of the program over this link, the newest last. */
  runs: Type.Array(Type.String(), { minItems: 1 }),
  /** Digest of the computer's own id; null where it has none. */
  machine: Type.Union([Type.String(), Type.Null()]),
});
export type LinkFile = Type.Static<typeof LINK>;

const NAME = /^turnout\.line\.([a-z0-9-]{1,64})\.json$/;
const nameOf = (gymId: string) => `turnout.line.${gymId}.json`;

/** Of `runs`: more starts than a head office that was put back from a backup may have missed. Chosen here. */
const MAX_RUNS = 100;

/** With the name of one more start, random: two boxes never begin the same. */
export function withNewRun(runs: readonly string[]): string[] {
  return [...runs, `r_${randomBytes(6).toString('hex')}`].slice(-MAX_RUNS);
}

/** Which computer this is: a digest of the id that systemd gives it; null where there is none, as in most containers. */
export async function machineDigest(path = '/etc/machine-id'): Promise<string | null> {
  const id = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (id === '') return null;
  return createHash('sha256').update(`turnout ${id}`).digest('hex').slice(0, 16);
}

/** All links of a data folder, and the gyms whose file is none: of a version before this line, or broken. */
export async function readLinks(dir: string) {
  const links: LinkFile[] = [];
  const broken: string[] = [];
  for (const name of (await readdir(dir)).toSorted()) {
    const gymId = NAME.exec(name)?.[1];
    if (gymId === undefined) continue;
    const link = parsedJson(await readFile(pathOf(dir, name), 'utf8'));
    if (Check(LINK, link) && link.gymId === gymId) links.push(link);
    else broken.push(gymId);
  }
  return { links, broken };
}

export const writeLink = (dir: string, link: LinkFile) =>
  writeWhole(pathOf(dir, nameOf(link.gymId)), `${JSON.stringify(link, null, 2)}\n`);

/** @returns whether there was one. */
export async function removeLink(dir: string, gymId: string): Promise<boolean> {
  const { links, broken } = await readLinks(dir);
  await rm(pathOf(dir, nameOf(gymId)), { force: true });
  return links.some((link) => link.gymId === gymId) || broken.includes(gymId);
}

/**
 * Why a configuration cannot be taken: a gym that has joined is not in it, renamed or removed. Null where it can. Reads the
 * links of the data folder and changes nothing.
 */
export async function leftOutGym(
  dir: string,
  gyms: readonly { readonly id: string }[],
): Promise<TurnoutError | null> {
  const { links } = await readLinks(dir);
  const missing = links.find(({ gymId }) => !gyms.some(({ id }) => id === gymId));
  if (missing === undefined) return null;
  const { gymId, hqUrl } = missing;
  return new TurnoutError('config_invalid', {
    where: 'gyms',
    expected: `a gym with the id ${gymId}, which has joined the head office ${new URL(hqUrl).hostname}`,
    got: `${gyms.map(({ id }) => id).join(', ') || 'none'}`,
    hint: `give it its id back, and before it is renamed or removed: turnout leave --gym ${gymId}`,
  });
}

type Stored = Pick<History, 'dir' | 'outbox'>;

/** What may be shown of a link: no key. */
export type Joined = Pick<LinkFile, 'gymId' | 'hqUrl' | 'box' | 'gymName'>;

/**
 * Rejects with `usage` where the gym has joined already or the address is none, and with `hq_unreachable` and `hq_refused`.
 * Nothing is stored then.
 */
export async function join(
  { dir, outbox }: Stored,
  gym: GymConfig,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<Joined> {
  const hqUrl = hqAddress(url);
  const { links } = await readLinks(dir);
  const before = links.find(({ gymId }) => gymId === gym.id);
  if (before !== undefined) {
    const got = `one of ${new URL(before.hqUrl).hostname}`;
    const expected = 'a gym that has joined no head office';
    throw misfit(gym, expected, got, 'leave it first: turnout leave');
  }
  const answer = await enrol(hqUrl, {
    v: 1,
    token,
    hostname: hostname(),
    app: VERSION,
    gym: { id: gym.id, name: gym.name, timezone: gym.timezone },
  });
  const shown: Joined = { gymId: gym.id, hqUrl, box: answer.box, gymName: answer.gym_name };
  const runs = withNewRun([]);
  await writeLink(dir, { ...shown, key: answer.key, runs, machine: await machineDigest() });
  await outbox.link(gym.id, { run: runs.at(-1) ?? '', afterSeq: answer.after_seq });
  return shown;
}

/** What is at the head office stays there. Rejects with `usage` where the gym has joined none. */
export async function leave({ dir, outbox }: Stored, gym: GymConfig): Promise<void> {
  const isFound = await removeLink(dir, gym.id);
  await outbox.unlink(gym.id);
  if (isFound) return;
  const expected = 'a gym that has joined a head office';
  throw misfit(gym, expected, 'one that has joined none', 'see: turnout join --help');
}

function misfit({ id }: GymConfig, expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('usage', { where: `gym ${id}`, expected, got, hint });
}
