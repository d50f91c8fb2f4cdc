/** Years of a large gym in a real SQLite file, put there by an import and the evaluation's own door. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, type CalendarDate } from '../../engine/calendar/index.ts';
import { systemClock } from '../../engine/clock.ts';
import { type History, openHistory } from '../../engine/history/index.ts';
import { silentLog } from '../../engine/log.ts';
import { classesOfWeek, entryOf, estimateOf, GYM } from './classes.ts';

export interface ClassHistory {
  readonly history: History;
  /** Adds the weeks from one Monday up to, but without, another. @returns classes added. */
  fill(from: CalendarDate, to: CalendarDate): Promise<number>;
  close(): Promise<void>;
}

/** Weeks in one import: what a booking system exports at a time. */
const WEEKS_AT_ONCE = 4;

export async function openClassHistory(): Promise<ClassHistory> {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-bench-'));
  const history = await openHistory({ dir, clock: systemClock, log: silentLog });
  return {
    history,
    fill: async (from, to) => {
      let classes = 0;
      for (let monday = from; monday < to; monday = addDays(monday, 7 * WEEKS_AT_ONCE)) {
        const weeks = Array.from({ length: WEEKS_AT_ONCE }, (_, n) => addDays(monday, 7 * n));
        classes += await add(
          history,
          weeks.filter((week) => week < to),
        );
      }
      return classes;
    },
    close: async () => {
      await history.close();
      await rm(dir, { recursive: true });
    },
  };
}

async function add({ classes }: History, mondays: readonly CalendarDate[]): Promise<number> {
  const sessions = mondays.flatMap(classesOfWeek);
  await classes.import(GYM.id, 'bench', {
    entries: sessions.map(entryOf),
    faults: [],
    faultCount: 0,
    format: 'csv',
    shape: 'generic',
    completeUtcMs: null,
  });
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const range = { fromUtcMs: first.startsUtcMs, toUtcMs: last.startsUtcMs + 1 };
  const stored = await classes.records(GYM.id, range);
  const byPlace = new Map(
    sessions.map((session) => [placeOf(session.startsUtcMs, session.roomName), session]),
  );
  await classes.recordEstimates(
    stored.flatMap(({ id, startsUtcMs, room }) => {
      const session = byPlace.get(placeOf(startsUtcMs, room));
      const estimate = session === undefined ? null : estimateOf(session);
      return estimate === null ? [] : [{ classId: id, estimate }];
    }),
  );
  return sessions.length;
}

/** One class at a time in a room. */
function placeOf(startsUtcMs: number, room: string | null): string {
  return `${startsUtcMs} ${room}`;
}
