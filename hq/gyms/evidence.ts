/** What stands behind the figures of a chain's gyms: estimates and corrections are here, counts stay in the boxes. */

import { countsByMinute, type MinuteCount } from '../../gym/attendance/line/by-minute.ts';
import { HOUR_MINUTES, type LastHour } from '../../gym/reads/rooms-read.ts';
import { curveSpan, type SessionCorrection } from '../../gym/reads/session-evidence.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import { resolverOf } from '../../service/gyms/resolve.ts';
import type { Database } from '../database/database.ts';
import type { ChainGyms } from './chain-gyms.ts';
import { IS_THERE, RECORD_COLUMNS, type RecordRow, recordOf } from './class-reads.ts';
import type { Directory } from './directory.ts';

export interface EvidenceParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly gyms: ChainGyms;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

const MINUTE_MS = 60_000;

export function chainEvidence({ database, directory, gyms, clock }: EvidenceParts): GymEvidence {
  return {
    session: async (view, sessionId) => {
      const key = directory.find(view.gym.id)?.key;
      const gym = gyms.classesOf(view.gym.id)?.gym;
      if (key === undefined || gym === undefined) return null;
      const [row] = await database.query<SessionRow>(SESSION, [key, sessionId]);
      if (row === undefined) return null;
      const known = view.sessions.find(({ id }) => id === sessionId);
      const record = recordOf(gym.id, row);
      const session = known ?? resolverOf(gym, new Map())(record);
      const corrections = await database.query<SessionCorrection>(CORRECTIONS, [key, sessionId]);
      const { estimate } = record;
      const span = curveSpan(session, clock.nowUtcMs());
      const hasCamera = gym.rooms.some(
        (room) => room.id === session.roomId && room.cameras.length > 0,
      );
      // Without cameras the box knows no more than this.
      const minutes: MinuteCount[] = hasCamera
        ? Array.from({ length: span.length }, () => ({ count: null, reason: 'box_unreachable' }))
        : countsByMinute({ ...span, cameras: [], rule: 'max' });
      const now = gyms.classesOf(gym.id)?.running.get(sessionId);
      return {
        session,
        minutes,
        versions: [
          ...(estimate === null ? [] : [{ ...estimate, computedUtcMs: row.estUtcMs }]),
          ...(now === undefined ? [] : [{ ...now, computedUtcMs: null }]),
        ],
        corrections,
      };
    },
    lastHour: async () => unknownHour(clock.nowUtcMs()),
  };
}

/** No room has an entry: their counts are not known here. */
function unknownHour(nowUtcMs: number): LastHour {
  const toUtcMs = Math.floor(nowUtcMs / MINUTE_MS) * MINUTE_MS;
  return { fromUtcMs: toUtcMs - HOUR_MINUTES * MINUTE_MS, counts: new Map() };
}

type SessionRow = RecordRow & { readonly estUtcMs: number };

const SESSION = `
SELECT ${RECORD_COLUMNS}, c.est_utc_ms AS "estUtcMs" FROM class_now c
WHERE c.gym = $1 AND c.id = $2 AND ${IS_THERE}`;

const CORRECTIONS = `
SELECT attended, note, made_by AS by, made_utc_ms AS "madeUtcMs", withdrawn_utc_ms AS "withdrawnUtcMs",
  withdrawn_by AS "withdrawnBy"
FROM correction WHERE gym = $1 AND class = $2 AND NOT is_deleted ORDER BY number`;
