/** Joins a gym of this box to a head office, and ends that. The owner of the data folder performs it. */

import { hostname } from 'node:os';
import { VERSION as MESSAGES } from '../../../chain/messages/batch.ts';
import type { GymConfig } from '../../../config/config.ts';
import { TurnoutError } from '../../../errors.ts';
import { VERSION } from '../../../runtime/version.ts';
import type { History } from '../../../store/history/history.ts';
import { newEpoch, newRun } from './epoch.ts';
import { type LinkFile, readLinks, removeLink, writeLink } from './link-file.ts';
import { machineDigest } from './machine.ts';

type Stored = Pick<History, 'dir' | 'outbox'>;

/** What may be shown of a link: no seed, no pass. */
export type Joined = Pick<
  LinkFile,
  'gymId' | 'hqUrl' | 'box' | 'hqGym' | 'gymName' | 'chain' | 'expiresUtcMs'
>;

/**
 * Rejects with `usage` where the gym has joined already or the address is none, and with `hq_unreachable` and `hq_refused`.
 * Nothing is stored then.
 */
export async function join(
  { dir, outbox }: Stored,
  gym: GymConfig,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<Joined> {
  // Only here: the server starts without them.
  const [{ enrol, hqAddress }, { createUserKey }] = await Promise.all([
    import('./enrol.ts'),
    import('../nats/user-key.ts'),
  ]);
  const hqUrl = hqAddress(url);
  const { links } = await readLinks(dir);
  const before = links.find(({ gymId }) => gymId === gym.id);
  if (before !== undefined) {
    throw new TurnoutError('usage', {
      where: `gym ${gym.id}`,
      expected: 'a gym that has joined no head office',
      got: `one of ${before.chain}`,
      hint: 'leave it first: turnout leave',
    });
  }
  const { publicKey, seed } = createUserKey();
  const answer = await enrol(hqUrl, {
    v: MESSAGES,
    token,
    public_key: publicKey,
    hostname: hostname(),
    app: VERSION,
    gym: { id: gym.id, name: gym.name, timezone: gym.timezone },
  });
  const link: LinkFile = {
    gymId: gym.id,
    hqUrl,
    box: answer.box,
    hqGym: answer.gym,
    gymName: answer.gym_name,
    chain: answer.chain,
    servers: answer.servers,
    jwt: answer.jwt,
    expiresUtcMs: answer.expires_utc_ms,
    seed,
    run: newRun(),
    machine: await machineDigest(),
  };
  await writeLink(dir, link);
  await outbox.link(gym.id, { epoch: newEpoch(), run: link.run });
  return shown(link);
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

function shown(link: LinkFile): Joined {
  const { gymId, hqUrl, box, hqGym, gymName, chain, expiresUtcMs } = link;
  return { gymId, hqUrl, box, hqGym, gymName, chain, expiresUtcMs };
}
