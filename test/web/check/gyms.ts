/** Gyms that the pages are checked on: the demo, one without anything, one with too much of everything, one where all is broken. */

import { curveSpan } from '../../../gym/reports/session-report.ts';
import { NO_MERGED_NUMBERS } from '../../../gym/sessions/class-fields.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView, RoomView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import { SAMPLE_EVIDENCE } from '../../../service/evidence/sample.ts';
import type { EngineStatus } from '../../../service/status.ts';
import { classSession, counted, uncounted } from '../../support/classes.ts';
import { engineStatus, feedStatus } from '../../support/engine-status.ts';
import { gymView, reportGym, roomView } from '../../support/gym-view.ts';
import { DAY_MS, HOUR_MS } from '../../support/times.ts';

export interface CheckedGym {
  readonly view: GymView;
  readonly status: () => EngineStatus;
  readonly evidence: GymEvidence;
}

/** Monday 23 November 2026, 20:00 in London. */
export const NOW_UTC_MS = Date.UTC(2026, 10, 23, 20);

export const GYMS = { demo, empty, busy, broken } as const;

/** The sample gym, with a class that runs and one that was cancelled. */
function demo(): CheckedGym {
  const sample = sandboxView(NOW_UTC_MS);
  const sessions = sample.sessions.map((session, at) => {
    const isLate = session.startsUtcMs > NOW_UTC_MS - DAY_MS && session.startsUtcMs < NOW_UTC_MS;
    return isLate && at % 11 === 5 ? { ...session, isCancelled: true, attendance: null } : session;
  });
  return { view: { ...sample, sessions }, status: engineStatus, evidence: SAMPLE_EVIDENCE };
}

function empty(): CheckedGym {
  const view = gymView({ gym: { id: 'demo' }, nowUtcMs: NOW_UTC_MS, rooms: [] });
  return { view, status: engineStatus, evidence: madeUp };
}

/** A room that fills and empties, with a gap in the middle of it; nothing at all where a class was not counted. */
const madeUp: GymEvidence = {
  session: async (view, sessionId) => {
    const session = view.sessions.find(({ id }) => id === sessionId);
    if (session === undefined) return null;
    const { attendance } = session;
    const people = attendance?.attended ?? null;
    const { length } = curveSpan(session, view.nowUtcMs);
    const minutes = Array.from({ length }, (_, at) => {
      const isGap = people === null || (at >= 30 && at < 37);
      const share = Math.min(1, Math.max(0, (at - 4) / 10), Math.max(0, (length - 3 - at) / 8));
      return isGap
        ? ({ count: null, reason: attendance?.reasons[0] ?? 'no_samples' } as const)
        : { count: Math.round((people + 1) * share) + (at % 7 === 3 ? 1 : 0), reason: null };
    });
    const figures = { core_from_ms: 600_000, core_to_ms: 3_300_000, staff: 1, coverage: 0.86 };
    const version = { computedUtcMs: session.endsUtcMs, figures, method: '1' };
    const versions = attendance === null ? [] : [{ ...attendance, ...version }];
    return { session, minutes, versions, corrections: [] };
  },
  lastHour: async ({ rooms, nowUtcMs }) => {
    const seen = rooms.filter(({ state }) => state !== 'no_camera');
    const counts = seen.map(({ id, state }, place) => {
      const people = (at: number) =>
        state !== 'live' && at > 30 ? null : Math.round(8 + 7 * Math.sin((at + place * 9) / 9));
      return [id, Array.from({ length: 60 }, (_, at) => people(at))] as const;
    });
    return { fromUtcMs: nowUtcMs - HOUR_MS, counts: new Map(counts) };
  },
};

const NAMES = [
  'Spin',
  'Mobility, breathing and a long relaxation with singing bowls for absolute beginners',
  'יוגה לבוקר',
  '朝のゆったりヨガと瞑想',
  'Total Body <img src=x onerror=alert(1)>',
  'Körperspannung & Rücken',
  'تمارين الصباح',
  'Vinyasa',
];
const PEOPLE = [
  'Anna',
  'Maximiliane Freifrau von Hohenlohe-Waldenburg-Schillingsfürst',
  'דנה לוי',
  '山田太郎',
  'Zoë “<b>Zed</b>” Marchetti',
  'Tom',
];

