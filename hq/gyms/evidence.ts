/** What stands behind the figures of a chain's gyms: estimates and corrections are here, counts stay in the boxes. */

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { GymConfig } from '../../config/config.ts';
import type { MinuteCount } from '../../gym/attendance/by-minute.ts';
import { HOUR_MINUTES, type LastHour } from '../../gym/reads/rooms-read.ts';
import { curveSpan, type SessionCorrection } from '../../gym/reads/session-read.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import { resolverOf } from '../../service/gyms/resolve.ts';
import type { Database } from '../database/database.ts';
import type { ChainGyms } from './chain-gyms.ts';
import { IS_THERE, RECORD_COLUMNS, type RecordRow, recordOf } from './class-reads.ts';
import type { Directory } from './directory.ts';
import type { LiveBoxes } from './live.ts';

export interface EvidenceParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly gyms: ChainGyms;
  readonly live: LiveBoxes;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

const MINUTE_MS = 60_000;

export function chainEvidence({
  database,
  directory,
  gyms,
  live,
  clock,
}: EvidenceParts): GymEvidence {
  return {
    session: async (view, sessionId) => {
      const { key, uid = '' } = directory.find(view.gym.id) ?? {};
      const gym = gyms.classesOf(view.gym.id)?.gym;
      if (key === undefined || gym === undefined) return null;
      const [row] = await database.query<SessionRow>(SESSION, [key, sessionId]);
      if (row === undefined) return null;
      const known = view.sessions.find(({ id }) => id === sessionId);
      const record = recordOf(gym.id, row);
      const session = known ?? resolverOf(gym, new Map())(record);
      const corrections = await database.query<SessionCorrection>(CORRECTIONS, [key, sessionId]);
      const { estimate } = record;
      const curve = await curveOf(gym, session, {
        length: curveSpan(session, clock.nowUtcMs()).length,
        ask: () => live.ask.session(uid, sessionId),
      });
      const now = gyms.classesOf(gym.id)?.running.get(sessionId);
      return {
        session,
        minutes: curve.minutes,
        versions: [
          ...(estimate === null ? [] : [{ ...estimate, computedUtcMs: row.estUtcMs }]),
          ...(now === undefined ? [] : [{ ...now, computedUtcMs: null }]),
        ].map((version) => ({ ...version, figures: curve.figures })),
        corrections,
      };
    },
    lastHour: async (view) => {
      const told = live.of(directory.find(view.gym.id)?.uid ?? '');
      if (told === null) return unknownHour(clock.nowUtcMs());
      const counts = new Map(Object.entries(told.minutes));
      return { fromUtcMs: told.minutes_from_utc_ms, counts };
    },
  };
}

interface Asking {
  /** Minutes of the curve. */
  readonly length: number;
  readonly ask: () => Promise<unknown>;
}

/** Of a room without cameras the box knows no more than is known here. */
async function curveOf(
  { rooms }: GymConfig,
  { roomId }: ClassSession,
  { length, ask }: Asking,
): Promise<Curve> {
  const hasCamera = rooms.some((room) => room.id === roomId && room.cameras.length > 0);
  const reason = hasCamera ? 'box_unreachable' : 'no_camera';
  const unknown = Array.from({ length }, (): MinuteCount => ({ count: null, reason }));
  const told = hasCamera && length > 0 ? curveIn(await ask()) : null;
  return told ?? { minutes: unknown, figures: {} };
}

interface Curve {
  readonly minutes: readonly MinuteCount[];
  readonly figures: Readonly<Record<string, number | null>>;
}

const CURVE = Type.Object({
  curve: Type.Object({
    points: Type.Array(
      Type.Object({
        count: Type.Union([Type.Number(), Type.Null()]),
        reason: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    core_window: Type.Union([Type.Object({ from: Type.Number(), to: Type.Number() }), Type.Null()]),
  }),
});
const FIGURES = ['staff', 'p50', 'p75', 'p90', 'max', 'coverage'] as const;

/** The curve of a box's own answer; null where there is none. */
function curveIn(body: unknown): Curve | null {
  if (!Value.Check(CURVE, body)) return null;
  const { points, core_window: core, ...figures } = body.curve;
  const known = figures as Readonly<Record<string, unknown>>;
  const numbers = FIGURES.map((name): [string, number | null] => {
    const value = known[name];
    return [name, typeof value === 'number' ? value : null];
  });
  return {
    minutes: points as readonly MinuteCount[],
    figures: {
      ...Object.fromEntries(numbers),
      core_from_ms: core === null ? null : core.from * MINUTE_MS,
      core_to_ms: core === null ? null : core.to * MINUTE_MS,
    },
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
