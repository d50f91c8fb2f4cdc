/** What each room counts when no one is in it, looked up once a day from the minutes of the week before. */

import { emptyRoomBaseline } from '../../../gym/attendance/empty-room.ts';
import type { InstantRange } from '../../../gym/calendar/zone.ts';
import type { HistoryReads } from '../../../store/history/samples/samples.ts';
import type { RoomClasses } from '../rooms/neighbours.ts';
import type { EstimateOrder } from './estimator.ts';

const DAY_MS = 86_400_000;
/** Chosen here: some night of a week is quiet even in a gym that is open around the clock. */
const LOOK_BACK_MS = 7 * DAY_MS;

/**
 * The classes, as times, that are held in a room while its minutes are looked at, and a day more on either side: those
 * that end before a quiet hour or begin after it count too.
 */
export function heldAround(classes: RoomClasses, nowUtcMs: number): InstantRange[] {
  const fromUtcMs = nowUtcMs - LOOK_BACK_MS - DAY_MS;
  const toUtcMs = nowUtcMs + DAY_MS;
  return classes
    .filter((held) => held.endsUtcMs > fromUtcMs && held.startsUtcMs < toUtcMs)
    .map(({ startsUtcMs, endsUtcMs }) => ({ fromUtcMs: startsUtcMs, toUtcMs: endsUtcMs }));
}

export class EmptyRooms {
  readonly #history: Pick<HistoryReads, 'minutes'>;
  /** Day since 1970, UTC, of which {@link EmptyRooms.#known} is. */
  #day = 0;
  /** By the room's cameras: rooms of two gyms may have the same id. */
  readonly #known = new Map<string, number | null>();

  constructor(history: Pick<HistoryReads, 'minutes'>) {
    this.#history = history;
  }

  /**
   * People counted in the empty room: of several cameras that see the same the highest figure, of those that see parts
   * the sum. Null while no quiet hour is known. Rejects with SQLite's error.
   */
  async baselineOf({ rule, cameras, held, nowUtcMs }: EstimateOrder): Promise<number | null> {
    const ids = cameras.map(({ id }) => id);
    const key = JSON.stringify([rule, ids]);
    const day = Math.floor(nowUtcMs / DAY_MS);
    if (day !== this.#day) this.#known.clear();
    this.#day = day;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const range = { fromUtcMs: nowUtcMs - LOOK_BACK_MS, toUtcMs: nowUtcMs };
    const figures: (number | null)[] = [];
    for (const id of ids) {
      const minutes = await this.#history.minutes(id, range);
      const medians = minutes.map(({ minuteUtcMs, median }) => ({
        atUtcMs: minuteUtcMs,
        count: median,
        flags: 0,
      }));
      figures.push(emptyRoomBaseline(medians, held));
    }
    const people = joined(figures, rule);
    if (day === this.#day) this.#known.set(key, people);
    return people;
  }
}

function joined(figures: readonly (number | null)[], rule: EstimateOrder['rule']): number | null {
  const told = figures.filter((figure) => figure !== null);
  if (told.length === 0) return null;
  if (rule === 'max') return Math.max(...told);
  return rule === 'primary' ? (figures[0] ?? null) : told.reduce((sum, people) => sum + people, 0);
}
