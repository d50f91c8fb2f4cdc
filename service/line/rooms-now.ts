/** Who is in the rooms of a gym now, as its head office gets it: from the same view and evidence as the box's own reports. */

import type { RoomsNow } from '../../chain/sync.ts';
import { statusAt } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { GymEvidence } from '../evidence/evidence.ts';

/** Rejects with SQLite's error. */
export async function roomsNow(view: GymView, evidence: GymEvidence): Promise<RoomsNow> {
  const { nowUtcMs, rooms, sessions } = view;
  const hour = await evidence.lastHour(view);
  const running = sessions.flatMap((session) => {
    const { id, attendance } = session;
    if (attendance === null || statusAt(session, nowUtcMs) !== 'in_progress') return [];
    const { source, attended, low, high, quality, reasons } = attendance;
    const now: RoomsNow['running'][string] = {
      source,
      attended,
      low,
      high,
      quality,
      reasons: [...reasons],
    };
    return [[id, now] as const];
  });
  return {
    rooms: rooms.map(({ id, occupancy, updatedUtcMs, state }) => ({
      id,
      occupancy,
      updated_utc_ms: updatedUtcMs,
      state,
    })),
    minutes_from_utc_ms: hour.fromUtcMs,
    minutes: Object.fromEntries([...hour.counts].map(([id, counts]) => [id, [...counts]])),
    running: Object.fromEntries(running),
  };
}
