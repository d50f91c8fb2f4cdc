/**
 * All gyms of the installation as reports see them: their classes kept up to date with the schedule, the cameras and the
 * calendar, and their classes evaluated.
 *
 * ```text
 *  class store ─ changes ─▶ classes in memory ─▶ view ─▶ reports
 *                             │  ▲
 *        counts in history ─▶ estimator ─▶ evaluator ─▶ class store
 * ```
 */

import type { GymConfig } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import type { CalendarDate } from '../../gym/calendar/zone.ts';
import type { ClassTable } from '../../gym/figures/class-table.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createQueue, type Timers } from '../../runtime/timers.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { sandboxView } from '../demo/sandbox.ts';
import { createEvaluator, type EvaluatorOptions } from './evaluator.ts';
import { GymClasses, type LiveCameras } from './gym-classes.ts';
import { createPastGyms } from './past-gyms.ts';
import { isClassTime } from './resolve.ts';

/** The estimator is stopped with the gyms. */
interface GymsOptions extends EvaluatorOptions {
  readonly store: ClassStore;
  readonly cameras: LiveCameras;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * How often classes that run are estimated anew, ended ones evaluated and the date looked at, ms. Chosen here: a manager
 * who looks at the screen sees a class fill, and a class of an hour is read a hundred times, which costs nothing.
 */
const ROUND_MS = 30_000;

export type Gyms = ReturnType<typeof createGyms>;

export function createGyms(options: GymsOptions) {
  const { store, estimator, cameras, clock, timers, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const known = new Map<string, GymClasses>();
  const evaluate = createEvaluator(options);
  const past = createPastGyms(store);
  /** What was last told to be wrong with a gym, by its id. */
  const faults = new Map<string, string>();
  let stopListening: (() => void) | null = null;
  let cancelRound: (() => void) | null = null;
  /** Whether a look was asked for and has not begun. */
  let isLookWaiting = false;
  const inTurn = createQueue();
  let retentionMs = Number.POSITIVE_INFINITY;

  /** Once, and not at every turn while it lasts. */
  const tell = (gymId: string, error: unknown): void => {
    const detail = messageOf(error);
    if (faults.get(gymId) === detail) return;
    faults.set(gymId, detail);
    log.error('classes_failed', { gym: gymId, detail });
  };
  const look = async (): Promise<void> => {
    isLookWaiting = false;
    for (const [id, classes] of known) {
      if (signal.aborted) return;
      try {
        if (!classes.isFresh()) await classes.load();
        await evaluate(classes, retentionMs, signal);
        faults.delete(id);
      } catch (error) {
        tell(id, error);
      }
    }
  };
  const roundIn = (ms: number): void => {
    if (signal.aborted) return;
    cancelRound?.();
    cancelRound = timers.after(ms, () => {
      // One look after the other: two would evaluate the same classes.
      if (!isLookWaiting) void inTurn(look);
      isLookWaiting = true;
      roundIn(ROUND_MS);
    });
  };
  /** New classes may need an evaluation, and may be running. */
  const reload = (gymId: string): Promise<void> | undefined => {
    past.drop(gymId);
    return known
      .get(gymId)
      ?.load()
      .then(
        () => roundIn(0),
        (error: unknown) => tell(gymId, error),
      );
  };
  const place = async (gym: GymConfig): Promise<void> => {
    const before = known.get(gym.id);
    before?.applyGym(gym);
    const classes = before ?? new GymClasses({ gym, store, cameras, clock });
    known.set(gym.id, classes);
    if (!classes.isFresh()) await classes.load();
  };
  const classesOf = (gymId: string): GymClasses | undefined => {
    const classes = known.get(gymId);
    return classes?.isLoaded === true ? classes : undefined;
  };
  const view = (gymId: string): GymView | null => classesOf(gymId)?.view() ?? null;

  return {
    /** Makes the gyms equal to those given; resolves when the classes of new ones are in memory. */
    apply: async (gyms: readonly GymConfig[], retainedMs: number): Promise<void> => {
      retentionMs = retainedMs;
      const wanted = new Set(gyms.map(({ id }) => id));
      for (const id of known.keys()) {
        // Of those that stay too: their settings may be others.
        past.drop(id);
        if (!wanted.has(id)) known.delete(id);
      }
      // First: what changes while a new gym is read must be read too.
      stopListening ??= store.onChange(reload);
      await Promise.all(gyms.map(place));
      roundIn(0);
    },
    /** The gym as it is now; null for one that is not configured, or is just being read for the first time. */
    view,
    /**
     * The gym at the end of a date gone by, from the history; on today or a later one as it is now. Null as `view`.
     * Rejects with SQLite's error.
     */
    asOf: async (gymId: string, date: CalendarDate): Promise<GymView | null> => {
      const gym = known.get(gymId)?.gym;
      if (gym === undefined || signal.aborted) return null;
      return past.view(gym, { date, nowUtcMs: clock.nowUtcMs() }) ?? view(gymId);
    },
    /** A view that is none of a gym here has all its classes itself. */
    classesIn: async (shown: GymView, range: DateRange): Promise<ClassTable> => {
      const classes = classesOf(shown.gym.id);
      const isOwn = classes?.view().gym === shown.gym && !signal.aborted;
      return past.classesIn(isOwn ? classes?.gym : undefined, shown, range);
    },
    sandbox: sandboxView,
    /** The classes and settings of a gym in memory; undefined as where `view` is null. */
    classesOf,
    /** Whether cameras of a room are to be looked at often. */
    isClassTime: (gymId: string, roomId: string): boolean => {
      const { sessions = [], gym } = known.get(gymId) ?? {};
      return gym === undefined || isClassTime(sessions, gym.attendance, roomId, clock.nowUtcMs());
    },
    /** Ends the evaluation; resolves when nothing is read or written any more. */
    stop: async (): Promise<void> => {
      stopping.abort();
      cancelRound?.();
      stopListening?.();
      await inTurn(async () => undefined);
      await Promise.all([...known.values()].map((classes) => classes.settled()));
      await past.settled();
      await estimator.stop();
    },
  };
}
