/** Gyms that have joined a head office keep their ids: the ids of their classes are made from them. */

import { TurnoutError } from '../../../errors.ts';
import { readLinks } from './link-file.ts';

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

/** Rejects with `config_invalid` where {@link leftOutGym} finds one. */
export async function requireJoinedGyms(
  dir: string,
  gyms: readonly { readonly id: string }[],
): Promise<void> {
  const refused = await leftOutGym(dir, gyms);
  if (refused !== null) throw refused;
}
