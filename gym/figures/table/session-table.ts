/**
 * Class sessions as columns, prepared once for all queries over them: a query then walks numbers and looks at no object.
 * Nothing in it depends on the time of day.
 */

import type { AmountsConfig } from '../../../config/config.ts';
import { createFold } from '../../reports/fold.ts';
import { amountsFinder } from '../../reports/money/economics.ts';
import { nameOf, type SeriesName, WeeklySeries } from '../../reports/series/weekly-series.ts';
import type { ClassSession } from '../../sessions/session.ts';
import type { ReportGym } from '../../sessions/view.ts';
import { QUALITY_WORDS, SOURCE_WORDS } from '../dimensions.ts';
import {
  type Columns,
  columnsFor,
  grown,
  IS_CANCELLED,
  IS_CHECKED_IN,
  IS_PRESENT,
  IS_SUBSTITUTE,
  UNKNOWN,
} from './columns.ts';
import { Numbered } from './names.ts';
import { Wall } from './wall.ts';

export interface NamedThing {
  /** Null for the classes that name none. */
  readonly id: string | null;
  /** As the newest of its classes writes it. */
  name: string | null;
}

export interface SeriesThing {
  readonly minuteOfWeek: number;
  readonly name: number;
  readonly room: number;
}

const MINUTES = 10_080;
const ROOMS = 65_536;

export class SessionTable {
  readonly gym: ReportGym;
  columns: Columns;
  size = 0;
  readonly ids: string[] = [];
  readonly trainers = new Numbered<string | null, NamedThing>();
  readonly rooms = new Numbered<string, NamedThing>();
  /** By folded name. */
  readonly names = new Numbered<string, { readonly folded: string; name: string }>();
  readonly series = new Numbered<number, SeriesThing>();
  readonly amounts = new Numbered<AmountsConfig, AmountsConfig>();
  readonly #fold = createFold();
  readonly #wall: Wall;
  readonly #amountsOf: (session: ClassSession) => AmountsConfig;
  readonly #seriesNames = new Map<number, SeriesName>();
  readonly #classIds: string[] = [];

  /** @param expected How many classes will come, where it is known. */
  constructor(gym: ReportGym, expected = 1_024) {
    this.gym = gym;
    this.columns = columnsFor(expected);
    this.#wall = new Wall(gym.timezone);
    this.#amountsOf = amountsFinder(gym.economics);
  }

  /** Adds a class. They come by their start. */
  add(session: ClassSession): void {
    const at = this.size;
    if (at >= this.columns.day.length) this.columns = grown(this.columns, at * 2);
    this.size += 1;
    const { columns } = this;
    const { day, minuteOfWeek } = this.#wall.at(session.startsUtcMs);
    columns.startsUtcMs[at] = session.startsUtcMs;
    columns.endsUtcMs[at] = session.endsUtcMs;
    columns.day[at] = day;
    columns.minuteOfWeek[at] = minuteOfWeek;
    columns.capacity[at] = session.capacity ?? UNKNOWN;
    columns.booked[at] = session.booked ?? UNKNOWN;
    columns.checkedIn[at] = session.checkedIn ?? UNKNOWN;
    columns.lateCancels[at] = session.lateCancels ?? UNKNOWN;
    columns.waitlisted[at] = session.waitlisted ?? UNKNOWN;
    columns.revenueMilli[at] = session.revenueMilli ?? Number.NaN;
    this.#attend(session, at);
    this.#name(session, at, minuteOfWeek);
    this.ids.push(session.id);
  }

  /** The same classes with other numbers; what they are called is shared. Nothing may be added to it. */
  withColumns(columns: Columns): SessionTable {
    const { size, ids, trainers, rooms, names, series, amounts } = this;
    const shared = { columns, size, ids, trainers, rooms, names, series, amounts };
    return Object.assign(new SessionTable(this.gym, 0), shared);
  }

  /** Who was there, anew: of a class that runs. Another class changes nothing. */
  tellAttendance(session: ClassSession): void {
    const { startsUtcMs } = this.columns;
    for (
      let at = this.firstFrom(session.startsUtcMs);
      at < this.size && startsUtcMs[at] === session.startsUtcMs;
      at += 1
    ) {
      if (this.ids[at] === session.id) this.#attend(session, at);
    }
  }

  /** `class_id` of a series, as every report writes it. */
  classIdOf(series: number): string {
    this.#classIds[series] ??= this.#writeClassId(series);
    return this.#classIds[series];
  }

  /** Index of the first class that starts at an instant or later. */
  firstFrom(atUtcMs: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.columns.startsUtcMs[middle] ?? 0) < atUtcMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #attend(session: ClassSession, at: number): void {
    const { columns } = this;
    const { attendance } = session;
    const attended =
      attendance === null || attendance.quality === 'none' ? null : attendance.attended;
    columns.flags[at] = flagsOf(session, attended);
    columns.attended[at] = attended ?? UNKNOWN;
    columns.quality[at] =
      attendance === null ? QUALITY_WORDS.length : QUALITY_WORDS.indexOf(attendance.quality);
    columns.source[at] =
      attendance === null ? SOURCE_WORDS.length : SOURCE_WORDS.indexOf(attendance.source);
  }

  #name(session: ClassSession, at: number, minuteOfWeek: number): void {
    const { columns } = this;
    const { trainer, roomId, roomName } = session;
    const trainerNumber = this.trainers.of(trainer?.id ?? null, () => ({
      id: trainer?.id ?? null,
      name: null,
    }));
    const roomKey = roomId ?? `?${this.#fold(roomName ?? '')}`;
    const room = this.rooms.of(roomKey, () => ({ id: roomId, name: null }));
    const folded = this.#fold(session.name);
    const name = this.names.of(folded, () => ({ folded, name: session.name }));
    const key = minuteOfWeek + MINUTES * (room + ROOMS * name);
    columns.trainer[at] = trainerNumber;
    columns.room[at] = room;
    columns.name[at] = name;
    columns.series[at] = this.series.of(key, () => ({ minuteOfWeek, name, room }));
    const amounts = this.#amountsOf(session);
    columns.amounts[at] = this.amounts.of(amounts, () => amounts);
    const [namedTrainer, namedRoom, namedClass] = [
      this.trainers.things[trainerNumber],
      this.rooms.things[room],
      this.names.things[name],
    ];
    if (namedTrainer !== undefined) namedTrainer.name = trainer?.name ?? null;
    if (namedRoom !== undefined) namedRoom.name = roomName ?? roomId;
    if (namedClass !== undefined) namedClass.name = session.name;
  }

  #writeClassId(series: number): string {
    const { minuteOfWeek = 0, name = 0, room = 0 } = this.series.things[series] ?? {};
    const known = this.#seriesNames.get(name) ?? nameOf(this.names.things[name]?.folded ?? '');
    this.#seriesNames.set(name, known);
    const { id = null, name: roomName = null } = this.rooms.things[room] ?? {};
    const roomKey = id ?? `?${this.#fold(roomName ?? '')}`;
    return new WeeklySeries({ name: known, writing: '', roomKey, minuteOfWeek }, []).classId;
  }
}

function flagsOf(session: ClassSession, attended: number | null): number {
  const isImport = session.attendance?.source === 'import';
  const graded = attended === null ? 0 : isImport ? IS_CHECKED_IN : IS_PRESENT;
  return (
    (session.isCancelled ? IS_CANCELLED : 0) | (session.isSubstitute ? IS_SUBSTITUTE : 0) | graded
  );
}
