/**
 * Evaluates classes: sees which of them need an estimate, and has how many people were there estimated.
 *
 * A class that runs, or has just ended, is estimated at every look and kept in memory only, as is that no camera sees a
 * room. Once its tail has passed it is evaluated and stored; again whenever what the estimate was made of has changed, as
 * long as its counts are stored.
 */

import type { GymConfig } from '../../config/config.ts';
import { SAMPLES_MARGIN_MS } from '../../gym/attendance/sample.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { roomCalibrations } from './calibrations.ts';
import { type CameraTraits, type Estimator, orderOf, samplesFigure } from './estimates/order.ts';
import type { GymClasses } from './gym-classes.ts';
import { methodOf, neighboursOf, type RoomFacts, roomFactsOf } from './room-facts.ts';

export interface EvaluatorOptions {
  readonly store: Pick<ClassStore, 'recordEstimates' | 'trueCounts' | 'estimates'>;
  readonly estimator: Estimator;
  readonly traits: CameraTraits;
  readonly clock: Clock;
}

/** Of a class in a room that no camera sees, whether it runs or is over. Not stored: a camera's past counts may come. */
export const UNSEEN: StoredAttendance = {
  source: 'camera',
  attended: null,
  low: null,
  high: null,
  quality: 'none',
  reasons: ['no_camera'],
  figures: {},
  method: 'none',
};

/** What one evaluation of a gym leaves for the next. */
const noFindings = () => ({
  /** Classes that have no counts, with the method for which that was found: they are not read again. */
  countless: new Map<string, string>(),
  /** Classes that run and have an estimate: the clock was ahead when it was made, so it says nothing. */
  hasty: new Set<string>(),
});
type Findings = ReturnType<typeof noFindings>;

/** One evaluation of one gym. */
interface Round {
  readonly gym: GymConfig;
  /** When it began. */
  readonly nowUtcMs: number;
  /** How long raw counts are stored, ms. */
  readonly retentionMs: number;
  readonly before: Findings;
  readonly after: Findings;
  /** Estimates that wait to be stored. */
  readonly news: { readonly classId: string; readonly estimate: StoredAttendance }[];
}

/** Estimates stored at a time. Chosen here: after each time all classes of the gym are read again. */
const STORED_AT_ONCE = 100;

/**
 * How long after the start classes wait for the size at which their cameras look, ms: a stored estimate would keep the widest
 * range. Chosen here: detectors are built and first pictures seen in seconds, and a camera that is lost holds up no class.
 */
const SIZES_KNOWN_MS = 120_000;

