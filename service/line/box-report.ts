/** The settings of a gym as its head office gets them: what reports must know, and nothing of its cameras' addresses. */

import { type SettingsData, snaked } from '../../chain/kinds.ts';
import type { RoomsNow } from '../../chain/sync.ts';
import type { GymConfig } from '../../config/config.ts';
import { statusAt } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { GymEvidence } from '../evidence/evidence.ts';

export function settingsOf(gym: GymConfig): SettingsData {
  const { economics, verdicts } = gym;
  const { classes, trainers, ...amounts } = economics;
  return {
    id: gym.id,
    name: gym.name,
    timezone: gym.timezone,
    currency: gym.currency,
    rooms: gym.rooms.map(({ id, name, alsoCalled, capacity, cameras }) => {
      const room = { id, name, capacity, has_camera: cameras.some(({ enabled }) => enabled) };
      return alsoCalled.length === 0 ? room : { ...room, also_called: [...alsoCalled] };
    }),
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

/** Rejects with SQLite's error. */
export async function roomsNow(view: GymView, evidence: GymEvidence): Promise<RoomsNow> {
  const { nowUtcMs, rooms, sessions } = view;
  const hour = await evidence.lastHour(view);
  const running = sessions.flatMap((session): [string, RoomsNow['running'][string]][] => {
    const { id, attendance } = session;
    if (attendance === null || statusAt(session, nowUtcMs) !== 'in_progress') return [];
    return [[id, { ...attendance, reasons: [...attendance.reasons] }]];
  });
  return {
    rooms: rooms.map(({ id, occupancy, updatedUtcMs: updated_utc_ms, state }) => {
      return { id, occupancy, updated_utc_ms, state };
    }),
    minutes_from_utc_ms: hour.fromUtcMs,
    minutes: Object.fromEntries([...hour.counts].map(([id, counts]) => [id, [...counts]])),
    running: Object.fromEntries(running),
  };
}
