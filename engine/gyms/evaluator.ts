/**
 * Evaluates classes: reads the counts of their rooms and asks `attendance` how many people were there.
 *
 * A class that runs, or has just ended, is estimated at every look and kept in memory only, as is that no camera sees a
 * room. Once its tail has passed it is evaluated and stored; again whenever what the estimate was made of has changed, as
 * long as its counts are kept.
 */

import {
  type Calibration,
  calibrate,
  estimateAttendance,
  SAMPLES_MARGIN_MS,
} from '../attendance/index.ts';
import type { Clock } from '../clock.ts';
import type { RoomConfig } from '../config/index.ts';
import type { ClassRecord, ClassStore, History, StoredAttendance } from '../history/index.ts';
import type { ClassSession } from '../sessions/index.ts';
import type { GymBook } from './book.ts';
import { EmptyRooms } from './empty-rooms.ts';
import { methodOf, roomDigest } from './method.ts';
import { neighboursOf, type RoomClasses, roomClassesOf } from './neighbours.ts';

/** Where counts are read, and what is known of the cameras they come from. */
export interface CountedSamples extends Pick<History, 'samples' | 'minutes'> {
  /** Whether a camera's detector is known to miss and double people. */
  isWeak(cameraId: string): boolean;
  /** Time between a camera's keyframes, ms; null while unknown. */
  gopMs(cameraId: string): number | null;
}

export interface EvaluatorOptions {
  readonly store: Pick<ClassStore, 'recordEstimates' | 'trueCounts' | 'estimates'>;
  readonly samples: CountedSamples;
  readonly clock: Clock;
}

/** What is the same for all classes of a room. */
interface RoomFacts {
  readonly room: RoomConfig;
  readonly classes: RoomClasses;
  readonly calibration: Calibration | null;
  readonly digest: string;
}

/** Of a class in a room that no camera sees, whether it runs or is over. Not stored: a camera's past counts may come. */
const UNSEEN: StoredAttendance = {
  source: 'camera',
  attended: null,
  low: null,
  high: null,
  quality: 'none',
  reasons: ['no_camera'],
  figures: {},
  method: 'none',
};

/** Classes between two pauses in which others have their turn. */
const SLICE = 500;

export class Evaluator {
  readonly #options: EvaluatorOptions;
  readonly #emptyRooms: EmptyRooms;
  /** Classes that have no counts, by id, with the method for which that was found: they are not read again. */
  readonly #countless = new Map<string, string>();
  /** How long raw counts are kept, ms. */
  retentionMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(options: EvaluatorOptions) {
    this.#options = options;
    this.#emptyRooms = new EmptyRooms(options.samples, options.clock);
  }

  /** Brings the classes of one gym up to date. Rejects with SQLite's error. */
  async evaluate(book: GymBook): Promise<void> {
    const nowUtcMs = this.#options.clock.nowUtcMs();
    const rooms = await this.#roomFacts(book);
    const running = new Map<string, StoredAttendance>();
    const { records, sessions } = book;
    for (const [at, session] of sessions.entries()) {
      if (at % SLICE === 0) await pause();
      if (this.#isStopped) return;
      const record = records[at];
      const facts = rooms.get(session.roomId ?? '');
      if (session.startsUtcMs > nowUtcMs) break;
      if (record === undefined || session.isCancelled) continue;
      const known = await this.#look(session, record, facts, book);
      if (known !== null) running.set(session.id, known);
    }
    book.setRunning(running);
  }

  /** Nothing more is read or stored after the class that is being evaluated. */
  stop(): void {
    this.#isStopped = true;
  }

  /** What is known of a class that has begun and is not stored; null where what is stored says it. */
  async #look(
    session: ClassSession,
    record: ClassRecord,
    facts: RoomFacts | undefined,
    book: GymBook,
  ): Promise<StoredAttendance | null> {
    if (facts === undefined) return record.estimate === null ? UNSEEN : null;
    if (this.#options.clock.nowUtcMs() < session.endsUtcMs + book.gym.attendance.tailMs) {
      return await this.#estimate(session, facts, book);
    }
    await this.#settle(session, record, facts, book);
    return null;
  }

