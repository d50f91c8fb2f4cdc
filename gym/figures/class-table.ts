/**
 * The classes of a gym with the facts that figures are made of, worked out once for all figures over them. Nothing in
 * it depends on the time of day.
 */

import { DAY_MINUTES, dayOf, timeOfMinute, type WallTime, wallOf } from '../calendar/zone.ts';
import { byAlphabet } from '../reports/order.ts';
import type { DateRange } from '../reports/period.ts';
import { foldName, remembered } from '../sessions/names.ts';
import { publishedSession } from '../sessions/partial-view.ts';
import { attendedOf, type ClassSession } from '../sessions/session.ts';
import type { GymView, ReportGym } from '../sessions/view.ts';
import { inChunks } from './chunks.ts';
import { type ClassSettings, settingsFinder } from './class-settings.ts';

/** In the order in which they first come. */
type NamedThings = Map<Named['key'], Named>;

export class ClassTable {
  readonly gym: ReportGym;
  /** By start. */
  readonly classes: ClassFacts[] = [];
  readonly trainers: NamedThings = new Map();
  readonly rooms: NamedThings = new Map();
  /** Names of classes, by their folded spelling. */
  readonly names: NamedThings = new Map();
  readonly #series = new Map<string, ClassSeries>();
  readonly #byId = new Map<string, ClassFacts>();
  readonly #fold = remembered(foldName);
  readonly #settingsOf: ReturnType<typeof settingsFinder>;

  constructor(gym: ReportGym) {
    this.gym = gym;
    this.#settingsOf = settingsFinder(gym);
  }

  /** Adds a class. They come by their start. */
  add(session: ClassSession): void {
    const { trainer, roomId, roomName } = session;
    const { day, minuteOfWeek } = wallOf(this.gym.timezone, session.startsUtcMs);
    const roomKey = this.roomKey(roomId, roomName);
    const room = named(this.rooms, roomKey, roomId, roomName ?? roomId);
    const name = named(this.names, this.#fold(session.name), null, session.name);
    const trainerId = trainer?.id ?? null;
    const series = this.#seriesOf(name, room, minuteOfWeek);
    // Named one by one: spreads would take half of the time of a table.
    const facts: ClassFacts = {
      session,
      attended: attendedOf(session),
      day,
      minuteOfWeek,
      place: this.classes.length,
      trainer: named(this.trainers, trainerId, trainerId, trainer?.name ?? null),
      room,
      name,
      series,
      settings: this.#settingsOf(session),
    };
    this.classes.push(facts);
    series.classes.push(facts);
    this.#byId.set(session.id, facts);
  }

  /** Takes who was there from a newer state of a class, which is running. A class that is not here changes nothing. */
  update(session: ClassSession): void {
    const known = this.#byId.get(session.id);
    if (known !== undefined) Object.assign(known, { session, attended: attendedOf(session) });
  }

  /** In the order in which their classes first come. */
  get series(): readonly ClassSeries[] {
    return [...this.#series.values()];
  }

  find(id: string): ClassFacts | undefined {
    return this.#byId.get(id);
  }

  /** Rooms with an id and rooms that only have a name never meet. */
  roomKey(id: string | null, name: string | null): string {
    return id ?? `?${this.#fold(name ?? '')}`;
  }

  /** Classes that start within the range, in dates of the gym's zone. O(all classes). */
  within({ from, to }: DateRange): ClassFacts[] {
    const [first, last] = [dayOf(from), dayOf(to)];
    return this.classes.filter(({ day }) => day >= first && day <= last);
  }

  #seriesOf(name: Named, room: Named, minuteOfWeek: number): ClassSeries {
    const key = `${minuteOfWeek} ${room.key}\n${name.key}`;
    const series = this.#series.get(key) ?? new ClassSeries(name, room, minuteOfWeek);
    this.#series.set(key, series);
    return series;
  }
}

function named(things: NamedThings, key: Named['key'], id: Named['id'], name: Named['name']) {
  const thing = things.get(key) ?? { key, id, name };
  things.set(key, thing);
  thing.name = name;
  return thing;
}

/** By the list of classes: views of one second after another share it. */
const tables = new WeakMap<readonly ClassSession[], ClassTable>();

/** The table of the classes in memory. O(classes) for a new list of them. */
export function tableOf({ gym, sessions }: Pick<GymView, 'gym' | 'sessions'>): ClassTable {
  const known = tables.get(sessions);
  if (known?.gym === gym) return known;
  const table = new ClassTable(gym);
  for (const session of sessions.toSorted((a, b) => a.startsUtcMs - b.startsUtcMs)) {
    table.add(session);
  }
  tables.set(sessions, table);
  return table;
}

/** The classes of the week of a view, in the order in which they first come. */
export function seriesOf(view: Pick<GymView, 'gym' | 'sessions'>): readonly ClassSeries[] {
  return tableOf(view).series;
}

/** When its classes begin, on the wall, each time once. */
export function startTimes(view: GymView): readonly string[] {
  return [...new Set(seriesOf(view).map(({ startTime }) => startTime))];
}

/** Names of all classes of the view, by the alphabet; of several spellings the newest. */
export function classNames(view: GymView): readonly string[] {
  return [...tableOf(view).names.values()].map(({ name }) => name ?? '').sort(byAlphabet);
}

/** The same table where all counts are shown, else one with the counts as they are written to files. Yields between chunks. */
export function* publishedTable(table: ClassTable): Generator<void, ClassTable> {
  if (table.gym.hidesSmallCounts !== true) return table;
  const published = new ClassTable(table.gym);
  yield* inChunks(table.classes, ({ session }) => published.add(publishedSession(session)));
  return published;
}

/** A trainer, a room, or a name of classes: what several classes have in common. */
export interface Named {
  /** What tells it apart: the id of a trainer or a room, a folded name; null is no trainer. */
  readonly key: string | null;
  readonly id: string | null;
  /** As the newest of its classes writes it. */
  name: string | null;
}

export interface ClassFacts extends WallTime {
  session: ClassSession;
  /** People who were there by the best source, where the number has a grade. */
  attended: number | null;
  /** Place among the classes of the table. */
  readonly place: number;
  readonly trainer: Named;
  readonly room: Named;
  readonly name: Named;
  readonly series: ClassSeries;
  readonly settings: ClassSettings;
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Letters of the name in an id. Chosen here: with weekday, time and digest it has at most 80. */
const SLUG_LENGTH = 40;

/**
 * A class as people speak of it: the same name, weekday, start on the wall and room, week after week. A change of the
 * clock leaves it the same class.
 */
export class ClassSeries {
  /** As all classes of the gym spell them. */
  readonly sharedName: Named;
  readonly sharedRoom: Named;
  /** Of the start on the wall, since the begin of Monday: orders as weekday and then start. */
  readonly minuteOfWeek: number;
  /** By start, cancelled and future ones too. */
  readonly classes: ClassFacts[] = [];
  /** Stable over imports and restarts: letters, digits and hyphens, at most 80. */
  readonly classId: string;

