/**
 * One gym's classes in memory: six weeks back to the end of tomorrow, and the view that reports are made of.
 *
 * The same view is given until something a report says may have changed: the classes, a class that began or ended, the
 * date, or, at most once a second, what the cameras see. So whatever is computed from a view can be kept with it.
 */

import { isDeepStrictEqual } from 'node:util';
import type { GymConfig, RoomConfig } from '../../config/config.ts';
import { type CameraState, isCameraFine } from '../../engine/cameras/state.ts';
import { fusedCount, sharedNames } from '../../gym/attendance/line.ts';
import type { Sample } from '../../gym/attendance/sample.ts';
import { addDays, dateAt, datesRange } from '../../gym/calendar/zone.ts';
import { type KnownStarts, knownDaysOf } from '../../gym/reports/period.ts';
import type { ClassSession, Trainer } from '../../gym/sessions/session.ts';
import { type GymView, type ReportGym, type RoomView, VIEW_DAYS } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createQueue, Stretch } from '../../runtime/timers.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { type Moment, momentOf, type Running, resolverOf, withRunning } from './resolve.ts';

interface GymClassesOptions {
  readonly gym: GymConfig;
  readonly store: Pick<ClassStore, 'records' | 'starts' | 'trainers'>;
  readonly cameras: LiveCameras;
  readonly clock: Clock;
}

/** Rooms are looked at anew at most this often, ms. Source: decisions, idea 5 of the architecture page. */
const LIVE_MS = 1_000;

export class GymClasses {
  readonly #options: GymClassesOptions;
  gym: GymConfig;
  records: readonly ClassRecord[] = [];
  sessions: readonly ClassSession[] = [];
  /** What is known of classes and not stored, by class id. */
  running: Running = new Map();
  #reportGym: ReportGym;
  #trainers: readonly Trainer[] = [];
  #starts: KnownStarts | null = null;
  /** Zone and date whose window is in memory; null where the newest read failed. */
  #window: string | null = null;
  /** Whether the classes were ever read: before, nothing can be said of the gym. */
  isLoaded = false;
  #view: GymView | null = null;
  #looked = { atMs: Number.NEGATIVE_INFINITY, rooms: [] as readonly RoomView[] };
  #moment: Moment | null = null;
  /** A read that was asked for and has not begun. */
  #nextRead: Promise<void> | null = null;
  readonly #inTurn = createQueue();

  constructor(options: GymClassesOptions) {
    this.#options = options;
    this.gym = options.gym;
    this.#reportGym = reportGymOf(options.gym);
  }

  /** Whether the classes in memory are those of now: not from midnight on, in another zone, or after a read that failed. */
  isFresh(): boolean {
    return this.#window === this.#windowNow();
  }

  /** Takes new settings; the classes are resolved again. */
  applyGym(gym: GymConfig): void {
    this.gym = gym;
    this.#reportGym = reportGymOf(gym);
    this.#show(this.records, this.records.map(resolverOf(gym, this.running)));
  }

  /** Says what is known of classes and not stored, by class id: of those that are not over, and of rooms that nobody sees. */
  setRunning(running: Running): void {
    const before = this.running;
    this.running = running;
    const sessions = withRunning(this.sessions, this.records, { before, after: running });
    if (sessions === null) return;
    // No moment depends on who was there.
    this.sessions = sessions;
    this.#view = null;
  }

