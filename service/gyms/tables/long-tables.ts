/**
 * Classes of ranges longer than what is in memory, as columns: read from the history month by month, each page on SQLite's
 * own thread and turned into columns in short stretches. The newest tables are kept until a class of the gym changes.
 */

import type { GymConfig } from '../../../config/config.ts';
import { addDays, datesRange } from '../../../gym/calendar/zone.ts';
import { SessionTable } from '../../../gym/figures/table/session-table.ts';
import { type DateRange, todayOf } from '../../../gym/reports/period.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { type GymView, VIEW_DAYS } from '../../../gym/sessions/view.ts';
import { Stretch } from '../../../runtime/stretch.ts';
import type { ClassStore } from '../../../store/history/classes/class-store.ts';
import { resolverOf } from '../resolve.ts';

/** Days that are read at once. Chosen here: 4,500 classes of the largest gym. */
const STEP_DAYS = 16;
/** Tables kept. Chosen here: those of two gyms; one of five years with 2,000 classes a week has some 70 MB. */
const MAX_KEPT = 2;

interface Kept extends DateRange {
  readonly gymId: string;
  readonly gym: GymView['gym'];
  readonly table: Promise<SessionTable>;
}

export class LongTables {
  readonly #store: Pick<ClassStore, 'records'>;
  #kept: readonly Kept[] = [];
  readonly #reading = new Set<Promise<unknown>>();

  constructor(store: Pick<ClassStore, 'records'>) {
    this.#store = store;
  }

  /** A table with the classes of the range at least; classes that are in the view are as it has them. Rejects with SQLite's error. */
  table(gym: GymConfig, view: GymView, range: DateRange): Promise<SessionTable> {
    const known = this.#kept.find(
      (one) => one.gym === view.gym && one.from <= range.from && range.to <= one.to,
    );
    if (known !== undefined) return known.table;
    const table = this.#read(gym, view, range);
    const kept = { ...range, gymId: gym.id, gym: view.gym, table };
    const others = this.#kept.filter(({ gymId }) => gymId !== gym.id);
    this.#kept = [...others, kept].slice(-MAX_KEPT);
    const settled = table
      .catch(() => {
        this.#kept = this.#kept.filter((one) => one !== kept);
      })
      .finally(() => this.#reading.delete(settled));
    this.#reading.add(settled);
    return table;
  }

  /** Forgets the classes of a gym: they or its settings have changed. */
  drop(gymId: string): void {
    this.#kept = this.#kept.filter((one) => one.gymId !== gymId);
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading);
  }

  async #read(gym: GymConfig, view: GymView, range: DateRange): Promise<SessionTable> {
    const table = new SessionTable(view.gym);
    const resolve = resolverOf(gym, new Map());
    const today = todayOf(view);
    const [first, last] = [addDays(today, -VIEW_DAYS), addDays(today, 1)];
    const stretch = new Stretch();
    const addAll = async (sessions: Iterable<ClassSession>) => {
      for (const session of sessions) {
        table.add(session);
        if (stretch.isOver()) await stretch.pause();
      }
    };
    const readAll = async (days: DateRange) => {
      for (const step of stepsOf(days)) {
        const instants = datesRange(gym.timezone, step.from, step.to);
        const records = await this.#store.records(gym.id, instants);
        await addAll(resolved(records, resolve));
      }
    };
    const [before, after] = [addDays(first, -1), addDays(last, 1)];
    await readAll({ from: range.from, to: range.to < before ? range.to : before });
    // In memory, with what is known of classes that run.
    if (range.to >= first && range.from <= last) await addAll(view.sessions);
    await readAll({ from: range.from > after ? range.from : after, to: range.to });
    return table;
  }
}

function* resolved<Record>(
  records: readonly Record[],
  resolve: (record: Record) => ClassSession,
): Generator<ClassSession> {
  for (const record of records) yield resolve(record);
}

function stepsOf({ from, to }: DateRange): DateRange[] {
  const steps: DateRange[] = [];
  for (let begin = from; begin <= to; begin = addDays(begin, STEP_DAYS)) {
    const end = addDays(begin, STEP_DAYS - 1);
    steps.push({ from: begin, to: end < to ? end : to });
  }
  return steps;
}
