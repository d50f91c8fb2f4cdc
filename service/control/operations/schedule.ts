/** Imports of a schedule, and what they would change. */

import { type Static, Type } from 'typebox';
import type { GymConfig } from '../../../config/config.ts';
import { TurnoutError } from '../../../errors.ts';
import type { ParsedSchedule, PassedOver, ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { type Crowds, findCrowds } from '../../../gym/schedule/preview/crowds.ts';
import { findOddOnes, type OddOne } from '../../../gym/schedule/preview/odd-ones.ts';
import {
  type UnderstoodField,
  understoodFields,
} from '../../../gym/schedule/preview/understood.ts';
import { createRoomFinder, matchRoom, type RoomIdOf } from '../../../gym/schedule/rooms.ts';
import { createNameReader } from '../../../gym/sessions/person-name.ts';
import type { ImportPlan } from '../../../store/history/classes/class-store.ts';
import { parseScheduleOffThread } from '../../parsing/thread.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

const IMPORT_ARGS = Type.Object({
  /** Null means the only gym. */
  gym: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]),
  source: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  format: Type.Union([
    Type.Literal('auto'),
    Type.Literal('ics'),
    Type.Literal('csv'),
    Type.Literal('json'),
  ]),
  /** Column of a field, by the field's name. */
  columns: Type.Record(Type.String(), Type.String()),
  /** Id of the room that is meant by a name. */
  rooms: Type.Record(Type.String(), Type.String()),
  /** Whether counts over one and a half times a room's places are taken as they are. */
  force: Type.Optional(Type.Boolean()),
  /** Name or number of the sheet of a workbook. Null: the first. */
  sheet: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
  /** Name of the file, for the list of imports. Null: as the source. */
  origin: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
});

type ImportArgs = Static<typeof IMPORT_ARGS>;

/** What an import did, or would do. */
/** What only a preview looks at. */
export interface PreviewFacts {
  readonly fields: readonly UnderstoodField[];
  readonly oddOnes: readonly OddOne[];
  /** The first classes as they were understood. */
  readonly sample: readonly ScheduleEntry[];
}

export interface ImportReport
  extends Pick<ParsedSchedule, 'faults' | 'faultCount' | 'format' | 'shape'> {
  /** Rows, events or entries of the file; and those of them that are no classes, such as totals. */
  readonly rows: number;
  readonly passedOver: readonly PassedOver[];
  readonly passedOverCount: number;
  /** Counts that an import asks back. */
  readonly crowds: Crowds;
  /** Null for an import. */
  readonly preview: PreviewFacts | null;
  readonly gymId: string;
  readonly sourceId: string;
  /** Columns that were not read: one of them may be what someone misses. */
  readonly unusedColumns: readonly string[];
  /** Classes that could be read. */
  readonly entries: number;
  readonly plan: ImportPlan;
  /** Of the gym: times are told in it. */
  readonly timezone: string;
  /** Ids of the configured rooms, for those that were not found. */
  readonly roomIds: readonly string[];
}

const DAY_MS = 86_400_000;
/** Series of a file are expanded so far, days: what reports look back on, and a season ahead. Chosen here. */
const WINDOW_DAYS = { back: 60, ahead: 90 } as const;

export function scheduleOperations(world: OperationWorld) {
  const take = async (what: 'preview' | 'import', args: ImportArgs, bytes: Uint8Array) => {
    const gym = gymOf(world.config(), args.gym);
    const parsed = withRooms(await parse(gym, args, bytes, world.clock.nowUtcMs()), gym, args);
    const roomIdOf = createRoomFinder(gym);
    const crowds = crowdsOf(parsed, gym, (room) => roomIdOf(args.source, room));
    if (what === 'import' && args.force !== true && crowds.count > 0) throw tooMany(crowds);
    const preview = what === 'preview' ? await look(world, gym, { args, parsed, roomIdOf }) : null;
    const plan = await world.history.classes[what](gym.id, args.source, parsed, {
      roomIdOf,
      ...(args.origin == null ? {} : { origin: args.origin }),
    });
    const { faults, faultCount, format, shape, entries, unusedColumns = [] } = parsed;
    const { rows = entries.length, passedOver = [], passedOverCount = 0 } = parsed;
    const report: ImportReport = {
      gymId: gym.id,
      sourceId: args.source,
      format,
      shape,
      unusedColumns,
      entries: entries.length,
      faults,
      faultCount,
      rows,
      passedOver,
      passedOverCount,
      preview,
      crowds,
      plan,
      timezone: gym.timezone,
      roomIds: gym.rooms.map(({ id }) => id),
    };
    return report;
  };
  return {
    'schedule.preview': operation(IMPORT_ARGS, (args, bytes) => take('preview', args, bytes)),
    'schedule.import': operation(IMPORT_ARGS, (args, bytes) => take('import', args, bytes)),
  };
}

