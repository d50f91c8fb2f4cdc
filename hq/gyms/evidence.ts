/** What stands behind the figures of a chain's gyms: estimates and corrections are here, counts by the minute stay in the boxes. */

import type { MinuteCount } from '../../gym/attendance/by-minute.ts';
import { HOUR_MINUTES } from '../../gym/reports/rooms.ts';
import { curveSpan, type SessionCorrection } from '../../gym/reports/session-report.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import { resolverOf } from '../../service/gyms/resolve.ts';
import type { Database } from '../database/database.ts';
import type { ChainGyms } from './chain-gyms.ts';
import { IS_THERE, RECORD_COLUMNS, type RecordRow, recordOf } from './class-reads.ts';
import type { Directory } from './directory.ts';
import type { LiveRooms } from './live-rooms.ts';

interface EvidenceParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly gyms: ChainGyms;
  readonly live: LiveRooms;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

const MINUTE_MS = 60_000;

export function chainEvidence(parts: EvidenceParts): GymEvidence {
  const { database, directory, gyms, live, clock } = parts;
  return {
    session: async (view, sessionId) => {
      const { key } = directory.find(view.gym.id) ?? {};
      const gym = gyms.classesOf(view.gym.id)?.gym;
      if (key === undefined || gym === undefined) return null;
      const [row] = await database.query<SessionRow>(SESSION, [key, sessionId]);
      if (row === undefined) return null;
      const known = view.sessions.find(({ id }) => id === sessionId);
      const record = recordOf(gym.id, row);
      const session = known ?? resolverOf(gym, new Map())(record);
      const corrections = await database.query<SessionCorrection>(CORRECTIONS, [key, sessionId]);
      const { estimate } = record;
      const { length } = curveSpan(session, clock.nowUtcMs());
      // Of a room without cameras the box knows no more than is known here.
      const room = gym.rooms.find(({ id }) => id === session.roomId);
      const reason = room?.cameras.length ? 'box_unreachable' : 'no_camera';
      const now = gyms.classesOf(gym.id)?.running.get(sessionId);
      return {
        session,
        minutes: Array.from({ length }, (): MinuteCount => ({ count: null, reason })),
        versions: [
          ...(estimate === null ? [] : [{ ...estimate, computedUtcMs: row.estUtcMs }]),
          ...(now === undefined ? [] : [{ ...now, computedUtcMs: null }]),
        ].map((version) => ({ ...version, figures: {} })),
        corrections,
      };
    },
    lastHour: async (view) => {
      const report = live.of(view.gym.id);
      const minute = Math.floor(clock.nowUtcMs() / MINUTE_MS) - HOUR_MINUTES;
      // No room has an entry where their counts are not known here.
      const counts = new Map(Object.entries(report?.minutes ?? {}));
      return { fromUtcMs: report?.minutes_from_utc_ms ?? minute * MINUTE_MS, counts };
    },
  };
}

type SessionRow = RecordRow & { readonly estUtcMs: number };

const SESSION = `SELECT ${RECORD_COLUMNS}, c.est_utc_ms AS "estUtcMs" FROM class_now c
WHERE c.gym = $1 AND c.id = $2 AND ${IS_THERE}`;

const CORRECTIONS = `
SELECT attended, note, made_by AS by, made_utc_ms AS "madeUtcMs", withdrawn_utc_ms AS "withdrawnUtcMs",
  withdrawn_by AS "withdrawnBy"
FROM correction WHERE gym = $1 AND class = $2 AND NOT is_deleted ORDER BY number`;
