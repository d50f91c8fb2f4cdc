/**
 * One gym's classes in memory: six weeks back to the end of tomorrow, and the view that reports are made of.
 *
 * The same view is given until something a report says may have changed: the classes, a class that began or ended, the
 * date, or, at most once a second, what the cameras see. So whatever is computed from a view can be kept with it.
 */

import { addDays, dateAt, datesRange, dayRange } from '../calendar/index.ts';
import type { Clock } from '../clock.ts';
import type { GymConfig, RoomConfig } from '../config/index.ts';
import type { ClassRecord, ClassStore, StoredAttendance } from '../history/index.ts';
import type { ClassSession, GymView, RoomView, Trainer } from '../sessions/index.ts';
import { VIEW_DAYS } from '../sessions/index.ts';
import { type ClassHours, classHoursOf, EVERY_HOUR } from './class-hours.ts';
import { type LiveCameras, liveRoom } from './live-room.ts';
import { resolveSessions } from './resolve.ts';

export interface GymBookOptions {
  readonly gym: GymConfig;
  readonly store: Pick<ClassStore, 'records' | 'trainers'>;
  readonly cameras: LiveCameras;
  readonly clock: Clock;
}

/** Rooms are looked at anew at most this often, ms. Source: decisions, idea 5 of the architecture page. */
const LIVE_MS = 1_000;

export class GymBook {
  readonly #options: GymBookOptions;
  #gym: GymConfig;
  #records: readonly ClassRecord[] = [];
  #sessions: readonly ClassSession[] = [];
  #trainers: readonly Trainer[] = [];
  #running: ReadonlyMap<string, StoredAttendance> = new Map();
  #hours: ClassHours = EVERY_HOUR;
  #today: string | null = null;
  #view: GymView | null = null;
  #looked = { atMs: Number.NEGATIVE_INFINITY, rooms: [] as readonly RoomView[] };
  #moment: Moment | null = null;
  #loading: Promise<void> | null = null;
  #isLoadWanted = false;

  constructor(options: GymBookOptions) {
    this.#options = options;
    this.#gym = options.gym;
  }

  get gym(): GymConfig {
    return this.#gym;
  }

  get records(): readonly ClassRecord[] {
    return this.#records;
  }

  get sessions(): readonly ClassSession[] {
    return this.#sessions;
  }

  get hours(): ClassHours {
    return this.#hours;
  }

  /** Whether the classes in memory are those of today's window: false from midnight on until they are loaded again. */
  isOfToday(): boolean {
    return this.#today === this.#dateNow();
  }

  /** Takes new settings; the classes are resolved again. */
  applyGym(gym: GymConfig): void {
    this.#gym = gym;
    this.#resolve();
  }

  /** Says what is known of classes and not stored, by class id: of those that are not over, and of rooms that nobody sees. */
  setRunning(running: ReadonlyMap<string, StoredAttendance>): void {
    this.#running = running;
    this.#resolve();
  }

  /**
   * Reads the classes anew. Calls that come while one is under way make one more of it.
   *
   * @returns resolves when what was stored at the time of the call is in memory; rejects with SQLite's error.
   */
  load(): Promise<void> {
    this.#isLoadWanted = true;
    this.#loading ??= this.#loadAll().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** The gym as it is now. */
  view(): GymView {
    const nowUtcMs = this.#options.clock.nowUtcMs();
    const moment = this.#momentAt(nowUtcMs);
    const rooms = this.#rooms(moment);
    if (this.#view !== null && this.#view.rooms === rooms) return this.#view;
    const { id, timezone, currency, economics, verdicts } = this.#gym;
    this.#view = {
      gym: { id, timezone, currency, economics, verdicts },
      nowUtcMs,
      sessions: this.#sessions,
      rooms,
      trainers: this.#trainers,
    };
    return this.#view;
  }

  async #loadAll(): Promise<void> {
    while (this.#isLoadWanted) {
      this.#isLoadWanted = false;
      const { store } = this.#options;
      const { id, timezone } = this.#gym;
      const today = this.#dateNow();
      const window = datesRange(timezone, addDays(today, -VIEW_DAYS), addDays(today, 1));
      const [records, trainers] = await Promise.all([
        store.records(id, window),
        store.trainers(id),
      ]);
      this.#records = records;
      this.#trainers = trainers;
      this.#today = today;
      this.#resolve();
    }
  }

  #resolve(): void {
    this.#sessions = resolveSessions(this.#records, this.#gym, this.#running);
    this.#hours = classHoursOf(this.#sessions, this.#gym.attendance);
    this.#moment = null;
    this.#view = null;
  }

  /** What holds between two boundaries: a class that begins or ends, a new date, a clock that was set back. */
  #momentAt(nowUtcMs: number): Moment {
    const known = this.#moment;
    if (known !== null && known.fromUtcMs <= nowUtcMs && nowUtcMs < known.untilUtcMs) return known;
    this.#moment = momentOf(this.#sessions, this.#gym.timezone, nowUtcMs);
    this.#view = null;
    return this.#moment;
  }

  /** The same list while nothing in it has changed, and for a second anyway. */
  #rooms({ runningRooms }: Moment): readonly RoomView[] {
    const { clock, cameras } = this.#options;
    const nowMs = clock.monotonicMs();
    if (this.#view !== null && nowMs - this.#looked.atMs < LIVE_MS) return this.#looked.rooms;
    const nowUtcMs = clock.nowUtcMs();
    const { staff } = this.#gym.attendance;
    const rooms = this.#gym.rooms.map((room) => {
      const isStaffCounted = runningRooms.has(room.id) && !hasStaffZone(room);
      return liveRoom(room, cameras, { nowUtcMs, staff: isStaffCounted ? staff : 0 });
    });
    const before = this.#looked.rooms;
    const isSame =
      rooms.length === before.length && rooms.every((room, at) => isEqual(room, before[at]));
    this.#looked = { atMs: nowMs, rooms: isSame ? before : rooms };
    return this.#looked.rooms;
  }

  #dateNow(): string {
    return dateAt(this.#gym.timezone, this.#options.clock.nowUtcMs());
  }
}

interface Moment {
  readonly fromUtcMs: number;
  readonly untilUtcMs: number;
  /** Rooms in which a class is running: its trainer is in the picture. */
  readonly runningRooms: ReadonlySet<string>;
}

function momentOf(sessions: readonly ClassSession[], timezone: string, nowUtcMs: number): Moment {
  const today = dateAt(timezone, nowUtcMs);
  const runningRooms = new Set<string>();
  let untilUtcMs = dayRange(timezone, today).toUtcMs;
  for (const { startsUtcMs, endsUtcMs, isCancelled, roomId } of sessions) {
    if (startsUtcMs > nowUtcMs) {
      untilUtcMs = Math.min(untilUtcMs, startsUtcMs);
    } else if (endsUtcMs > nowUtcMs) {
      untilUtcMs = Math.min(untilUtcMs, endsUtcMs);
      if (roomId !== null && !isCancelled) runningRooms.add(roomId);
    }
  }
  return { fromUtcMs: nowUtcMs, untilUtcMs, runningRooms };
}

function hasStaffZone(room: RoomConfig): boolean {
  return room.cameras.some(({ zones }) => zones.some(({ kind }) => kind === 'staff'));
}

function isEqual(a: RoomView, b: RoomView | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.name === b.name &&
    a.capacity === b.capacity &&
    a.occupancy === b.occupancy &&
    a.updatedUtcMs === b.updatedUtcMs &&
    a.state === b.state
  );
}