  constructor(name: Named, room: Named, minuteOfWeek: number) {
    this.sharedName = name;
    this.sharedRoom = room;
    this.minuteOfWeek = minuteOfWeek;
    this.classId = classIdOf(name.key ?? '', room.key ?? '', minuteOfWeek);
  }

  /** As the newest of its classes spells it. */
  get name(): string {
    return this.classes.at(-1)?.session.name ?? '';
  }

  /** Name for people. */
  get room(): string | null {
    const newest = this.classes.at(-1)?.session;
    return newest?.roomName ?? newest?.roomId ?? null;
  }

  /** 1 is Monday, 7 is Sunday. */
  get weekday(): number {
    return Math.floor(this.minuteOfWeek / DAY_MINUTES) + 1;
  }

  /** On the wall, `18:30`. */
  get startTime(): string {
    return timeOfMinute(this.minuteOfWeek);
  }

  get sessions(): readonly ClassSession[] {
    return this.classes.map(({ session }) => session);
  }
}

/** The id of a class of the week. @param name folded. */
function classIdOf(name: string, roomKey: string, minuteOfWeek: number): string {
  const slug = name
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^-|-$/g, '');
  const weekday = WEEKDAYS[Math.floor(minuteOfWeek / DAY_MINUTES)];
  const time = timeOfMinute(minuteOfWeek).replace(':', '');
  const digest = digestOf(`${name}|${minuteOfWeek}|${roomKey}`);
  return `${slug === '' ? '' : `${slug}-`}${weekday}-${time}-${digest}`;
}

/** FNV-1a, 32 bits: distinguishes rooms, and names that look the same once only letters a to z are left. */
function digestOf(text: string): string {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  return (hash >>> 0).toString(36);
}
