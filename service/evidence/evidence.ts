/** What stands behind the figures of a gym: asked for one class or one moment, and read only then. */

import type { LastHour } from '../../gym/reads/rooms-read.ts';
import type { SessionEvidence } from '../../gym/reads/session-read.ts';
import type { GymView } from '../../gym/sessions/view.ts';

export interface GymEvidence {
  /**
   * One class on one date of the gym of `view`, as far back as the history goes; null for an id that no class of the gym
   * has. Rejects with SQLite's error.
   */
  session(view: GymView, sessionId: string): Promise<SessionEvidence | null>;
  /** The sixty whole minutes before now. Rejects with SQLite's error. */
  lastHour(view: GymView): Promise<LastHour>;
}

const MINUTE_MS = 60_000;

interface Known {
  readonly minute: number;
  readonly hour: Promise<LastHour>;
}

/**
 * The same evidence, with the last hour of the rooms read once a minute: a page that is open asks every few seconds, and whole
 * minutes do not change. A fault is not kept.
 */
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