export function createEvaluator({ store, estimator, traits, clock }: EvaluatorOptions) {
  /** They go with their gym. */
  const findings = new WeakMap<GymClasses, Findings>();
  const startedMs = clock.monotonicMs();
  const estimate = (session: ClassSession, facts: RoomFacts, gym: GymConfig) =>
    estimator.estimate(orderOf(session, facts, { gym, traits, nowUtcMs: clock.nowUtcMs() }));
  /** Whether it is still to be known at which size a camera looks: right after the start, or before its first picture. */
  const isTooEarly = ({ room }: RoomFacts): boolean =>
    clock.monotonicMs() - startedMs <= SIZES_KNOWN_MS &&
    room.cameras.some(
      ({ id, enabled }) => enabled && (traits.counted(id)?.inputPixels ?? null) === null,
    );
  /** The estimate of a class that is over, to be stored; null where there is one of this method, or none to be had. */
  const evaluateOne = async (
    session: ClassSession,
    record: ClassRecord,
    facts: RoomFacts,
    { gym, retentionMs, before, after, news }: Round,
  ): Promise<StoredAttendance | null> => {
    const method = methodOf(facts.digest, session, neighboursOf(session, facts.classes));
    if (before.countless.get(session.id) === method) {
      after.countless.set(session.id, method);
      return null;
    }
    if (record.estimate?.method === method && !before.hasty.has(session.id)) return null;
    const isGone = session.startsUtcMs - SAMPLES_MARGIN_MS < clock.nowUtcMs() - retentionMs;
    if (isGone || isTooEarly(facts) || lacksCamera(facts, record.estimate)) return null;
    const found = await estimate(session, facts, gym);
    const isCountless = found.figures['samples'] === 0;
    if (isCountless) after.countless.set(session.id, method);
    // An estimate of counts that are gone, or came from elsewhere, is worth more than none.
    if (isCountless && record.estimate !== null) return null;
    news.push({ classId: session.id, estimate: found });
    return found;
  };
  /** What is known of a class that has begun and is not among its classes; null where one of them says it. */
  const look = async (
    session: ClassSession,
    record: ClassRecord | undefined,
    facts: RoomFacts | undefined,
    round: Round,
  ): Promise<StoredAttendance | null> => {
    if (record === undefined || !hasBegun(session, round.nowUtcMs)) return null;
    if (facts === undefined) return record.estimate === null ? UNSEEN : null;
    const { gym, after } = round;
    if (clock.nowUtcMs() >= session.endsUtcMs + gym.attendance.tailMs) {
      return await evaluateOne(session, record, facts, round);
    }
    // It has been told already, and would be told again for a range that is about to shrink.
    if (clock.nowUtcMs() >= session.endsUtcMs && isTooEarly(facts)) return null;
    if (record.estimate !== null) after.hasty.add(session.id);
    return await estimate(session, facts, gym);
  };
  const storeNews = async ({ news }: Round, least: number): Promise<void> => {
    if (news.length >= least) await store.recordEstimates(news.splice(0));
  };
  /**
   * Brings the classes of one gym up to date. Rejects where the history cannot be read or written. When `signal` aborts nothing
   * more is read after the class that is being evaluated; what was found is stored.
   */
  return async (classes: GymClasses, retentionMs: number, signal: AbortSignal): Promise<void> => {
    const nowUtcMs = clock.nowUtcMs();
    const calibrated = await roomCalibrations(store, classes.gym);
    const calibrations = new Map(calibrated.map((one) => [one.room.id, one.calibration]));
    const stretch = new Stretch();
    // As they are now: a read in the meantime replaces them.
    const { gym, sessions, records } = classes;
    const rooms = roomFactsOf(gym, sessions, calibrations);
    const before = findings.get(classes) ?? noFindings();
    const after = noFindings();
    const round: Round = { gym, nowUtcMs, retentionMs, before, after, news: [] };
    const running = new Map<string, StoredAttendance>();
    for (const [at, session] of sessions.entries()) {
      if (stretch.isOver()) await stretch.pause();
      if (signal.aborted) break;
      const known = await look(session, records[at], rooms.get(session.roomId ?? ''), round);
      if (known !== null) running.set(session.id, known);
      await storeNews(round, STORED_AT_ONCE);
    }
    await storeNews(round, 1);
    if (signal.aborted) return;
    findings.set(classes, after);
    classes.setRunning(running);
  };
}

/** Whether a camera that an estimate was made from no longer sees the room: without its counts the past would change. */
function lacksCamera({ room }: RoomFacts, estimate: StoredAttendance | null): boolean {
  const seeing = room.cameras.filter(({ enabled }) => enabled).map(({ id }) => samplesFigure(id));
  return Object.keys(estimate?.figures ?? {}).some(
    (name) => name.startsWith(samplesFigure('')) && !seeing.includes(name),
  );
}

/** Of a class that is held. */
function hasBegun({ isCancelled, startsUtcMs }: ClassSession, nowUtcMs: number): boolean {
  return !isCancelled && startsUtcMs <= nowUtcMs;
}

/** Whether a class that has no estimate is {@link UNSEEN} at an instant. @param seen Ids of the rooms that a camera sees. */
export function isUnseen(
  session: ClassSession,
  seen: ReadonlySet<string>,
  nowUtcMs: number,
): boolean {
  return hasBegun(session, nowUtcMs) && !seen.has(session.roomId ?? '');
}