/** Classes that a preview shows, and odd ones that it tells. Chosen here: a screen, and what anybody reads. */
const SAMPLE = 5;
const MAX_ODD = 200;

function crowdsOf(
  parsed: ParsedSchedule,
  { rooms }: GymConfig,
  roomIdOf: (room: string) => string | null,
): Crowds {
  const places = new Map(rooms.map(({ id, capacity }) => [id, capacity]));
  return findCrowds(parsed, ({ room }) => {
    const id = room === null ? null : roomIdOf(room);
    return id === null ? null : (places.get(id) ?? null);
  });
}

/** Counts that an error names. Chosen here: one line of a terminal. */
const NAMED_CROWDS = 3;

function tooMany({ named, count }: Crowds): TurnoutError {
  const shown = named.slice(0, NAMED_CROWDS).map(({ line, field, people, room, places }) => {
    const where = room === null ? 'a class' : `room ${room}`;
    return `${line === null ? '' : `line ${line}: `}${people} ${field} in ${where} of ${places} places`;
  });
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return new TurnoutError('usage', {
    where: 'schedule import',
    expected: 'at most 1.5 times as many people as a room has places',
    got: `${shown.join('; ')}${more}`,
    hint: 'nothing was taken; mend the file or the capacity of the room, or take the counts as they are with --force',
  });
}

interface Looking {
  readonly args: ImportArgs;
  readonly parsed: ParsedSchedule;
  readonly roomIdOf: RoomIdOf;
}

/** What a person should see before an import: every field, and the odd ones out. */
async function look(
  { history: { classes } }: OperationWorld,
  gym: GymConfig,
  { args, parsed, roomIdOf }: Looking,
): Promise<PreviewFacts> {
  const { entries } = parsed;
  const starts = entries.map(({ startsUtcMs }) => startsUtcMs);
  const [first, last] = [starts[0] ?? 0, starts.at(-1) ?? 0];
  const records = await classes.records(gym.id, { fromUtcMs: first, toUtcMs: last + 1 });
  const trainers = (await classes.trainers(gym.id)).map(({ name }) => name);
  const spoken = createNameReader([...trainers, ...namesIn(entries)]);
  const oddOnes = findOddOnes({
    entries,
    known: records
      .filter(({ sourceId, isCancelled }) => sourceId !== args.source && !isCancelled)
      .map(({ trainer, ...rest }) => ({ ...rest, trainer: trainer?.name ?? null })),
    trainers,
    spoken,
    rooms: gym.rooms,
    roomIdOf: (name) => roomIdOf(args.source, name),
  });
  return {
    fields: understoodFields(parsed),
    oddOnes: oddOnes.slice(0, MAX_ODD),
    sample: entries.slice(0, SAMPLE).map((entry) => ({
      ...entry,
      trainer: entry.trainer && { ...entry.trainer, name: spoken(entry.trainer.name) },
    })),
  };
}

function namesIn(entries: readonly ScheduleEntry[]): string[] {
  return entries.flatMap(({ trainer }) => (trainer === null ? [] : [trainer.name]));
}

/** A source that is configured is read as configured; the arguments go before. */
function parse(
  { schedule, timezone }: GymConfig,
  { source, format, columns, sheet }: ImportArgs,
  bytes: Uint8Array,
  nowUtcMs: number,
): Promise<ParsedSchedule> {
  const configured = schedule.find(({ id }) => id === source);
  return parseScheduleOffThread(bytes, {
    format: format === 'auto' ? (configured?.format ?? format) : format,
    timezone,
    columns: { ...configured?.columns, ...columns },
    sheet: sheet ?? null,
    window: {
      fromUtcMs: nowUtcMs - WINDOW_DAYS.back * DAY_MS,
      toUtcMs: nowUtcMs + WINDOW_DAYS.ahead * DAY_MS,
    },
    takesAllSingles: true,
    nowUtcMs,
  });
}

/** Names that the arguments map are taken as if the file had said the room's id. Throws `usage` for a room there is not. */
function withRooms(parsed: ParsedSchedule, gym: GymConfig, { rooms }: ImportArgs): ParsedSchedule {
  const ids = gym.rooms.map(({ id }) => id);
  const stray = Object.values(rooms).find((id) => !ids.includes(id));
  if (stray !== undefined) {
    throw new TurnoutError('usage', {
      where: '--room',
      expected: `the id of a room of gym ${gym.id}: ${ids.join(', ')}`,
      got: stray,
    });
  }
  if (Object.keys(rooms).length === 0) return parsed;
  const byId = ids.map((id) => ({ id, name: id }));
  const meant = new Map<string, string>();
  const roomOf = ({ room }: ScheduleEntry) => {
    if (room === null) return null;
    const known = meant.get(room) ?? matchRoom(room, byId, rooms) ?? room;
    meant.set(room, known);
    return known;
  };
  return { ...parsed, entries: parsed.entries.map((entry) => ({ ...entry, room: roomOf(entry) })) };
}