  /**
   * Reads the classes anew, one read after the other; calls that come before one has begun share it.
   *
   * @returns resolves when what was stored at the time of the call is in memory; rejects with SQLite's error.
   */
  load(): Promise<void> {
    this.#nextRead ??= this.#inTurn(() => {
      this.#nextRead = null;
      return this.#read();
    });
    return this.#nextRead;
  }

  /** Resolves when nothing is read any more. */
  async settled(): Promise<void> {
    await this.#inTurn(async () => undefined);
  }

  /** The gym as it is now. */
  view(): GymView {
    const nowUtcMs = this.#options.clock.nowUtcMs();
    const moment = this.#momentAt(nowUtcMs);
    const rooms = this.#rooms(moment);
    if (this.#view !== null && this.#view.rooms === rooms) return this.#view;
    this.#view = {
      gym: this.#reportGym,
      nowUtcMs,
      sessions: this.sessions,
      rooms,
      known: knownDaysOf(this.#starts, this.gym.timezone, nowUtcMs),
      trainers: this.#trainers,
    };
    return this.#view;
  }

  async #read(): Promise<void> {
    const { store, clock } = this.#options;
    const { id, timezone } = this.gym;
    const window = this.#windowNow();
    const today = dateAt(timezone, clock.nowUtcMs());
    const range = datesRange(timezone, addDays(today, -VIEW_DAYS), addDays(today, 1));
    try {
      const reads = [store.records(id, range), store.trainers(id), store.starts(id)] as const;
      const [records, trainers, starts] = await Promise.all(reads);
      const sessions = await this.#resolved(records);
      this.#starts = starts;
      this.#trainers = trainers;
      this.#show(records, sessions);
    } catch (error) {
      this.#window = null;
      throw error;
    }
    this.#window = window;
    this.isLoaded = true;
  }

  /** By the settings and what runs at the end: where they change on the way, all begins again at once. */
  async #resolved(records: readonly ClassRecord[]): Promise<ClassSession[]> {
    const gym = this.gym;
    const running = this.running;
    const resolve = resolverOf(gym, running);
    const sessions: ClassSession[] = [];
    const stretch = new Stretch();
    for (const record of records) {
      sessions.push(resolve(record));
      if (stretch.isOver()) await stretch.pause();
    }
    if (this.gym === gym && this.running === running) return sessions;
    return records.map(resolverOf(this.gym, this.running));
  }

  #show(records: readonly ClassRecord[], sessions: readonly ClassSession[]): void {
    this.records = records;
    this.sessions = sessions;
    this.#moment = null;
    this.#view = null;
  }

  /** What holds between two boundaries: a class that begins or ends, a new date, a clock that was set back. */
  #momentAt(nowUtcMs: number): Moment {
    const known = this.#moment;
    if (known !== null && known.fromUtcMs <= nowUtcMs && nowUtcMs < known.untilUtcMs) return known;
    this.#moment = momentOf(this.sessions, this.gym.timezone, nowUtcMs);
    this.#view = null;
    return this.#moment;
  }

  /** The same list while nothing in it has changed, and for a second anyway. */
  #rooms({ runningRooms }: Moment): readonly RoomView[] {
    const { clock, cameras } = this.#options;
    const nowMs = clock.monotonicMs();
    if (this.#view !== null && nowMs - this.#looked.atMs < LIVE_MS) return this.#looked.rooms;
    const nowUtcMs = clock.nowUtcMs();
    const { staff } = this.gym.attendance;
    const rooms = this.gym.rooms.map((room) => {
      const isStaffCounted = runningRooms.has(room.id) && !hasStaffZone(room);
      return liveRoom(room, cameras, { nowUtcMs, staff: isStaffCounted ? staff : 0 });
    });
    const before = this.#looked.rooms;
    this.#looked = { atMs: nowMs, rooms: isDeepStrictEqual(rooms, before) ? before : rooms };
    return this.#looked.rooms;
  }

  #windowNow(): string {
    const { timezone } = this.gym;
    return `${timezone} ${dateAt(timezone, this.#options.clock.nowUtcMs())}`;
  }
}

export function reportGymOf(gym: GymConfig): ReportGym {
  const { id, name, timezone, currency, economics, families, verdicts, goals } = gym;
  const hidden = gym.hidesSmallCounts && { hidesSmallCounts: gym.hidesSmallCounts };
  return { id, name, timezone, currency, economics, families, verdicts, goals, ...hidden };
}

/** Whether a staff zone takes the staff off what is counted in a room. */
export function hasStaffZone(room: RoomConfig): boolean {
  return room.cameras.some(({ zones }) => zones.some(({ kind }) => kind === 'staff'));
}

/** A camera as it is now. */
export interface LiveCamera {
  readonly state: CameraState;
  /** Newest sample, good or not; null where there is none yet. */
  readonly sample:
    | (Pick<Sample, 'atUtcMs' | 'count' | 'flags'> & Partial<Pick<Sample, 'zones'>>)
    | null;
  /** How often a sample is wanted now, ms. */
  readonly periodMs: number;
}

