/** Which configured gym a command means, and what its sources call its rooms. */

import { TurnoutError } from '../../errors.ts';
import type { Config, GymConfig } from '../config/index.ts';
import type { RoomIdOf } from '../history/index.ts';
import { matchRoom } from '../schedule/index.ts';

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

/** Rooms of a gym as each source means them: by the mapping of the source, by id, by name. */
export function roomsOf({ rooms, schedule }: GymConfig): RoomIdOf {
  const mappings = new Map(schedule.map((source) => [source.id, source.rooms]));
  const known = new Map<string, string | null>();
  return (sourceId, room) => {
    const key = JSON.stringify([sourceId, room]);
    const id = known.get(key) ?? matchRoom(room, rooms, mappings.get(sourceId) ?? {});
    known.set(key, id);
    return id;
  };
}
