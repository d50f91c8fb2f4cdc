/** Answers what the head office asks while someone looks there: from the same view and evidence as the box's own reports. */

import { VERSION } from '../../chain/messages/batch.ts';
import type { LiveQuestion, LiveRooms, LiveSession } from '../../chain/messages/live.ts';
import { sessionReport } from '../../gym/reads/session-read.ts';
import { statusAt } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { GymEvidence } from '../evidence/evidence.ts';

export interface LiveParts {
  readonly view: (gymId: string) => GymView | null;
  readonly evidence: GymEvidence;
}

/** Null where the gym is not known (yet). Rejects with SQLite's error. */
export async function liveAnswer(
  { view: viewOf, evidence }: LiveParts,
  gymId: string,
  { what, id }: LiveQuestion,
): Promise<LiveRooms | LiveSession | null> {
  const view = viewOf(gymId);
  if (view === null) return null;
  if (what === 'rooms') return roomsNow(view, evidence);
  const found = id === null ? null : await evidence.session(view, id);
  return { v: VERSION, body: found === null ? null : sessionReport(view, found) };
}

async function roomsNow(view: GymView, evidence: GymEvidence): Promise<LiveRooms> {
  const { nowUtcMs, rooms, sessions } = view;
  const hour = await evidence.lastHour(view);
  const running = sessions.flatMap((session) => {
    const { id, attendance } = session;
    if (attendance === null || statusAt(session, nowUtcMs) !== 'in_progress') return [];
    const entry: [string, LiveRooms['running'][string]] = [
      id,
      { ...attendance, reasons: [...attendance.reasons] },
    ];
    return [entry];
  });
  return {
    v: VERSION,
    now_utc_ms: nowUtcMs,
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