export type LiveCameras = (cameraId: string) => LiveCamera | null;

/** A count older than this many periods, and than {@link STALE_MS}, tells of a room that is no more. */
const STALE_PERIODS = 3;
/** Source: docs/method.md#sampling. */
const STALE_MS = 20_000;

/**
 * The room's view. Several cameras become one count by the room's rule, over those whose count is fresh.
 *
 * @param staff to take off while a class runs: 0 where a staff zone does it.
 */
export function liveRoom(
  room: RoomConfig,
  cameras: LiveCameras,
  { nowUtcMs, staff }: { readonly nowUtcMs: number; readonly staff: number },
): RoomView {
  const { id, name, capacity } = room;
  const seen = room.cameras
    .filter(({ enabled }) => enabled)
    .map(({ id: cameraId, zones }) => {
      const camera = cameras(cameraId);
      const sample = camera?.sample?.flags === 0 ? camera.sample : null;
      const good = sample === null || sample.count === null ? null : sample;
      const count = good !== null && isFresh(camera, good.atUtcMs, nowUtcMs) ? good.count : null;
      return { camera, zones, good, count };
    });
  const times = seen.flatMap(({ good }) => good?.atUtcMs ?? []);
  const updatedUtcMs = times.length === 0 ? null : Math.max(...times);
  const overlapsOf = ({ zones }: (typeof seen)[number]) =>
    zones.filter(({ kind }) => kind === 'overlap').map((zone) => zone.name);
  // For each part of the floor that several cameras see, what they count there; as in `attendance`.
  const shared = sharedNames(seen.map(overlapsOf)).map((overlap) =>
    seen.flatMap(({ zones, good, count }) => {
      const at = zones.findIndex((zone) => zone.kind === 'overlap' && zone.name === overlap);
      return at < 0 ? [] : [count === null ? null : (good?.zones?.[at] ?? null)];
    }),
  );
  const counts = seen.map(({ count }) => count);
  const people = seen.length === 0 ? null : fusedCount(counts, room.cameraRule, shared);
  const occupancy = people === null ? null : Math.max(0, people - staff);
  const common = { id, name, capacity, occupancy, updatedUtcMs };
  if (seen.length === 0) return { ...common, state: 'no_camera' };
  if (occupancy !== null) return { ...common, state: 'live' };
  const isReachable = seen.some(({ camera }) => camera !== null && isAnswering(camera.state));
  return { ...common, state: isReachable && updatedUtcMs !== null ? 'stale' : 'offline' };
}

function isFresh(camera: LiveCamera | null, atUtcMs: number, nowUtcMs: number): boolean {
  const periodMs = camera?.periodMs ?? 0;
  const period = Number.isFinite(periodMs) ? periodMs : 0;
  // Of before the clock was set back: it would stay young for as long as the clock went back.
  return Math.abs(nowUtcMs - atUtcMs) <= Math.max(STALE_MS, STALE_PERIODS * period);
}

const isAnswering = (state: CameraState) =>
  state !== 'stopped' && (isCameraFine(state) || state === 'degraded');

/**
 * What is kept with the view that it was made from, by name: it costs nothing until the view changes. The oldest are let go.
 *
 * @param most Of one view.
 */
export function viewCache<Value extends object>(most: number) {
  const cache = new WeakMap<GymView, Map<string, Value>>();
  return {
    get: (view: GymView, name: string, make: () => Value): Value => {
      const ofView = cache.get(view) ?? new Map<string, Value>();
      const known = ofView.get(name);
      if (known !== undefined) return known;
      const made = make();
      cache.set(view, ofView);
      const [oldest = name] = ofView.keys();
      if (ofView.size >= most) ofView.delete(oldest);
      ofView.set(name, made);
      return made;
    },
    forget: (view: GymView, name: string) => void cache.get(view)?.delete(name),
  };
}

export type ViewCache<Value extends object> = ReturnType<typeof viewCache<Value>>;
