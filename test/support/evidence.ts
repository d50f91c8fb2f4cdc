/** Evidence of gyms in which nothing was counted, for tests. */

import type { GymEvidence } from '../../service/evidence/evidence.ts';

export const NOTHING_COUNTED: GymEvidence = {
  session: async (view, sessionId) => {
    const session = view.sessions.find(({ id }) => id === sessionId);
    return session === undefined ? null : { session, minutes: [], versions: [], corrections: [] };
  },
  lastHour: async ({ nowUtcMs }) => ({ fromUtcMs: nowUtcMs, counts: new Map() }),
};
