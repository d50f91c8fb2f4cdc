/** Takes a file of classes into the history, or tells what that would change: for commands and the owner API alike. */

import type { GymConfig } from '../../config/config.ts';
import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';
import { DAY_MS } from '../../gym/calendar/zone.ts';
import type { ParsedSchedule, ParseOptions, ScheduleEntry } from '../../gym/schedule/entry.ts';
import {
  type Crowds,
  findCrowds,
  findOddOnes,
  type OddOne,
  understoodFields,
} from '../../gym/schedule/preview.ts';
import { isMadeId } from '../../gym/schedule/rows.ts';
import {
  createNameReader,
  createRoomFinder,
  matchRoom,
  type RoomIdOf,
  remembered,
} from '../../gym/sessions/names.ts';
import { readBack } from '../../gym/sessions/partial-view.ts';
import { wire } from '../../runtime/wire.ts';
import { isClassId } from '../../store/history/classes/class-set.ts';
import type { History } from '../../store/history/history.ts';
import { feedWindow } from '../feeds/window.ts';
import { parseScheduleOffThread } from '../parsing/thread.ts';

/** What a person says of a file. */
export interface ImportWish {
  /** Null: that of earlier files of this name, else that of an earlier file whose classes this one has too, else a new one. */
  readonly source: string | null;
  readonly format: ParseOptions['format'];
  /** Column of a field, by the field's name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Id of the room that is meant by a name. */
  readonly rooms: Readonly<Record<string, string>>;
  /** Name or number of the sheet of a workbook. Null: the first with classes. */
  readonly sheet?: string | null;
  /** Whether counts over one and a half times a room's places are taken as they are. */
  readonly force?: boolean;
  /** Name of the file, for the list of imports. Null: as the source. */
  readonly origin?: string | null;
}

/** What is taken, and how. */
export interface ImportTask {
  readonly gym: GymConfig;
  readonly bytes: Uint8Array;
  readonly wish: ImportWish;
  /** When the file came: series are expanded around it. */
  readonly nowUtcMs: number;
  /** Whether it is read as a feed is, which goes less far back and ahead. */
  readonly isFeed?: boolean;
  /** Digest of the plan that a person has seen: another one is refused. Left out: any. */
  readonly seen?: string;
  /** Whether a table without known columns is a preview of its columns, and no error. */
  readonly showsColumns?: boolean;
  /** Ends the work, which then changes nothing and rejects with its reason. */
  readonly signal: AbortSignal;
}

export interface ImportWorld {
  readonly history: Pick<History, 'classes'>;
  /** Aborts when the program stops. */
  readonly stopping: AbortSignal;
}

/** Series of a file are expanded so far: what reports look back on, and a season ahead. Chosen here. */
const BACK_MS = 60 * DAY_MS;
const AHEAD_MS = 90 * DAY_MS;

/**
 * Imports the file, or tells what it would change. Rejects as parsing does, with `usage` for rooms there are not and for
 * more people than 1.5 times the places without `force`, with `preview_outdated` where another plan was seen, and with
 * `schedule_timeout` where it takes too long.
 *
 * @returns `report` and, of a preview, `shown`: as commands and the owner API tell it. `tooMany`: counts that an import asks back.
 */
