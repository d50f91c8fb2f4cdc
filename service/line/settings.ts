/** The settings of a gym as its head office gets them: what reports must know, and nothing of its cameras' addresses. */

import { type SettingsData, snaked } from '../../chain/kinds.ts';
import type { GymConfig } from '../../config/config.ts';

export function settingsOf(gym: GymConfig): SettingsData {
  const { economics, verdicts } = gym;
  const { classes, trainers, ...amounts } = economics;
  return {
    id: gym.id,
    name: gym.name,
    timezone: gym.timezone,
    currency: gym.currency,
    rooms: gym.rooms.map(({ id, name, capacity, cameras }) => ({
      id,
      name,
      capacity,
      has_camera: cameras.some(({ enabled }) => enabled),
    })),
    room_names: gym.schedule.map(({ id, rooms }) => ({ source: id, rooms: { ...rooms } })),
    economics: {
      ...snaked<SettingsData['economics']>(amounts),
      classes: classes.map((one) => snaked(one)),
      trainers: trainers.map((one) => snaked(one)),
    },
    families: Object.fromEntries(
      Object.entries(gym.families).map(([name, classes]) => [name, [...classes]]),
    ),
    verdicts: snaked(verdicts),
    hides_small_counts: gym.hidesSmallCounts === true,
  };
}