  /** Stores the estimate of a class that is over, where there is none of this method. */
  async #settle(
    session: ClassSession,
    record: ClassRecord,
    facts: RoomFacts,
    book: GymBook,
  ): Promise<void> {
    const method = methodOf(facts.digest, session, neighboursOf(session, facts.classes));
    if (record.estimate?.method === method || this.#countless.get(session.id) === method) return;
    const keptSinceUtcMs = this.#options.clock.nowUtcMs() - this.retentionMs;
    if (session.startsUtcMs - SAMPLES_MARGIN_MS < keptSinceUtcMs) return;
    const estimate = await this.#estimate(session, facts, book);
    if (estimate.figures['samples'] === 0) this.#countless.set(session.id, method);
    // An estimate of counts that are gone, or came from elsewhere, is worth more than none.
    if (estimate.figures['samples'] === 0 && record.estimate !== null) return;
    await this.#options.store.recordEstimates([{ classId: session.id, estimate }]);
  }

  async #estimate(
    session: ClassSession,
    facts: RoomFacts,
    { gym }: GymBook,
  ): Promise<StoredAttendance> {
    const { samples, clock } = this.#options;
    const { room, calibration } = facts;
    const neighbours = neighboursOf(session, facts.classes);
    const range = {
      fromUtcMs: session.startsUtcMs - SAMPLES_MARGIN_MS,
      toUtcMs: session.endsUtcMs + SAMPLES_MARGIN_MS,
    };
    const cameras = await Promise.all(
      room.cameras
        .filter(({ isEnabled }) => isEnabled)
        .map(async ({ id, zones, sampling }) => ({
          samples: await samples.samples(id, range),
          plannedPeriodMs: Math.max(sampling.classPeriodMs, samples.gopMs(id) ?? 0),
          hasStaffZone: zones.some(({ kind }) => kind === 'staff'),
          hasCountZone: zones.some(({ kind }) => kind === 'count'),
          isWeakDetector: samples.isWeak(id),
        })),
    );
    const { percentile, staff } = gym.attendance;
    const estimate = estimateAttendance({
      startsUtcMs: session.startsUtcMs,
      endsUtcMs: session.endsUtcMs,
      nowUtcMs: clock.nowUtcMs(),
      ...neighbours,
      cameras,
      rule: room.cameraRule,
      percentile,
      staff,
      calibration,
      emptyRoomBaseline: await this.#emptyRooms.baselineOf(room, facts.classes),
    });
    const { attended, low, high, quality, reasons, figures } = estimate;
    const method = methodOf(facts.digest, session, neighbours);
    return { source: 'camera', attended, low, high, quality, reasons, figures, method };
  }

  async #roomFacts({ gym, sessions }: GymBook): Promise<ReadonlyMap<string, RoomFacts>> {
    const calibrations = await this.#calibrations(gym.id);
    const classes = roomClassesOf(sessions);
    const seen = gym.rooms.filter(({ cameras }) => cameras.some(({ isEnabled }) => isEnabled));
    return new Map(
      seen.map((room) => {
        const calibration = calibrations.get(room.id) ?? null;
        const digest = roomDigest(room, gym.attendance, calibration);
        return [room.id, { room, classes: classes.get(room.id) ?? [], calibration, digest }];
      }),
    );
  }

  /** By room, from the classes that a person counted. */
  async #calibrations(gymId: string): Promise<ReadonlyMap<string, Calibration>> {
    const { store } = this.#options;
    const pairs = new Map<string, { estimated: number; truth: number }[]>();
    for (const { classId, roomId, people } of await store.trueCounts(gymId)) {
      const newest = (await store.estimates(classId)).at(-1);
      const estimated = newest?.figures['uncalibrated'] ?? null;
      if (estimated === null) continue;
      pairs.set(roomId, [...(pairs.get(roomId) ?? []), { estimated, truth: people }]);
    }
    const calibrations = new Map<string, Calibration>();
    for (const [roomId, classes] of pairs) {
      const calibration = calibrate(classes);
      if (calibration !== null) calibrations.set(roomId, calibration);
    }
    return calibrations;
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
