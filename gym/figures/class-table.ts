/**
 * The classes of a gym with the facts that figures are made of, worked out once for all figures over them. Nothing in it
 * depends on the time of day.
 */

import { datesRange } from '../calendar/zone.ts';
import { type Prices, pricesFinder } from '../reports/money/economics.ts';
import { byText } from '../reports/order.ts';
import type { DateRange } from '../reports/period.ts';
import { attendedOf } from '../reports/sessions/session-facts.ts';
import { createFold } from '../sessions/fold-name.ts';
import type { ClassSession } from '../sessions/session.ts';
import { publishedSession } from '../sessions/small-counts.ts';
import type { GymView, ReportGym } from '../sessions/view.ts';
import { inChunks } from './chunks.ts';
import { type ClassFacts, ClassSeries, type Named } from './facts.ts';
import { type Goals, goalsFinder } from './goals.ts';
import { type WallTime, wallOf } from './wall.ts';

class NamedThings {
  readonly all: Named[] = [];
  readonly #byKey = new Map<string | null, Named>();

  of(key: string | null, id: string | null, name: string | null): Named {
    const known = this.#byKey.get(key) ?? this.#add({ code: this.all.length, key, id, name });
    known.name = name;
    return known;
  }

  find(key: string | null): Named | undefined {
    return this.#byKey.get(key);
  }

  #add(thing: Named): Named {
    this.all.push(thing);
    this.#byKey.set(thing.key, thing);
    return thing;
  }
}

export class ClassTable {
  readonly gym: ReportGym;
  /** By start. */
  readonly classes: ClassFacts[] = [];
  readonly trainers = new NamedThings();
  readonly rooms = new NamedThings();
  /** Names of classes, by their folded spelling. */
  readonly names = new NamedThings();
  /** In the order in which their classes first come. */
  readonly series: ClassSeries[] = [];
  readonly #seriesByKey = new Map<string, ClassSeries>();
  readonly #byId = new Map<string, ClassFacts>();
  readonly #fold = createFold();
  readonly #wallAt: (atUtcMs: number) => WallTime;
  readonly #pricesOf: (session: ClassSession) => Prices;
  readonly #goalsOf: (session: ClassSession) => Goals;

  constructor(gym: ReportGym) {
    this.gym = gym;
    this.#wallAt = wallOf(gym.timezone);
    this.#pricesOf = pricesFinder(gym.economics);
    this.#goalsOf = goalsFinder(gym.goals);
  }

  /** Adds a class. They come by their start. */
  add(session: ClassSession): void {
    const { trainer, roomId, roomName } = session;
    const { day, minuteOfWeek } = this.#wallAt(session.startsUtcMs);
    const room = this.rooms.of(this.roomKey(roomId, roomName), roomId, roomName ?? roomId);
    const name = this.names.of(this.#fold(session.name), null, session.name);
    const series = this.#seriesOf(name, room, minuteOfWeek);
    // Named one by one: spreads would take half of the time of a table.
    const facts: ClassFacts = {
      session,
      attended: attendedOf(session),
      day,
      minuteOfWeek,
      place: this.classes.length,
      trainer: this.trainers.of(trainer?.id ?? null, trainer?.id ?? null, trainer?.name ?? null),
      room,
      name,
      series,
      prices: this.#pricesOf(session),
      goals: this.#goalsOf(session),
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

  find(id: string): ClassFacts | undefined {
    return this.#byId.get(id);
  }

  /** Rooms with an id and rooms that only have a name never meet. */
  roomKey(id: string | null, name: string | null): string {
    return id ?? `?${this.#fold(name ?? '')}`;
  }

  /** Classes that start within the range, in dates of the gym's zone. O(their number). */
  within({ from, to }: DateRange): ClassFacts[] {
    const { fromUtcMs, toUtcMs } = datesRange(this.gym.timezone, from, to);
    return this.classes.slice(this.#firstFrom(fromUtcMs), this.#firstFrom(toUtcMs));
  }

  #firstFrom(atUtcMs: number): number {
    let [low, high] = [0, this.classes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.classes[middle]?.session.startsUtcMs ?? 0) < atUtcMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #seriesOf(name: Named, room: Named, minuteOfWeek: number): ClassSeries {
    const key = `${name.code}/${room.code}/${minuteOfWeek}`;
    const known = this.#seriesByKey.get(key);
    if (known !== undefined) return known;
    const made = new ClassSeries(this.series.length, name, room, minuteOfWeek);
    this.series.push(made);
    this.#seriesByKey.set(key, made);
    return made;
  }
}

/** By the list of classes: views of one second after another share it. */
const tables = new WeakMap<readonly ClassSession[], ClassTable>();

/** The table of the classes in memory. O(classes) for a new list of them. */
export function tableOf({ gym, sessions }: Pick<GymView, 'gym' | 'sessions'>): ClassTable {
  const known = tables.get(sessions);
  const isKnown =
    known?.gym.timezone === gym.timezone &&
    known.gym.economics === gym.economics &&
    known.gym.goals === gym.goals &&
    known.gym.families === gym.families;
  if (known !== undefined && isKnown) return known;
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
  return tableOf(view)
    .names.all.map(({ name }) => name ?? '')
    .sort(byText((name) => name));
}

/** The same table where all counts are shown, else one with the counts as they are written to files. Yields between chunks. */
export function* publishedTable(table: ClassTable): Generator<void, ClassTable> {
  if (table.gym.hidesSmallCounts !== true) return table;
  const published = new ClassTable(table.gym);
  yield* inChunks(table.classes, ({ session }) => published.add(publishedSession(session)));
  return published;
}
