/**
 * The gyms of a chain as reports see them: loaded when someone asks, kept while they are asked for, and read again when a
 * box has sent something of them. The same reports over the same classes give the same bodies as in the box.
 */

import type { RoomsNow } from '../../chain/sync.ts';
import type { CalendarDate } from '../../gym/calendar/zone.ts';
import type { ClassTable } from '../../gym/figures/class-table.ts';
import type { DateRange } from '../../gym/reports/period.ts';
import type { GymView, RoomView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { isUnseen, UNSEEN } from '../../service/gyms/evaluator.ts';
import { GymClasses } from '../../service/gyms/gym-classes.ts';
import type { ClassesSource, GymScopes, GymSource } from '../../service/gyms/gym-source.ts';
import { createPastGyms, type PastGyms } from '../../service/gyms/past-gyms.ts';
import type { StoredAttendance } from '../../store/history/classes/class-store.ts';
import type { Database } from '../database/database.ts';
import { createGymReads, type GymReads } from './class-reads.ts';
import { type Directory, gymOf, gymWithoutSettings } from './directory.ts';
import type { LiveRooms } from './live-rooms.ts';

interface ChainGymsParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly live: LiveRooms;
}

/** Classes of all gyms in memory, some 2 kB each with what reports keep with them. Chosen here: the six weeks of 2,000 gyms with ten classes a day, some 1.7 GB at most where each was asked for everything. */
const MAX_SESSIONS = 840_000;
/** How often it is looked which classes have begun in rooms that no camera sees, ms. As in the box. */
const REFRESH_MS = 30_000;

interface Entry {
  readonly classes: GymClasses;
  /** Whether what was read is what is stored, as far as this node was told. */
  isStale: boolean;
  refreshedMs: number;
  /** What the box said when it was last looked which classes run. */
  running: RoomsNow | null;
  /** The newest view with what its box says of its rooms. */
  shown: { readonly base: GymView; readonly live: RoomsNow; readonly view: GymView } | null;
}

export class ChainGyms implements GymSource, ClassesSource {
  readonly scopes: GymScopes;
  readonly #parts: ChainGymsParts;
  readonly #reads: GymReads;
  readonly #past: PastGyms;
  /** The one asked for last at the end. */
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Those that changed while they were read. */
  readonly #changed = new Set<string>();
  #sessions = 0;
  readonly #counts = { hits: 0, reads: 0 };

  constructor(parts: ChainGymsParts) {
    this.#parts = parts;
    const { database, directory } = parts;
    this.scopes = directory;
    this.#reads = createGymReads(database, (id) => directory.find(id)?.key ?? 0);
    this.#past = createPastGyms(this.#reads);
  }

