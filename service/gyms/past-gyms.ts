/** Gyms on dates gone by, the last few of them kept: who asks about June asks twice. */

import type { GymConfig } from '../../config/config.ts';
import type { CalendarDate } from '../../gym/calendar/zone.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ClassStore } from '../../store/history/classes/class-store.ts';
import { gymAsOf } from './as-of.ts';

export interface PastGymsOptions {
  readonly store: Pick<ClassStore, 'records' | 'starts' | 'trainers'>;
  readonly clock: Clock;
}

/** Views kept. Chosen here: two dates of each of a few conversations. */
const MAX_KEPT = 8;
/** Classes in all views kept, some 0.5 kB each. Chosen here: four times the six weeks of the largest gym, 2,000 a week. */
const MAX_SESSIONS = 48_000;

interface Kept {
  readonly gymId: string;
  readonly view: Promise<GymView>;
  /** Of the view; 0 while it is read. */
  sessions: number;
}

export class PastGyms {
  readonly #options: PastGymsOptions;
  /** By gym and date, the one asked for last at the end. */
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Set<Promise<unknown>>();

  constructor(options: PastGymsOptions) {
    this.#options = options;
  }

  /**
   * The gym on a date, see {@link gymAsOf}: the same object while it is cached. Calls that come while it is read share the
   * read. Rejects with SQLite's error.
   */
  view(gym: GymConfig, date: CalendarDate): Promise<GymView> {
    const key = JSON.stringify([gym.id, date]);
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.view;
    }
    const { store, clock } = this.#options;
    const read = gymAsOf(gym, store, { date, nowUtcMs: clock.nowUtcMs() });
    const kept: Kept = { gymId: gym.id, view: read.then(({ view }) => view), sessions: 0 };
    this.#kept.set(key, kept);
    this.#shrink();
    const settled = read
      .then(({ view, isOver }) => {
        kept.sessions = view.sessions.length;
        // What still changes by itself is read again by who asks next.
        if (isOver) this.#shrink();
        else this.#forget(key, kept);
      })
      // Who asked is told why.
      .catch(() => this.#forget(key, kept))
      .finally(() => this.#reading.delete(settled));
    this.#reading.add(settled);
    return kept.view;
  }

  /** Forgets the dates of a gym: its classes or its settings have changed. */
  drop(gymId: string): void {
    for (const [key, kept] of this.#kept) if (kept.gymId === gymId) this.#kept.delete(key);
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#reading);
  }

  #forget(key: string, kept: Kept): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
  }

  /** The newest stays, however large it is. */
  #shrink(): void {
    let sessions = [...this.#kept.values()].reduce((sum, kept) => sum + kept.sessions, 0);
    for (const [key, kept] of this.#kept) {
      const isFull = this.#kept.size > MAX_KEPT || sessions > MAX_SESSIONS;
      if (!isFull || this.#kept.size === 1) return;
      this.#kept.delete(key);
      sessions -= kept.sessions;
    }
  }
}