export async function takeFile(
  { history, stopping }: ImportWorld,
  what: 'preview' | 'import',
  task: ImportTask,
) {
  const { gym, seen } = task;
  const signal = AbortSignal.any([stopping, task.signal]);
  const { source: named, origin } = task.wish;
  const called = named ?? sourceOfFile(origin ?? '');
  const read = withoutHidden(await parse(task, called, signal), gym);
  const imports = await history.classes.imports(gym.id);
  const standing = imports.filter(({ undoneUtcMs }) => undoneUtcMs === null);
  const isKnown = named !== null || standing.some(({ sourceId }) => sourceId === called);
  const feeds = gym.schedule.map(({ id }) => id);
  const withIds = read.entries.filter(({ externalId }) => !isMadeId(externalId));
  const continued = isKnown ? null : await history.classes.sourceOf(gym.id, withIds, feeds);
  const wish = { ...task.wish, source: continued ?? called };
  // Files of several names may be of several weeks: what one of them lacks is not gone.
  const isWhole =
    named !== null ||
    standing.every((one) => one.sourceId !== wish.source || sourceOfFile(one.origin) === called);
  const parsed = withRooms(isWhole ? read : { ...read, completeUtcMs: null }, gym, wish);
  const roomIdOf = createRoomFinder(gym);
  const crowds = findCrowds(parsed, ({ room }) => {
    const id = room === null ? null : roomIdOf(wish.source, room);
    return gym.rooms.find((one) => one.id === id)?.capacity ?? null;
  });
  if (what === 'import' && wish.force !== true && crowds.count > 0) throw tooMany(crowds);
  const shown: Shown | { readonly fields?: undefined } =
    what === 'preview' ? await look(history, gym, wish.source, { parsed, roomIdOf, crowds }) : {};
  const plan = await history.classes[what](gym.id, wish.source, parsed, {
    roomIdOf,
    signal,
    ...(wish.origin == null ? {} : { origin: wish.origin }),
    ...(seen === undefined ? {} : { seen }),
  });
  const { entries, header = [], unusedColumns = [], columns = {} } = parsed;
  const { rows = entries.length, passedOver = [], passedOverCount = 0 } = parsed;
  const ids = gym.rooms.map(({ id }): string => id);
  const report = {
    gym: gym.id,
    source: wish.source,
    ...wire(parsed, 'format', 'shape'),
    classes: entries.length,
    counts: plan.counts,
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      class: change.classId,
      ...wire(change, 'name', 'startsUtcMs', 'fields'),
    })),
    timezone: gym.timezone,
    columns: header,
    column_of: columns,
    unused_columns: unusedColumns,
    rows,
    passed_over_count: passedOverCount,
    passed_over: passedOver,
    joins: plan.joins,
    rooms: plan.rooms.map(({ name, roomId }) => ({
      name,
      room: roomId,
      nearest: roomId === null ? nearest(name, ids) : null,
    })),
    ...wire(parsed, 'faultCount', 'faults'),
  };
  const { digest, importNumber } = plan;
  return { report, shown, digest, importNumber, tooMany: crowds.count };
}

/** Classes that a preview shows. Chosen here: a screen. */
const SAMPLE = 5;

/** What only a preview tells. */
export type Shown = Awaited<ReturnType<typeof look>>;

/** What a person should see before an import: every field, the first classes as they were understood, and the odd ones out. */
async function look(
  { classes }: ImportWorld['history'],
  gym: GymConfig,
  source: string,
  { parsed, roomIdOf, crowds }: { parsed: ParsedSchedule; roomIdOf: RoomIdOf; crowds: Crowds },
) {
  const { entries } = parsed;
  const [first, last] = [entries[0]?.startsUtcMs ?? 0, entries.at(-1)?.startsUtcMs ?? 0];
  const records = await classes.records(gym.id, { fromUtcMs: first, toUtcMs: last + 1 });
  const trainers = (await classes.trainers(gym.id)).map(({ name }) => name);
  const inFile = entries.flatMap(({ trainer }) => trainer?.name ?? []);
  const spoken = createNameReader([...trainers, ...inFile]);
  const oddOnes = findOddOnes({
    entries,
    known: records.filter(({ sourceId, isCancelled }) => sourceId !== source && !isCancelled),
    trainers,
    spoken,
    rooms: gym.rooms,
    roomIdOf: (name: string) => roomIdOf(source, name),
  });
  return {
    fields: understoodFields(parsed),
    odd_ones: oddOnes.map(oddJson),
    sample: entries.slice(0, SAMPLE).map((entry) => ({
      ...wire(entry, 'name', 'startsUtcMs', 'endsUtcMs'),
      trainer: entry.trainer && spoken(entry.trainer.name),
      room: entry.room,
      cancelled: entry.isCancelled,
      ...wire(entry, 'capacity', 'booked'),
      attended: entry.checkedIn,
    })),
    too_many: crowds.named.map((one) =>
      wire(one, 'line', 'field', 'people', 'room', 'places', 'name'),
    ),
  };
}

function oddJson(one: OddOne) {
  if (one.kind === 'once') return wire(one, 'kind', 'startsUtcMs', 'name');
  return one.kind === 'two_titles' ? wire(one, 'kind', 'startsUtcMs', 'names') : one;
}

