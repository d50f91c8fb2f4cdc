/** What reaches beyond the classes in memory: gyms on dates gone by, and long ranges as columns, the last few of them kept. */

import type { GymConfig } from '../../config/config.ts';
import { addDays, type CalendarDate, datesRange, dayRange } from '../../gym/calendar/zone.ts';
import { ClassTable, tableOf } from '../../gym/figures/class-table.ts';
import { type DateRange, isInView } from '../../gym/reports/period.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { GymClasses } from './gym-classes.ts';
import { resolverOf } from './resolve.ts';

export interface PastGymsOptions {
  readonly store: Pick<ClassStore, 'records' | 'starts' | 'trainers'>;
  readonly clock: Clock;
}

/** Views in the cache. Chosen here: two dates of each of two conversations; one of the largest gym has some 6 MB. */
const MAX_VIEWS = 4;
/** Tables in the cache. Chosen here: those of two gyms; one of five years with 100 classes a week has some 15 MB. */
const MAX_CACHED = 2;

interface CachedTable extends DateRange {
  readonly gymId: string;
  readonly gym: GymView['gym'];
  readonly table: Promise<ClassTable>;
  /** The list whose attendance is in the table. */
  sessions: GymView['sessions'];
}

export class PastGyms {
  readonly #options: PastGymsOptions;
  /** By gym and date, the one asked for last at the end. */
  readonly #views = new Map<string, Promise<PastGym>>();
  #cached: readonly CachedTable[] = [];
  readonly #reading = new Set<Promise<unknown>>();

  constructor(options: PastGymsOptions) {
    this.#options = options;
  }

  /**
   * The gym on a date, see {@link gymAsOf}: the same object while it is cached. Calls that come while it is read share the
   * read. Rejects with SQLite's error.
   */
  async view(gym: GymConfig, date: CalendarDate): Promise<GymView> {
    const key = `${gym.id} ${date}`;
    const { store, clock } = this.#options;
    const known = this.#views.get(key);
    const read = known ?? gymAsOf(gym, store, { date, nowUtcMs: clock.nowUtcMs() });
    this.#views.delete(key);
    this.#views.set(key, read);
    const [oldest = ''] = this.#views.keys();
    if (this.#views.size > MAX_VIEWS) this.#views.delete(oldest);
    if (known === undefined) {
      // What still changes by itself is read again by who asks next. Who asked is told of a failure.
      const isOver = read.then(
        (found) => found.isOver,
        () => false,
      );
      this.#note(
        isOver.then((stays) => {
          if (!stays && this.#views.get(key) === read) this.#views.delete(key);
        }),
      );
    }
    return (await read).view;
  }

  /**
   * The classes of a range: those of the view, where it has all of them or is none of a gym here. Of long ranges they are
   * read from the history month by month, each page on SQLite's own thread, and turned into columns in short stretches;
   * classes that are in the view are as it has them. Rejects with SQLite's error.
   *
   * @param gym of which the view is; undefined for one that is none of a gym here.
   */
  async classesIn(
    gym: GymConfig | undefined,
    view: GymView,
    range: DateRange,
  ): Promise<ClassTable> {
    if (gym === undefined || isInView(view, range)) return tableOf(view);
    const known = this.#cached.find(
      (one) => one.gym === view.gym && one.from <= range.from && range.to <= one.to,
    );
    if (known !== undefined) return withRunning(known, await known.table, view);
    const table = this.#read(gym, view, range);
    const { sessions } = view;
    const cached: CachedTable = { ...range, gymId: gym.id, gym: view.gym, table, sessions };
    const others = this.#cached.filter(({ gymId }) => gymId !== gym.id);
    this.#cached = [...others, cached].slice(-MAX_CACHED);
    this.#note(
      table.catch(() => {
        this.#cached = this.#cached.filter((one) => one !== cached);
      }),
    );
    return table;
  }

  /** Forgets what was read of a gym: its classes or its settings have changed. */
  drop(gymId: string): void {
    for (const key of this.#views.keys()) {
      if (key.startsWith(`${gymId} `)) this.#views.delete(key);
    }
    this.#cached = this.#cached.filter((one) => one.gymId !== gymId);
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading);
  }

  #note(reading: Promise<unknown>): void {
    const settled = reading.finally(() => this.#reading.delete(settled));
    this.#reading.add(settled);
  }

  async #read(gym: GymConfig, view: GymView, range: DateRange): Promise<ClassTable> {
    const { store } = this.#options;
    const table = new ClassTable(view.gym);
    const resolve = resolverOf(gym, new Map());
    // With what is known of classes that run. Which days the view has is not asked: just after midnight those of yesterday.
    const inView = new Map(view.sessions.map((session) => [session.id, session]));
    const stretch = new Stretch();
    for (const step of stepsOf(range)) {
      const instants = datesRange(gym.timezone, step.from, step.to);
      const records = await store.records(gym.id, instants);
      stretch.begin();
      for (const record of records) {
        table.add(inView.get(record.id) ?? resolve(record));
        if (stretch.isOver()) await stretch.pause();
      }
    }
    return table;
  }
}

