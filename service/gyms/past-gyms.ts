/** What reaches beyond the classes in memory: gyms on dates gone by, and long ranges as columns, the last few of these kept. */

import type { GymConfig } from '../../config/config.ts';
import { addDays, type CalendarDate, dateAt, datesRange } from '../../gym/calendar/zone.ts';
import { ClassTable, tableOf } from '../../gym/figures/class-table.ts';
import { type DateRange, isInView } from '../../gym/reports/period.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { GymClasses } from './gym-classes.ts';
import { resolverOf } from './resolve.ts';

type Classes = Pick<ClassStore, 'records' | 'starts' | 'trainers'>;

/** Tables in the cache. Chosen here: those of two gyms; one of five years with 100 classes a week has some 15 MB. */
const MAX_CACHED = 2;

interface CachedTable extends DateRange {
  readonly gymId: string;
  readonly gym: GymView['gym'];
  readonly table: Promise<ClassTable>;
  /** The list whose attendance is in the table. */
  sessions: GymView['sessions'];
}

export type PastGyms = ReturnType<typeof createPastGyms>;

export function createPastGyms(store: Classes) {
  let tables: readonly CachedTable[] = [];
  const reading = new Set<Promise<unknown>>();
  const noted = <Found>(read: Promise<Found>): Promise<Found> => {
    reading.add(read);
    return read.finally(() => reading.delete(read));
  };
  return {
    /** The gym on a date gone by, see {@link gymAsOf}; null for today and later ones. */
    view: (gym: GymConfig, moment: PastMoment): Promise<GymView> | null => {
      const isPast = moment.date < dateAt(gym.timezone, moment.nowUtcMs);
      return isPast ? noted(gymAsOf(gym, store, moment)) : null;
    },
    /**
     * The classes of a range: those of the view, where it has all of them or is none of a gym here. Of long ranges they are
     * read from the history month by month, each page on SQLite's own thread, and turned into columns in short stretches;
     * classes that are in the view are as it has them. Rejects with SQLite's error.
     *
     * @param gym of which the view is; undefined for one that is none of a gym here.
     */
    classesIn: async (
      gym: GymConfig | undefined,
      view: GymView,
      range: DateRange,
    ): Promise<ClassTable> => {
      if (gym === undefined || isInView(view, range)) return tableOf(view);
      const known = tables.find(
        (one) => one.gym === view.gym && one.from <= range.from && range.to <= one.to,
      );
      if (known !== undefined) return withRunning(known, await known.table, view);
      const table = noted(readTable(gym, store, view, range));
      const { sessions } = view;
      const cached: CachedTable = { ...range, gymId: gym.id, gym: view.gym, table, sessions };
      const others = tables.filter(({ gymId }) => gymId !== gym.id);
      tables = [...others, cached].slice(-MAX_CACHED);
      // Who asked is told of a failure.
      table.catch(() => {
        tables = tables.filter((one) => one !== cached);
      });
      return table;
    },
    /** Forgets what was read of a gym: its classes or its settings have changed. */
    drop: (gymId: string): void => {
      tables = tables.filter((one) => one.gymId !== gymId);
    },
    /** Resolves when nothing is read any more. */
    settled: (): Promise<unknown> => Promise.allSettled(reading),
  };
}

async function readTable(
  gym: GymConfig,
  store: Classes,
  view: GymView,
  range: DateRange,
): Promise<ClassTable> {
  const table = new ClassTable(view.gym);
  const resolve = resolverOf(gym, new Map());
  // With what is known of classes that run. Which days the view has is not asked: just after midnight those of yesterday.
  const inView = new Map(view.sessions.map((session) => [session.id, session]));
  const stretch = new Stretch();
  for (let from = range.from; from <= range.to; from = addDays(from, STEP_DAYS)) {
    const end = addDays(from, STEP_DAYS - 1);
    const instants = datesRange(gym.timezone, from, end < range.to ? end : range.to);
    const records = await store.records(gym.id, instants);
    stretch.begin();
    for (const record of records) {
      table.add(inView.get(record.id) ?? resolve(record));
      if (stretch.isOver()) await stretch.pause();
    }
  }
  return table;
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
): Promise<GymView> {
  const midnightUtcMs = Math.min(nowUtcMs, datesRange(gym.timezone, date, date).toUtcMs - 1);
  const clock = { nowUtcMs: () => midnightUtcMs, monotonicMs: () => 0 };
  const classes = new GymClasses({ gym, store, cameras: () => null, clock });
  await classes.load();
  const view = classes.view();
  // Nothing that is read depends on the instant within two days: only what has ended by then does.
  return { ...view, nowUtcMs: Math.min(nowUtcMs, lastEndOf(view)) };
}

/** `date`: on the gym's wall, at the latest that of `nowUtcMs`. */
interface PastMoment {
  readonly date: CalendarDate;
  readonly nowUtcMs: number;
}

/** The last end of a class that runs at the instant of the view; this instant where none does. */
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