/** Counts that an error names. Chosen here: one line of a terminal. */
const NAMED_CROWDS = 3;

function tooMany({ named, count }: Crowds): TurnoutError {
  const shown = named.slice(0, NAMED_CROWDS).map(({ line, field, people, room, places }) => {
    const where = room === null ? 'a class' : `room ${room}`;
    return `${line === null ? '' : `line ${line}: `}${people} ${field} of ${places} in ${where}`;
  });
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return new TurnoutError('usage', {
    where: 'schedule import',
    expected: 'at most 1.5 times as many people as a room has places',
    got: `${shown.join('; ')}${more}`,
    hint: 'nothing was taken; mend the file or the capacity of the room, or take the counts as they are with --force (over HTTP: force)',
  });
}

/** A source that is configured is read as configured; the wish goes before. */
function parse(task: ImportTask, source: string, signal: AbortSignal): Promise<ParsedSchedule> {
  const { schedule, timezone, currency } = task.gym;
  const { format, columns, sheet } = task.wish;
  const { bytes, nowUtcMs, isFeed, showsColumns } = task;
  const configured = schedule.find(({ id }) => id === source);
  const whole = { fromUtcMs: nowUtcMs - BACK_MS, toUtcMs: nowUtcMs + AHEAD_MS };
  const options: ParseOptions = {
    format: format === 'auto' ? (configured?.format ?? format) : format,
    timezone,
    currency,
    columns: { ...configured?.columns, ...columns },
    sheet: sheet ?? null,
    window: isFeed === true ? feedWindow(nowUtcMs, null) : whole,
    takesAllSingles: isFeed !== true,
    nowUtcMs,
    ...(showsColumns === true && { showsColumns }),
  };
  return parseScheduleOffThread(bytes, options, { signal });
}

/** Names that the arguments map are taken as if the file had said the room's id. Throws `usage` for a room there is not. */
function withRooms(
  parsed: ParsedSchedule,
  gym: GymConfig,
  { rooms, source }: ImportWish & { readonly source: string },
): ParsedSchedule {
  const ids = gym.rooms.map(({ id }) => id);
  const stray = Object.values(rooms).find((id) => !ids.includes(id));
  if (stray !== undefined) {
    const expected = `the id of a room of gym ${gym.id}: ${ids.join(', ')}`;
    throw new TurnoutError('usage', { where: '--room', expected, got: stray });
  }
  if (Object.keys(rooms).length === 0) return parsed;
  const byId = ids.map((id) => ({ id, name: id }));
  const roomIdOf = createRoomFinder(gym);
  const meant = remembered((room) => {
    const id = matchRoom(room, byId, rooms);
    // A name that means the room anyway stays as it is written: a class does not move by it.
    return id === null || roomIdOf(source, room) === id ? room : id;
  });
  const roomOf = ({ room }: ScheduleEntry) => (room === null ? null : meant(room));
  return { ...parsed, entries: parsed.entries.map((entry) => ({ ...entry, room: roomOf(entry) })) };
}

/** Small counts that an export of this gym hid are left as they are stored. */
function withoutHidden(parsed: ParsedSchedule, { hidesSmallCounts }: GymConfig): ParsedSchedule {
  if (hidesSmallCounts !== true) return parsed;
  const meant = (entry: ScheduleEntry) => (isClassId(entry.externalId) ? readBack(entry) : entry);
  return { ...parsed, entries: parsed.entries.map(meant) };
}

/** Why an import ends with the program. */
export function importStopped(): TurnoutError {
  const where = 'schedule import';
  const expected = 'a program that runs until the import is done';
  const hint = 'nothing was changed; import again when it runs';
  return new TurnoutError('schedule_timeout', { where, expected, got: 'one that stops', hint });
}

/** An identifier for a source where none is given, such as `bookings-july` for `Bookings (July)`; `import` where nothing is left. */
export function sourceIdFrom(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
  return id === '' ? 'import' : id;
}

/** What the source of a file is called where no one says it. */
export const sourceOfFile = (name: string) => sourceIdFrom(name.replace(/\.[^.]{1,10}$/, ''));
