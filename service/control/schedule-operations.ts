/** Imports of a schedule, and what they would change. */

import { type Static, Type } from 'typebox';
import type { GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import type { ParsedSchedule, ScheduleEntry } from '../../gym/schedule/entry.ts';
import { createRoomFinder, matchRoom } from '../../gym/schedule/rooms.ts';
import type { ImportPlan } from '../../store/history/classes/class-store.ts';
import { parseScheduleOffThread } from '../parsing/thread.ts';
import { gymOf } from './gym.ts';
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
});

type ImportArgs = Static<typeof IMPORT_ARGS>;

/** What an import did, or would do. */
export interface ImportReport
  extends Pick<ParsedSchedule, 'faults' | 'faultCount' | 'format' | 'shape'> {
  readonly gymId: string;
  readonly sourceId: string;
  /** Columns that were not read: one of them may be what somebody misses. */
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
    const plan = await world.history.classes[what](gym.id, args.source, parsed, {
      roomIdOf: createRoomFinder(gym),
    });
    const { faults, faultCount, format, shape, entries, unusedColumns = [] } = parsed;
    const report: ImportReport = {
      gymId: gym.id,
      sourceId: args.source,
      format,
      shape,
      unusedColumns,
      entries: entries.length,
      faults,
      faultCount,
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

/** A source that is configured is read as configured; the arguments go before. */
function parse(
  { schedule, timezone }: GymConfig,
  { source, format, columns }: ImportArgs,
  bytes: Uint8Array,
  nowUtcMs: number,
): Promise<ParsedSchedule> {
  const configured = schedule.find(({ id }) => id === source);
  return parseScheduleOffThread(bytes, {
    format: format === 'auto' ? (configured?.format ?? format) : format,
    timezone,
    columns: { ...configured?.columns, ...columns },
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