  /** Null where {@link view} can answer at once; else it can once this resolves. Rejects with `database_unusable`. */
  prepare(gymId: string): Promise<void> | null {
    const entry = this.#entries.get(gymId);
    if (entry !== undefined && !entry.isStale && entry.classes.isFresh()) {
      this.#counts.hits += 1;
      const waiting = this.#parts.live.refresh(gymId);
      this.#refresh(entry, gymId);
      return waiting === null ? null : waiting.then(() => this.#refresh(entry, gymId));
    }
    if (this.#parts.directory.find(gymId) === undefined) return null;
    const known = this.#loading.get(gymId);
    if (known !== undefined) return known;
    this.#counts.reads += 1;
    // What is in memory is shown while the database is away.
    const loading = this.#load(gymId)
      .catch((error: unknown) => {
        if (!this.#entries.has(gymId)) throw error;
      })
      .finally(() => this.#loading.delete(gymId));
    this.#loading.set(gymId, loading);
    return loading;
  }

  view(gymId: string): GymView | null {
    const entry = this.#entries.get(gymId);
    if (entry === undefined) return null;
    this.#entries.delete(gymId);
    this.#entries.set(gymId, entry);
    // For streams, which ask once and look again and again.
    if (entry.isStale) this.prepare(gymId)?.catch(() => undefined);
    return this.#shown(entry, gymId);
  }

  /** Handed on alone, as {@link classesIn}. */
  readonly asOf = async (gymId: string, date: CalendarDate): Promise<GymView | null> => {
    await this.prepare(gymId);
    const gym = this.#entries.get(gymId)?.classes.gym;
    if (gym === undefined) return null;
    const nowUtcMs = this.#parts.clock.nowUtcMs();
    return this.#past.view(gym, { date, nowUtcMs }) ?? this.view(gymId);
  };

  /** Handed on alone, as a function. */
  readonly classesIn = async (view: GymView, range: DateRange): Promise<ClassTable> => {
    const classes = this.#entries.get(view.gym.id)?.classes;
    const isOwn = classes !== undefined && classes.view().gym === view.gym;
    return this.#past.classesIn(isOwn ? classes.gym : undefined, view, range);
  };

  sandbox(nowUtcMs: number): GymView {
    return sandboxView(nowUtcMs);
  }

  /** The classes and settings of a gym in memory; undefined where {@link view} is null. */
  classesOf(gymId: string): GymClasses | undefined {
    return this.#entries.get(gymId)?.classes;
  }

  /** Something of the gym has changed: what is in memory is shown until it is asked for again. */
  changed(gymId: string): void {
    const entry = this.#entries.get(gymId);
    if (entry !== undefined) entry.isStale = true;
    if (this.#loading.has(gymId)) this.#changed.add(gymId);
    this.#past.drop(gymId);
  }

  /** It is not known what has changed: notices were missed. */
  allChanged(): void {
    for (const gymId of this.#entries.keys()) this.changed(gymId);
  }

  /** What is in memory, and since the start how often a gym was there, or had to be read. */
  figures() {
    return { gyms: this.#entries.size, sessions: this.#sessions, ...this.#counts };
  }

  async #load(gymId: string): Promise<void> {
    const { database, clock, directory } = this.#parts;
    const listed = directory.find(gymId);
    if (listed === undefined) return;
    const known = this.#entries.get(gymId);
    this.#changed.delete(gymId);
    if (known !== undefined) known.isStale = false;
    const [row] = await database
      .query<SettingsRow>(SETTINGS, [listed.key])
      .catch((error: unknown) => {
        if (known !== undefined) known.isStale = true;
        throw error;
      });
    const gym = row?.settings ? gymOf(gymId, row.settings) : gymWithoutSettings(gymId, listed.name);
    const text = JSON.stringify(row?.settings);
    const classes =
      known?.classes ?? new GymClasses({ gym, store: this.#reads, cameras: () => null, clock });
    if (known !== undefined && this.#settings.get(classes) !== text) classes.applyGym(gym);
    this.#settings.set(classes, text);
    const before = classes.sessions.length;
    const fresh = { classes, isStale: false, refreshedMs: 0, running: null, shown: null };
    const entry: Entry = known ?? fresh;
    try {
      await classes.load();
    } catch (error) {
      entry.isStale = true;
      throw error;
    }
    this.#sessions += classes.sessions.length - (known === undefined ? 0 : before);
    this.#entries.set(gymId, entry);
    if (this.#changed.delete(gymId)) entry.isStale = true;
    entry.refreshedMs = Number.NEGATIVE_INFINITY;
    await this.#parts.live.refresh(gymId);
    this.#refresh(entry, gymId);
    this.#shrink(gymId);
  }

  /** Settings that classes were read with, as text: the same ones leave all that was computed by them as it is. */
  readonly #settings = new WeakMap<GymClasses, string | undefined>();

  /** What the box's evaluator says of rooms without a camera is stored nowhere: it is said here by the same rule. */
  #refresh(entry: Entry, gymId: string): void {
    const { clock, live } = this.#parts;
    const report = live.of(gymId);
    const nowMs = clock.monotonicMs();
    if (nowMs - entry.refreshedMs < REFRESH_MS && report === entry.running) return;
    entry.running = report;
    entry.refreshedMs = nowMs;
    const { classes } = entry;
    const nowUtcMs = clock.nowUtcMs();
    const filmed = classes.gym.rooms.filter(({ cameras }) => cameras.length > 0);
    const seen = new Set(filmed.map(({ id }) => id));
    const running = new Map<string, StoredAttendance>();
    for (const [at, session] of classes.sessions.entries()) {
      const estimate = classes.records[at]?.estimate ?? null;
      if (estimate === null && isUnseen(session, seen, nowUtcMs)) running.set(session.id, UNSEEN);
    }
    for (const [id, one] of Object.entries(report?.running ?? {})) running.set(id, runningOf(one));
    classes.setRunning(running);
  }

  /** The same object as long as neither the classes nor what the box says has changed. */
  #shown(entry: Entry, gymId: string): GymView {
    const base = entry.classes.view();
    const live = this.#parts.live.of(gymId);
    if (live === null) return base;
    const { shown } = entry;
    if (shown !== null && shown.base === base && isSameNow(shown.live, live)) return shown.view;
    const byId = new Map(live.rooms.map((room) => [room.id, room]));
    const rooms = base.rooms.map((room): RoomView => {
      const now = byId.get(room.id);
      if (now === undefined) return room;
      const { occupancy, updated_utc_ms: updatedUtcMs, state } = now;
      return { ...room, occupancy, updatedUtcMs, state };
    });
    entry.shown = { base, live, view: { ...base, rooms } };
    return entry.shown.view;
  }

  /** The one that was asked for stays, however large it is. */
  #shrink(exceptId: string): void {
    for (const [gymId, { classes }] of this.#entries) {
      if (this.#sessions <= MAX_SESSIONS) return;
      if (gymId === exceptId) continue;
      this.#entries.delete(gymId);
      this.#sessions -= classes.sessions.length;
    }
  }
}

function isSameNow(one: RoomsNow, other: RoomsNow): boolean {
  return one === other || JSON.stringify(one.rooms) === JSON.stringify(other.rooms);
}

/** Of a class that is not over, as its box says it. */
function runningOf(one: RoomsNow['running'][string]): StoredAttendance {
  return {
    ...one,
    source: one.source as StoredAttendance['source'],
    quality: one.quality as StoredAttendance['quality'],
    reasons: one.reasons as unknown as StoredAttendance['reasons'],
    figures: {},
    method: 'box',
  };
}

type SettingsRow = { readonly settings: Parameters<typeof gymOf>[1] | null };

const SETTINGS = 'SELECT settings FROM gym WHERE key = $1';
