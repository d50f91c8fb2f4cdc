/** The last hour of the rooms, read once a minute: a page that is open asks every few seconds, and whole minutes do not change. */

import type { LastHour } from '../../../gym/reports/rooms.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';

const MINUTE_MS = 60_000;

interface Known {
  readonly minute: number;
  readonly hour: Promise<LastHour>;
}

/** The same evidence, with its last hours kept: one for each gym. A fault is not kept. */
export function hourly(evidence: GymEvidence): GymEvidence {
  const known = new Map<string, Known>();
  return {
    session: (view, sessionId) => evidence.session(view, sessionId),
    lastHour: (view) => {
      const minute = Math.floor(view.nowUtcMs / MINUTE_MS);
      const { id } = view.gym;
      const last = known.get(id);
      if (last?.minute === minute) return last.hour;
      const hour = evidence.lastHour(view);
      known.set(id, { minute, hour });
      hour.catch(() => known.delete(id));
      return hour;
    },
  };
}
