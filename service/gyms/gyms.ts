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
import { type CalendarDate, dateAt } from '../../gym/calendar/zone.ts';
import type { ClassTable } from '../../gym/figures/class-table.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createTurns, type Timers } from '../../runtime/timers.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { sandboxView } from '../demo/sandbox.ts';
import type { CameraTraits, Estimator } from './estimates/order.ts';
import { createEvaluator } from './evaluator.ts';
import { GymClasses, type LiveCameras } from './gym-classes.ts';
import type { ClassesSource, GymSource } from './gym-source.ts';
import { createPastGyms, type PastGyms } from './past-gyms.ts';
import { isClassTime } from './resolve.ts';

interface GymsOptions {
  readonly store: ClassStore;
  /** Stopped with the gyms. */
  readonly estimator: Estimator;
  readonly traits: CameraTraits;
  readonly cameras: LiveCameras;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * How often classes that run are estimated anew, ended ones evaluated and the date looked at, ms. Chosen here: a manager
 * who looks at the screen sees a class fill, and a class of an hour is read a hundred times, which costs nothing.
 */
const TURN_MS = 30_000;

export class Gyms implements GymSource, ClassesSource {
  readonly #options: GymsOptions;
  readonly #classes = new Map<string, GymClasses>();
  readonly #evaluate: ReturnType<typeof createEvaluator>;
  readonly #past: PastGyms;
  /** What was last told to be wrong with a gym, by its id. */
  readonly #faults = new Map<string, string>();
  #stopListening: (() => void) | null = null;
  #cancelTurn: (() => void) | null = null;
  /** A look that was asked for and has not begun. */
  #nextLook: Promise<void> | null = null;
  readonly #inTurn = createTurns();
  readonly #stopping = new AbortController();
  #retentionMs = Number.POSITIVE_INFINITY;

  constructor(options: GymsOptions) {
    this.#options = options;
    this.#evaluate = createEvaluator(options);
    this.#past = createPastGyms(options.store, options.clock);
  }

  /** Makes the gyms equal to those given; resolves when the classes of new ones are in memory. */
  async apply(gyms: readonly GymConfig[], retentionMs: number): Promise<void> {
    this.#retentionMs = retentionMs;
    const wanted = new Set(gyms.map(({ id }) => id));
    for (const id of this.#classes.keys()) {
      // Of those that stay too: their settings may be others.
      this.#past.drop(id);
      if (!wanted.has(id)) this.#classes.delete(id);
    }
    // First: what changes while a new gym is read must be read too.
    this.#stopListening ??= this.#options.store.onChange((gymId) => this.#reload(gymId));
    await Promise.all(gyms.map((gym) => this.#place(gym)));
    this.#turnIn(0);
  }

  /** The gym as it is now; null for one that is not configured, or is just being read for the first time. Handed on alone. */
  readonly view = (gymId: string): GymView | null => this.classesOf(gymId)?.view() ?? null;

  /**
   * The gym at the end of a date gone by, from the history; on today or a later one as it is now. Null as {@link view}.
   * Rejects with SQLite's error.
   */
  readonly asOf = async (gymId: string, date: CalendarDate): Promise<GymView | null> => {
    const gym = this.#classes.get(gymId)?.gym;
    if (gym === undefined || this.#stopping.signal.aborted) return null;
    const isPast = date < dateAt(gym.timezone, this.#options.clock.nowUtcMs());
    return isPast ? this.#past.view(gym, date) : this.view(gymId);
  };

  /** A view that is none of a gym here has all its classes itself. Handed on alone. */
  readonly classesIn = async (view: GymView, range: DateRange): Promise<ClassTable> => {
    const classes = this.classesOf(view.gym.id);
    const isOwn = classes?.view().gym === view.gym && !this.#stopping.signal.aborted;
    return this.#past.classesIn(isOwn ? classes?.gym : undefined, view, range);
  };

  readonly sandbox = sandboxView;

  /** The classes and settings of a gym in memory; undefined as where {@link view} is null. */
  classesOf(gymId: string): GymClasses | undefined {
    const classes = this.#classes.get(gymId);
    return classes?.isLoaded === true ? classes : undefined;
  }

  /** Whether cameras of a room are to be looked at often. */
  isClassTime(gymId: string, roomId: string): boolean {
    const { sessions = [], gym } = this.#classes.get(gymId) ?? {};
    const nowUtcMs = this.#options.clock.nowUtcMs();
    return gym === undefined || isClassTime(sessions, gym.attendance, roomId, nowUtcMs);
  }

  /** Ends the evaluation; resolves when nothing is read or written any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelTurn?.();
    this.#stopListening?.();
    await this.#inTurn(async () => undefined);
    await Promise.all([...this.#classes.values()].map((classes) => classes.settled()));
    await this.#past.settled();
    await this.#options.estimator.stop();
  }

  async #place(gym: GymConfig): Promise<void> {
    const known = this.#classes.get(gym.id);
    if (known !== undefined) {
      known.applyGym(gym);
      if (!known.isFresh()) await known.load();
      return;
    }
    const { store, cameras, clock } = this.#options;
    const classes = new GymClasses({ gym, store, cameras, clock });
    this.#classes.set(gym.id, classes);
    await classes.load();
  }

  /** New classes may need an evaluation, and may be running. */
  #reload(gymId: string): Promise<void> | undefined {
    this.#past.drop(gymId);
    const classes = this.#classes.get(gymId);
    return classes?.load().then(
      () => this.#turnIn(0),
      (error: unknown) => this.#tell(gymId, error),
    );
  }

  #turnIn(ms: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#cancelTurn?.();
    this.#cancelTurn = this.#options.timers.after(ms, () => {
      // One look after the other: two would evaluate the same classes.
      this.#nextLook ??= this.#inTurn(() => {
        this.#nextLook = null;
        return this.#look();
      });
      this.#turnIn(TURN_MS);
    });
  }

  async #look(): Promise<void> {
    const { signal } = this.#stopping;
    for (const [id, classes] of this.#classes) {
      if (signal.aborted) return;
      try {
        if (!classes.isFresh()) await classes.load();
        await this.#evaluate(classes, this.#retentionMs, signal);
        this.#faults.delete(id);
      } catch (error) {
        this.#tell(id, error);
      }
    }
  }

  /** Once, and not at every turn while it lasts. */
  #tell(gymId: string, error: unknown): void {
    const detail = messageOf(error);
    if (this.#faults.get(gymId) === detail) return;
    this.#faults.set(gymId, detail);
    this.#options.log.error('classes_failed', { gym: gymId, detail });
  }
}
