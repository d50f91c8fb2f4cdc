/** Which configured gym a command means. */

import type { Config, GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';

/** The gym named, else the only one. Throws `gym_unknown`. */
export function gymOf({ gyms }: Config, id: string | null): GymConfig {
  const [only, ...others] = gyms;
  const found = id === null && others.length === 0 ? only : gyms.find((gym) => gym.id === id);
  if (found !== undefined) return found;
  throw new TurnoutError('gym_unknown', {
    where: 'gym',
    expected: `one of ${gyms.map((gym) => gym.id).join(', ')}`,
    got: id ?? 'none',
    hint: 'name it with --gym',
  });
}
