/** Evidence of the sample gym: made from its timetable, as its figures are. Nothing is read. */

import { countsByMinute } from '../../gym/attendance/by-minute.ts';
import { dateAt, MINUTE_MS } from '../../gym/calendar/zone.ts';
import { HOUR_MINUTES, type LastHour } from '../../gym/reports/rooms.ts';
import { curveSpan, type SessionEvidence } from '../../gym/reports/session-report.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { attendanceOf, headCounts } from '../demo/head-counts.ts';
import { DEMO_TIMEZONE, type Occurrence, occurrencesOn } from '../demo/occurrence.ts';
import { isSandbox } from '../demo/sandbox.ts';
import { GENERATED_METHOD } from '../demo/seed.ts';
import type { GymEvidence } from './evidence.ts';

/** Of views of the sample gym. */
export const SAMPLE_EVIDENCE: GymEvidence = {
  session: async (view, sessionId) => {
    const session = view.sessions.find(({ id }) => id === sessionId);
    const occurrence = session && occurrenceOf(session);
    return session && occurrence ? sampleSession(session, occurrence, view.nowUtcMs) : null;
  },
  lastHour: async (view) => sampleHour(view),
};

/** Of `counted` gyms and of the sample gym, each by its view. */
export function evidenceOf(counted: GymEvidence): GymEvidence {
  const by = (view: GymView) => (isSandbox(view) ? SAMPLE_EVIDENCE : counted);
  return {
    session: async (view, sessionId) => {
      const found = await by(view).session(view, sessionId);
      return found && withCurve(found, view.nowUtcMs);
    },
    lastHour: (view) => by(view).lastHour(view),
  };
}

function occurrenceOf({ startsUtcMs, roomId }: ClassSession): Occurrence | undefined {
  return occurrencesOn(dateAt(DEMO_TIMEZONE, startsUtcMs)).find(
    (one) => one.startsUtcMs === startsUtcMs && one.line.room === roomId,
  );
}

/** A class of the demo from before it was started has no samples: its curve is the one that its estimate was made of. */
function withCurve(evidence: SessionEvidence, nowUtcMs: number): SessionEvidence {
  if (evidence.versions.at(-1)?.method !== GENERATED_METHOD) return evidence;
  const occurrence = occurrenceOf(evidence.session);
  if (occurrence === undefined) return evidence;
  return { ...evidence, minutes: minutesOf(evidence.session, occurrence, nowUtcMs) };
}

function minutesOf(session: ClassSession, occurrence: Occurrence, nowUtcMs: number) {
  const cameras = [{ samples: headCounts(occurrence, nowUtcMs).samples }];
  return countsByMinute({ ...curveSpan(session, nowUtcMs), cameras, rule: 'max' });
}

function sampleSession(
  session: ClassSession,
  occurrence: Occurrence,
  nowUtcMs: number,
): SessionEvidence {
  const minutes = minutesOf(session, occurrence, nowUtcMs);
  const { attendance, endsUtcMs } = session;
  const { figures, method } = attendanceOf(occurrence, nowUtcMs);
  const computedUtcMs = endsUtcMs <= nowUtcMs ? curveSpan(session, nowUtcMs).toUtcMs : null;
  const versions = attendance === null ? [] : [{ ...attendance, computedUtcMs, figures, method }];
  return { session, minutes, versions, corrections: [] };
}

/** Around a class there are counts, unless its camera fails; apart from that the rooms are empty. */
const MARGIN_MS = 10 * MINUTE_MS;

function sampleHour({ rooms, nowUtcMs }: GymView): LastHour {
  const fromUtcMs = nowUtcMs - HOUR_MINUTES * MINUTE_MS;
  const today = occurrencesOn(dateAt(DEMO_TIMEZONE, nowUtcMs));
  const entries = rooms.map(({ id }): [string, readonly (number | null)[]] => {
    const inRoom = today.filter(({ line, isCancelled }) => line.room === id && !isCancelled);
    const samples = inRoom.flatMap((occurrence) => headCounts(occurrence, nowUtcMs).samples);
    const cameras = [{ samples }];
    const minutes = countsByMinute({ fromUtcMs, length: HOUR_MINUTES, cameras, rule: 'max' });
    const isEmpty = (at: number) =>
      inRoom.every((one) => at < one.startsUtcMs - MARGIN_MS || at >= one.endsUtcMs + MARGIN_MS);
    const at = (minute: number) => (isEmpty(fromUtcMs + minute * MINUTE_MS) ? 0 : null);
    return [id, minutes.map(({ count }, minute) => count ?? at(minute))];
  });
  return { fromUtcMs, counts: new Map(entries) };
}
