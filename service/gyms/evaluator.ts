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
import { calibrationsOf } from './calibrations.ts';
import { type CameraTraits, type Estimator, orderOf } from './estimates/order.ts';
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
interface Findings {
  /** Classes that have no counts, with the method for which that was found: they are not read again. */
  readonly countless: Map<string, string>;
  /** Classes that run and have an estimate: the clock was ahead when it was made, so it says nothing. */
  readonly hasty: Set<string>;
}

/** One evaluation of one gym. */
interface Round {
  readonly classes: GymClasses;
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

export class Evaluator {
  readonly #options: EvaluatorOptions;
  /** They go with their gym. */
  readonly #findings = new WeakMap<GymClasses, Findings>();
  /** How long raw counts are stored, ms. */
  retentionMs = Number.POSITIVE_INFINITY;
  readonly #startedMs: number;
  #isStopped = false;

  constructor(options: EvaluatorOptions) {
    this.#options = options;
    this.#startedMs = options.clock.monotonicMs();
  }

  /** Brings the classes of one gym up to date. Rejects where the history cannot be read or written. */
  async evaluate(classes: GymClasses): Promise<void> {
    const nowUtcMs = this.#options.clock.nowUtcMs();
    const calibrations = await calibrationsOf(this.#options.store, classes.gym);
    const stretch = new Stretch();
    // As they are now: a read in the meantime replaces them.
    const { sessions, records } = classes;
    const rooms = roomFactsOf(classes.gym, sessions, calibrations);
    const before = this.#findings.get(classes) ?? noFindings();
    const round: Round = { classes, before, after: noFindings(), news: [] };
    const running = new Map<string, StoredAttendance>();
    for (const [at, session] of sessions.entries()) {
      if (stretch.isOver()) await stretch.pause();
      if (this.#isStopped) break;
      const record = records[at];
      if (record === undefined || !hasBegun(session, nowUtcMs)) continue;
      const facts = rooms.get(session.roomId ?? '');
      const known = await this.#look(session, record, facts, round);
      if (known !== null) running.set(session.id, known);
      if (round.news.length >= STORED_AT_ONCE) await this.#store(round);
    }
    await this.#store(round);
    if (this.#isStopped) return;
    this.#findings.set(classes, round.after);
    classes.setRunning(running);
  }

  /** Nothing more is read after the class that is being evaluated; what was found is stored. */
  stop(): void {
    this.#isStopped = true;
  }

  /** What is known of a class that has begun and is not among its classes; null where one of them says it. */
  async #look(
    session: ClassSession,
    record: ClassRecord,
    facts: RoomFacts | undefined,
    round: Round,
  ): Promise<StoredAttendance | null> {
    if (facts === undefined) return record.estimate === null ? UNSEEN : null;
    const { classes, after } = round;
    if (this.#options.clock.nowUtcMs() < session.endsUtcMs + classes.gym.attendance.tailMs) {
      if (record.estimate !== null) after.hasty.add(session.id);
      return await this.#estimate(session, facts, classes.gym);
    }
    return await this.#settle(session, record, facts, round);
  }

  /** The estimate of a class that is over, to be stored; null where there is one of this method, or none to be had. */
  async #settle(
    session: ClassSession,
    record: ClassRecord,
    facts: RoomFacts,
    { classes, before, after, news }: Round,
  ): Promise<StoredAttendance | null> {
    const method = methodOf(facts.digest, session, neighboursOf(session, facts.classes));
    if (before.countless.get(session.id) === method) {
      after.countless.set(session.id, method);
      return null;
    }
    if (record.estimate?.method === method && !before.hasty.has(session.id)) return null;
    const keptSinceUtcMs = this.#options.clock.nowUtcMs() - this.retentionMs;
    if (session.startsUtcMs - SAMPLES_MARGIN_MS < keptSinceUtcMs) return null;
    if (this.#isTooEarly(facts)) return null;
    const estimate = await this.#estimate(session, facts, classes.gym);
    const isCountless = estimate.figures['samples'] === 0;
    if (isCountless) after.countless.set(session.id, method);
    // An estimate of counts that are gone, or came from elsewhere, is worth more than none.
    if (isCountless && record.estimate !== null) return null;
    news.push({ classId: session.id, estimate });
    return estimate;
  }

  /** Whether it is still to be known at which size a camera looks: right after the start, or before its first picture. */
  #isTooEarly({ room }: RoomFacts): boolean {
    const { clock, traits } = this.#options;
    if (clock.monotonicMs() - this.#startedMs > SIZES_KNOWN_MS) return false;
    return room.cameras.some(({ id, enabled }) => enabled && traits.inputPixels(id) === null);
  }

  async #store({ news }: Round): Promise<void> {
    const estimates = news.splice(0);
    if (estimates.length > 0) await this.#options.store.recordEstimates(estimates);
  }

  #estimate(session: ClassSession, facts: RoomFacts, gym: GymConfig): Promise<StoredAttendance> {
    const { estimator, traits, clock } = this.#options;
    const nowUtcMs = clock.nowUtcMs();
    return estimator.estimate(orderOf(session, facts, { gym, traits, nowUtcMs }));
  }
}

function noFindings(): Findings {
  return { countless: new Map(), hasty: new Set() };
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
