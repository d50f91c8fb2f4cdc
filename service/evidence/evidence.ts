/** What stands behind the figures of a gym: asked for one class or one moment, and read only then. */

import type { LastHour } from '../../gym/reports/rooms.ts';
import type { SessionEvidence } from '../../gym/reports/session-report.ts';
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
