/** `GET /v1/sessions/{id}`: one class on one date, and all that its attendance was made of. Schema and body together. */

import { type Static, Type } from 'typebox';
import type { MinuteCount } from '../attendance/by-minute.ts';
import { dateAt, formatInstant, MINUTE_MS } from '../calendar/zone.ts';
import { seriesOf } from '../figures/class-table.ts';
import {
  type Attendance,
  type ClassSession,
  QUALITIES,
  QUALITY_REASONS,
} from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import {
  date,
  HEAD,
  headOf,
  instant,
  list,
  nullable,
  object,
  people,
  rate,
  reasons,
  text,
  words,
} from './field.ts';
import { SESSION, sessionBody } from './session-row.ts';

/** One estimate of who was there. */
export interface EstimateVersion extends Attendance {
  /** When it was made; null for one of a class that is not over, which is made again and again. */
  readonly computedUtcMs: number | null;
  /** What it was made of, by the names of `AttendanceFigures`; none of them is certain to be there. */
  readonly figures: Readonly<Record<string, number | null>>;
  /** Version of the method, and a digest of the settings. */
  readonly method: string;
}

/** What a person said of it. */
export interface SessionCorrection {
  readonly attended: number;
  readonly note: string | null;
  /** The id of a key, or `command line`. */
  readonly by: string;
  readonly madeUtcMs: number;
  /** Null while it holds. */
  readonly withdrawnUtcMs: number | null;
}

export interface SessionEvidence {
  readonly session: ClassSession;
  /** Minutes from {@link CURVE_MARGIN_MINUTES} before the start to as many after the end, or to now; none before. */
  readonly minutes: readonly MinuteCount[];
  /** Oldest first; the last one holds. */
  readonly versions: readonly EstimateVersion[];
  /** Oldest first. */
  readonly corrections: readonly SessionCorrection[];
}

/** Minutes of the curve before the start and after the end. Source: the samples that are taken often around a class. */
export const CURVE_MARGIN_MINUTES = 10;

/** What the curve of a class covers as of `nowUtcMs`; `length` is minutes, 0..1460. */
export function curveSpan(
  { startsUtcMs, endsUtcMs }: Pick<ClassSession, 'startsUtcMs' | 'endsUtcMs'>,
  nowUtcMs: number,
) {
  const marginMs = CURVE_MARGIN_MINUTES * MINUTE_MS;
  const fromUtcMs = startsUtcMs - marginMs;
  const lastUtcMs = Math.max(fromUtcMs, Math.min(endsUtcMs + marginMs, nowUtcMs));
  const length = Math.ceil((lastUtcMs - fromUtcMs) / MINUTE_MS);
  return { fromUtcMs, toUtcMs: lastUtcMs, length };
}

const minutes = (description: string) =>
  Type.Number({ description: `${description} Minutes after the start; below 0 is before it.` });
const counted = (description: string) =>
  nullable(
    Type.Number({ description: `${description} People with staff; null is unknown.`, minimum: 0 }),
  );

const POINT = object('CurvePoint', 'One minute of the room.', {
  offset: Type.Integer({ description: 'Begin of the minute, minutes after the start.' }),
  count: people('In the room, with staff: the median of the minute.'),
  reason: nullable(text('Why there is no count: a code as in `quality_reasons`.')),
});

const CORE = object('CoreWindow', 'The part of the class that is estimated over.', {
  from: minutes('Begin.'),
  to: minutes('End.'),
});

const CURVE = object(
  'OccupancyCurve',
  'How the room filled and emptied. It shows what cameras counted; `attended` is the estimate made of it.',
  {
    points: list(
      POINT,
      2 * CURVE_MARGIN_MINUTES + 1_440,
      'Minute by minute, from ten minutes before the start to ten after the end, or to now. Empty before, and once the counts are no longer stored.',
    ),
    core_window: nullable(CORE),
    staff: counted('Staff taken off the counts for `attended`.'),
    p50: counted('Half of the counts in the core window are at most this.'),
    p75: counted('Three quarters are at most this.'),
    p90: counted('Nine tenths are at most this.'),
    max: counted('Highest count in the core window.'),
    coverage: rate('Share of the core window with a count.'),
  },
);

