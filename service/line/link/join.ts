/** Joins a gym of this box to a head office, and ends that. The owner of the data folder performs it. */

import { hostname } from 'node:os';
import type { GymConfig } from '../../../config/config.ts';
import { TurnoutError } from '../../../errors.ts';
import { VERSION } from '../../../runtime/installation.ts';
import type { History } from '../../../store/history/history.ts';
import {
  type LinkFile,
  machineDigest,
  readLinks,
  removeLink,
  withNewRun,
  writeLink,
} from './link-file.ts';

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
  // Only here: the server starts without it.
  const { enrol, hqAddress } = await import('./head-office.ts');
  const hqUrl = hqAddress(url);
  const { links } = await readLinks(dir);
  const before = links.find(({ gymId }) => gymId === gym.id);
  if (before !== undefined) {
    throw new TurnoutError('usage', {
      where: `gym ${gym.id}`,
      expected: 'a gym that has joined no head office',
      got: `one of ${new URL(before.hqUrl).hostname}`,
      hint: 'leave it first: turnout leave',
    });
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
  throw new TurnoutError('usage', {
    where: `gym ${gym.id}`,
    expected: 'a gym that has joined a head office',
    got: 'one that has joined none',
    hint: 'see: turnout join --help',
  });
}
