/** What each room counts when nobody is in it, looked up once a day from the minutes of the week before. */

import { emptyRoomBaseline } from '../attendance/index.ts';
import type { Clock } from '../clock.ts';
import type { RoomConfig } from '../config/index.ts';
import type { History } from '../history/index.ts';
import type { RoomClasses } from './neighbours.ts';

const DAY_MS = 86_400_000;
/** Chosen here: some night of a week is quiet even in a gym that is open around the clock. */
const LOOK_BACK_MS = 7 * DAY_MS;

export class EmptyRooms {
  readonly #history: Pick<History, 'minutes'>;
  readonly #clock: Clock;
  /** Day since 1970, UTC, of which {@link EmptyRooms.#known} is. */
  #day = 0;
  /** By the room's cameras: rooms of two gyms may have the same id. */
  readonly #known = new Map<string, number | null>();

  constructor(history: Pick<History, 'minutes'>, clock: Clock) {
    this.#history = history;
    this.#clock = clock;
  }

  /**
   * People counted in the empty room: of several cameras that see the same the highest figure, of those that see parts
   * the sum. Null while no quiet hour is known. Rejects with SQLite's error.
   */
  async baselineOf(room: RoomConfig, classes: RoomClasses): Promise<number | null> {
    const cameras = room.cameras.filter(({ isEnabled }) => isEnabled).map(({ id }) => id);
    const key = JSON.stringify([room.cameraRule, cameras]);
    const nowUtcMs = this.#clock.nowUtcMs();
    const day = Math.floor(nowUtcMs / DAY_MS);
    if (day !== this.#day) this.#known.clear();
    this.#day = day;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const range = { fromUtcMs: nowUtcMs - LOOK_BACK_MS, toUtcMs: nowUtcMs };
    const held = classes.map(({ startsUtcMs, endsUtcMs }) => ({
      fromUtcMs: startsUtcMs,
      toUtcMs: endsUtcMs,
    }));
    const figures: (number | null)[] = [];
    for (const camera of cameras) {
      const minutes = await this.#history.minutes(camera, range);
      const medians = minutes.map(({ minuteUtcMs, median }) => ({
        atUtcMs: minuteUtcMs,
        count: median,
        flags: 0,
      }));
      figures.push(emptyRoomBaseline(medians, held));
    }
    const people = joined(figures, room.cameraRule);
    if (day === this.#day) this.#known.set(key, people);
    return people;
  }
}

function joined(
  figures: readonly (number | null)[],
  rule: RoomConfig['cameraRule'],
): number | null {
  const told = figures.filter((figure) => figure !== null);
  if (told.length === 0) return null;
  if (rule === 'max') return Math.max(...told);
  return rule === 'primary' ? (figures[0] ?? null) : told.reduce((sum, people) => sum + people, 0);
}
