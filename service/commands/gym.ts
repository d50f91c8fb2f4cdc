/** Which configured gym a command means. */

import type { Config, GymConfig } from '../../config/config.ts';
import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';

/** The gym named, else the only one. Throws `gym_unknown`. */
export function gymOf({ gyms }: Config, id: string | null): GymConfig {
  const [only, ...others] = gyms;
  const found = id === null && others.length === 0 ? only : gyms.find((gym) => gym.id === id);
  if (found !== undefined) return found;
  const ids = gyms.map((gym) => gym.id);
  const near = id === null ? null : nearest(id, ids);
  throw new TurnoutError('gym_unknown', {
    where: 'gym',
    expected: `one of ${ids.join(', ')}`,
    got: id ?? 'none',
    hint: near === null ? 'name it with --gym' : `did you mean ${near}?`,
  });
}
