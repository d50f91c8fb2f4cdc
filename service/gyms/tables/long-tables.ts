/**
 * Classes of ranges longer than what is in memory, as columns: read from the history month by month, each page on SQLite's
 * own thread and turned into columns in short stretches. The newest tables are cached until a class of the gym changes.
 */

import type { GymConfig } from '../../../config/config.ts';
import { addDays, datesRange } from '../../../gym/calendar/zone.ts';
import { ClassTable } from '../../../gym/figures/class-table.ts';
import type { DateRange } from '../../../gym/reports/period.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { Stretch } from '../../../runtime/timers.ts';
import type { ClassStore } from '../../../store/history/classes/class-store.ts';
import { resolverOf } from '../resolve.ts';

/** Days that are read at once. Chosen here: 4,500 classes of the largest gym. */
const STEP_DAYS = 16;
/** Tables in the cache. Chosen here: those of two gyms; one of five years with 100 classes a week has some 15 MB. */
const MAX_CACHED = 2;

interface CachedTable extends DateRange {
  readonly gymId: string;
  readonly gym: GymView['gym'];
  readonly table: Promise<ClassTable>;
  /** The list whose attendance is in the table. */
  sessions: GymView['sessions'];
}

export class LongTables {
  readonly #store: Pick<ClassStore, 'records'>;
  #cached: readonly CachedTable[] = [];
  readonly #reading = new Set<Promise<unknown>>();

  constructor(store: Pick<ClassStore, 'records'>) {
    this.#store = store;
  }

  /** A table with the classes of the range at least; classes that are in the view are as it has them. Rejects with SQLite's error. */
  async table(gym: GymConfig, view: GymView, range: DateRange): Promise<ClassTable> {
    const known = this.#cached.find(
      (one) => one.gym === view.gym && one.from <= range.from && range.to <= one.to,
    );
    if (known !== undefined) return withRunning(known, await known.table, view);
    const table = this.#read(gym, view, range);
    const { sessions } = view;
    const cached: CachedTable = { ...range, gymId: gym.id, gym: view.gym, table, sessions };
    const others = this.#cached.filter(({ gymId }) => gymId !== gym.id);
    this.#cached = [...others, cached].slice(-MAX_CACHED);
    const settled = table
      .catch(() => {
        this.#cached = this.#cached.filter((one) => one !== cached);
      })
      .finally(() => this.#reading.delete(settled));
    this.#reading.add(settled);
    return table;
  }

  /** Forgets the classes of a gym: they or its settings have changed. */
  drop(gymId: string): void {
    this.#cached = this.#cached.filter((one) => one.gymId !== gymId);
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading);
  }

  async #read(gym: GymConfig, view: GymView, range: DateRange): Promise<ClassTable> {
    const table = new ClassTable(view.gym);
    const resolve = resolverOf(gym, new Map());
    // With what is known of classes that run. Which days the view has is not asked: just after midnight those of yesterday.
    const inView = new Map(view.sessions.map((session) => [session.id, session]));
    const stretch = new Stretch();
    for (const step of stepsOf(range)) {
      const instants = datesRange(gym.timezone, step.from, step.to);
      const records = await this.#store.records(gym.id, instants);
      stretch.begin();
      for (const record of records) {
        table.add(inView.get(record.id) ?? resolve(record));
        if (stretch.isOver()) await stretch.pause();
      }
    }
    return table;
  }
}

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