type Classes = Pick<ClassStore, 'records' | 'starts' | 'trainers'>;

export interface PastMoment {
  /** A date on the gym's wall, at the latest that of `nowUtcMs`. */
  readonly date: CalendarDate;
  readonly nowUtcMs: number;
}

/** A gym on a date, and whether it stays so. */
export interface PastGym {
  readonly view: GymView;
  /** Whether all classes of the date were over: else the view is of an instant on the way. */
  readonly isOver: boolean;
}

/**
 * Reads six weeks of classes up to `date`, as they were when the last of that date's classes had ended: what began before
 * midnight and ended after it belongs to the date all the same. "Now" of the view can therefore be on the next date:
 * reports over it are asked for by their dates. What rooms hold is unknown, and so is the attendance of classes that were
 * not evaluated yet. Rejects with SQLite's error.
 */
export async function gymAsOf(
  gym: GymConfig,
  store: Classes,
  { date, nowUtcMs }: PastMoment,
): Promise<PastGym> {
  const midnightUtcMs = Math.min(nowUtcMs, dayRange(gym.timezone, date).toUtcMs - 1);
  const view = await readGym(gym, store, midnightUtcMs);
  const endsUtcMs = lastEndOf(view);
  const isOver = midnightUtcMs < nowUtcMs && endsUtcMs <= nowUtcMs;
  if (endsUtcMs <= midnightUtcMs) return { view, isOver };
  // Nothing that is read depends on the instant within two days: only what has ended by then does.
  return { view: { ...view, nowUtcMs: Math.min(nowUtcMs, endsUtcMs) }, isOver };
}

async function readGym(gym: GymConfig, store: Classes, nowUtcMs: number): Promise<GymView> {
  const clock = { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 };
  const classes = new GymClasses({ gym, store, cameras: () => null, clock });
  await classes.load();
  return classes.view();
}

/** The last end of a class that runs at the instant of the view. */
function lastEndOf({ sessions, nowUtcMs }: GymView): number {
  return sessions.reduce(
    (last, { startsUtcMs, endsUtcMs, isCancelled }) =>
      isCancelled || startsUtcMs > nowUtcMs ? last : Math.max(last, endsUtcMs),
    nowUtcMs,
  );
}

/** Days that are read at once. Chosen here: 4,500 classes of the largest gym. */
const STEP_DAYS = 16;

/** Classes that run change without a change in the history: only who was there. */
function withRunning(cached: CachedTable, table: ClassTable, { sessions }: GymView): ClassTable {
  if (cached.sessions === sessions) return table;
  const before = new Set<ClassSession>(cached.sessions);
  for (const session of sessions) if (!before.has(session)) table.update(session);
  cached.sessions = sessions;
  return table;
}

function stepsOf({ from, to }: DateRange): DateRange[] {
  const steps: DateRange[] = [];
  for (let begin = from; begin <= to; begin = addDays(begin, STEP_DAYS)) {
    const end = addDays(begin, STEP_DAYS - 1);
    steps.push({ from: begin, to: end < to ? end : to });
  }
  return steps;
}
