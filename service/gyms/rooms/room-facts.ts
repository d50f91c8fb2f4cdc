/** What is the same for all classes of a room. */

import type { GymConfig, RoomConfig } from '../../../config/config.ts';
import type { Calibration } from '../../../gym/attendance/calibration.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { roomDigest } from '../method.ts';
import { type RoomClasses, roomClassesOf } from './neighbours.ts';

export interface RoomFacts {
  readonly room: RoomConfig;
  readonly classes: RoomClasses;
  readonly calibration: Calibration | null;
  /** Of the settings, see {@link roomDigest}. */
  readonly digest: string;
}

/** By the room's id, of the rooms that a camera sees. @param sessions by start. */
export function roomFactsOf(
  gym: GymConfig,
  sessions: readonly ClassSession[],
  calibrations: ReadonlyMap<string, Calibration>,
): ReadonlyMap<string, RoomFacts> {
  const classes = roomClassesOf(sessions);
  const seen = gym.rooms.filter(({ cameras }) => cameras.some(({ enabled }) => enabled));
  return new Map(
    seen.map((room) => {
      const calibration = room.calibration ? (calibrations.get(room.id) ?? null) : null;
      const digest = roomDigest(room, gym.attendance, calibration);
      return [room.id, { room, classes: classes.get(room.id) ?? [], calibration, digest }];
    }),
  );
}