function busy(): CheckedGym {
  const rooms = Array.from({ length: 24 }, (_, at) =>
    roomView({
      id: `room-${at}`,
      name: at % 5 === 1 ? `Room ${at} on the second floor behind the climbing wall` : `Room ${at}`,
      occupancy: at % 7 === 3 ? null : (at * 5) % 23,
      state: at % 7 === 3 ? 'stale' : 'live',
      updatedUtcMs: NOW_UTC_MS - (at % 7 === 3 ? 900_000 : 3_000),
    }),
  );
  const sessions: ClassSession[] = [];
  for (let day = -41; day <= 1; day += 1) {
    for (let at = 0; at < 60; at += 1) sessions.push(busySession(day, at, rooms));
  }
  sessions.sort((a, b) => a.startsUtcMs - b.startsUtcMs || (a.id < b.id ? -1 : 1));
  const gym = { id: 'demo', currency: 'GBP', economics: EARNING };
  const view = gymView({ gym, nowUtcMs: NOW_UTC_MS, rooms, sessions });
  return { view, status: engineStatus, evidence: madeUp };
}

const AMOUNTS = { revenuePerVisitMilli: 4.9e6, flatPayMilli: 30e6, roomCostMilli: 12e6 };
const EARNING = { ...reportGym().economics, ...AMOUNTS };

/** The same place of every week has the same class: its figures differ a little from week to week. */
function busySession(day: number, at: number, rooms: readonly RoomView[]): ClassSession {
  const weekday = (((day % 7) + 7) % 7) + 1;
  const startsUtcMs = NOW_UTC_MS - 14 * HOUR_MS + day * DAY_MS + Math.floor(at / 4) * HOUR_MS;
  const room = rooms[(at * 5 + weekday) % rooms.length];
  const person = PEOPLE[(at + weekday) % PEOPLE.length] ?? 'Anna';
  const isOver = startsUtcMs + HOUR_MS <= NOW_UTC_MS;
  const people = Math.round(((at * 7 + weekday * 3) % 24) * (0.8 + (((day + 60) * 13) % 5) / 10));
  return classSession({
    id: `busy-${day}-${at}`,
    gymId: 'demo',
    name: NAMES[at % NAMES.length] ?? 'Spin',
    trainer: { id: `trainer-${PEOPLE.indexOf(person)}`, name: person },
    roomId: room?.id ?? null,
    roomName: room?.name ?? null,
    startsUtcMs,
    booked: (at * 7 + weekday * 3) % 21,
    isCancelled: (at + day) % 29 === 0,
    attendance: isOver && (at + day) % 29 !== 0 ? counted(people) : null,
  });
}

const WEAK = ['weak_detector', 'crowded'] as const;
const ROUGH = counted(9, { quality: 'C', low: 7, high: 14, reasons: WEAK });
/** Counted so, one after the other. */
const BADLY = [ROUGH, uncounted('no_samples'), uncounted('frozen_picture')] as const;

/** One camera away, one that stands still, a feed and a configuration that cannot be read; no places and no money known. */
function broken(): CheckedGym {
  const updatedUtcMs = NOW_UTC_MS - 1_800_000;
  const dark = { occupancy: null, updatedUtcMs };
  const seen = { capacity: null, occupancy: 3, updatedUtcMs: NOW_UTC_MS - 4_000 };
  const rooms = [
    roomView({ id: 'hall', name: 'Hall', state: 'live', ...seen }),
    roomView({ id: 'loft', name: 'Loft', state: 'offline', ...dark }),
    roomView({ id: 'cellar', name: 'Cellar', state: 'stale', ...dark }),
    roomView({ id: 'attic', name: 'Attic', state: 'no_camera', ...dark, updatedUtcMs: null }),
  ];
  const sessions = Array.from({ length: 43 * 3 }, (_, at): ClassSession => {
    const place = at % 3;
    const session = busySession(Math.floor(at / 3) - 41, place * 28, rooms);
    return {
      ...session,
      ...NO_MERGED_NUMBERS,
      trainer: place === 2 ? null : session.trainer,
      capacity: null,
      booked: place === 0 ? 12 : null,
      attendance: session.attendance && (BADLY[place] ?? null),
    };
  });
  const gym = { id: 'demo', currency: null };
  const feed = feedStatus({ gymId: 'demo', fault: { code: 'feed_failed', detail: 'no answer' } });
  const view = gymView({ gym, nowUtcMs: NOW_UTC_MS, rooms, sessions });
  const status = (): EngineStatus => {
    const usual = engineStatus();
    const configuration = { ...usual.configuration, faults: ['one', 'two'] };
    return { ...usual, schedule: { feeds: [feed] }, configuration };
  };
  return { view, status, evidence: madeUp };
}