const VERSION = object('EstimateVersion', 'One estimate of the attendance.', {
  computed_at: nullable(instant('When it was made; null while the class is not over.')),
  method: text('Version of the method, and a digest of the settings.'),
  attended: people('The estimate.'),
  attended_low: people('Lower end of its range.'),
  attended_high: people('Upper end of its range.'),
  quality: words(QUALITIES, 'How far it can be trusted.'),
  quality_reasons: reasons(QUALITY_REASONS, 'Codes of what lowered it or is worth knowing'),
});

const CORRECTION = object('Correction', 'A number that a person gave.', {
  attended: Type.Integer({ minimum: 0, description: 'People, as the person counted them.' }),
  note: nullable(Type.String()),
  by: text('Id of the key, or `command line`.'),
  made_at: instant('When it was made.'),
  withdrawn_at: nullable(instant('When it was withdrawn or replaced; null while it holds.')),
});

/** Most versions and corrections of an answer: the newest. Chosen here. */
const MAX_LISTED = 100;

export const SESSION_REPORT = object(
  'SessionReport',
  'A class on one date, and what its attendance was made of.',
  {
    ...HEAD,
    session: SESSION,
    class_id: Type.String({
      maxLength: 80,
      description: 'The class of the week that it is one of.',
    }),
    date: date('Date of the start.'),
    late_cancels: people('Bookings cancelled too late.'),
    waitlisted: people('On the waiting list.'),
    curve: CURVE,
    versions: list(
      VERSION,
      MAX_LISTED,
      'Estimates, oldest first. The last one holds where no correction does.',
    ),
    corrections: list(CORRECTION, MAX_LISTED, 'Oldest first.'),
  },
);

export type SessionReportBody = Static<typeof SESSION_REPORT>;

/** @param view the gym that the class is of; its facts are as of then. */
export function sessionReport(view: GymView, evidence: SessionEvidence): SessionReportBody {
  const { timezone } = view.gym;
  const { session } = evidence;
  const instantAt = (atUtcMs: number | null) =>
    atUtcMs === null ? null : formatInstant(timezone, atUtcMs);
  // A class of years ago is not among those of the view.
  const [series] = seriesOf({ gym: view.gym, sessions: [session] });
  const newest = evidence.versions.at(-1) ?? null;
  return {
    ...headOf(view),
    session: sessionBody(session, view),
    class_id: series?.classId ?? '',
    date: dateAt(timezone, session.startsUtcMs),
    late_cancels: session.lateCancels,
    waitlisted: session.waitlisted,
    curve: {
      points: evidence.minutes.map(({ count, reason }, at) => ({
        offset: at - CURVE_MARGIN_MINUTES,
        count,
        reason,
      })),
      ...curveFigures(newest?.figures ?? {}),
    },
    versions: evidence.versions.slice(-MAX_LISTED).map((version) => ({
      computed_at: instantAt(version.computedUtcMs),
      method: version.method,
      attended: version.attended,
      attended_low: version.low,
      attended_high: version.high,
      quality: version.quality,
      quality_reasons: [...version.reasons],
    })),
    corrections: evidence.corrections.slice(-MAX_LISTED).map((correction) => ({
      attended: correction.attended,
      note: correction.note,
      by: correction.by,
      made_at: formatInstant(timezone, correction.madeUtcMs),
      withdrawn_at: instantAt(correction.withdrawnUtcMs),
    })),
  };
}

function curveFigures(figures: EstimateVersion['figures']) {
  const rounded = (name: string, places = 2, unit = 1) => {
    const value = figures[name] ?? null;
    return value === null ? null : Number((value / unit).toFixed(places));
  };
  const [from, to] = [rounded('core_from_ms', 2, MINUTE_MS), rounded('core_to_ms', 2, MINUTE_MS)];
  return {
    core_window: from === null || to === null ? null : { from, to },
    staff: rounded('staff'),
    p50: rounded('p50'),
    p75: rounded('p75'),
    p90: rounded('p90'),
    max: rounded('max'),
    coverage: rounded('coverage', 4),
  };
}
