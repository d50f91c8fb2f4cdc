/**
 * Copies of the database as it was before its schema changed: the way back to the Turnout before. The newest two stay.
 *
 * A schema is only ever brought forward; to go back, stop Turnout, and let the older Turnout `restore` the copy.
 */

import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Session } from '../database.ts';

/** Chosen here: one for the last upgrade, one for the upgrade before it. */
const MAX_STORED = 2;
const NAME = /^turnout\.schema-(\d+)\.sqlite$/;

/**
 * Writes `turnout.schema-N.sqlite` for a database of schema `version`. A disk that does not take it is logged, and is no
 * reason not to start: counting goes on.
 */
export async function writeSnapshot(
  session: Session,
  { dir, version, log }: { readonly dir: string; readonly version: number; readonly log: Log },
): Promise<void> {
  const name = snapshotName(version);
  const partial = join(dir, `${name}.partial`);
  try {
    await rm(partial, { force: true });
    await session.run('VACUUM INTO ?', partial);
    await rename(partial, join(dir, name));
    const versions = await snapshotVersions(dir);
    for (const old of versions.slice(MAX_STORED)) await rm(join(dir, snapshotName(old)));
    log.info('snapshot_written', { file: name });
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    const detail = 'there is no copy of the database from before its schema changed';
    log.warn('snapshot_failed', { file: name, detail, reason: messageOf(error) });
  }
}

/** The newest copy that a build can read whose schema is `newest`; null where there is none. */
export async function snapshotFor(dir: string, newest: number): Promise<string | null> {
  const versions = await snapshotVersions(dir);
  const version = versions.find((one) => one <= newest);
  return version === undefined ? null : snapshotName(version);
}

function snapshotName(version: number): string {
  return `turnout.schema-${version}.sqlite`;
}

/** The newest first. */
async function snapshotVersions(dir: string): Promise<readonly number[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one);
}
