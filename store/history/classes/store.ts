/** The classes of the history: questions over one connection, changes over the other. */

import { TurnoutError } from '../../../errors.ts';
import type { ParsedSchedule } from '../../../gym/schedule/entry.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { createListeners } from '../../../runtime/listeners.ts';
import { createQueue, untilLate } from '../../../runtime/timers.ts';
import type { Database } from '../database.ts';
import { coded } from '../faults.ts';
import type { ImportPlan } from './changes.ts';
import type { FeedState, ImportOptions } from './class-store.ts';
import { createFindings } from './findings.ts';
import { forgetVersions, type PlannedImport, planImport } from './import.ts';
import { separate } from './people/trainers.ts';
import { createClassReads } from './reads.ts';
import { planUndo } from './undo.ts';
import { tidyChange, type VersionedChange, writeChange } from './versions.ts';

/** Longest that an import, a preview or an undo may take, ms. Chosen here: six times what 100,000 classes take, see the bench. */
const LIMIT_MS = 120_000;

/** Whatever is changed here rejects with `data_unusable` when the disk fails, and then nothing of it is stored. */
export type ClassStore = ReturnType<typeof createClassStore>['classes'];

type Import = [gymId: string, sourceId: string, parsed: ParsedSchedule, options?: ImportOptions];

/** The store, and what waits for the imports that are under way. */
export function createClassStore(writing: Database, reading: Database, clock: Clock) {
  // One import, preview or undo at a time, of any gym: a change is worked out from what the one before has left.
  const inTurn = createQueue();
  const planned = <Result>(signal: AbortSignal, work: () => Promise<Result>) => {
    const done = inTurn(async () => {
      signal.throwIfAborted();
      await tidyChange(writing);
      return work();
    });
    return coded(inTime(done));
  };
  const write = async (gymId: string, change: VersionedChange, signal: AbortSignal) => {
    await writeChange(writing, change, signal);
    await forgetVersions(writing, reading, gymId, change.number);
  };
  const { add: onChange, tell } = createListeners<[gymId: string]>();
  const taskOf = (...[gymId, sourceId, parsed, options]: Import) => ({
    gymId,
    sourceId,
    parsed,
    roomIdOf: options?.roomIdOf ?? (() => null),
    signal: untilLate(LIMIT_MS, options?.signal),
    origin: options?.origin ?? sourceId,
    nowUtcMs: clock.nowUtcMs(),
  });
  const classes = {
    ...createClassReads(reading),
    ...createFindings(writing, clock, tell),
    /** What {@link import} would do now. Changes nothing. */
    preview: async (...given: Import): Promise<ImportPlan> => {
      const task = taskOf(...given);
      return (await planned(task.signal, () => planImport(reading, task))).plan;
    },
    /**
     * Takes an import, whole or not at all: the same a second time changes nothing. Rejects, as a preview and an undo do, with
     * `schedule_timeout` where it takes more than two minutes.
     */
    import: async (...given: Import): Promise<ImportPlan> => {
      const task = taskOf(...given);
      const { gymId, sourceId, signal } = task;
      const { plan, isChanged } = await planned(signal, async () => {
        await writing.run(ADD_SOURCE, gymId, sourceId);
        const result = asSeen(await planImport(reading, task), given[3]);
        await write(gymId, result.change, signal);
        return result;
      });
      if (isChanged) await tell(gymId);
      return plan;
    },
    /**
     * Takes an import back, whole or not at all: its classes are as they were before. Corrections and counts stay, also of
     * classes that go. Rejects with `import_unknown` where there is none of this number, and with `import_covered` where later
     * imports spoke of the same classes, unless `takesRest`: those then stay as they are.
     */
    undoImport: async (
      gymId: string,
      number: number,
      options: { readonly by: string; readonly takesRest: boolean; readonly signal?: AbortSignal },
    ) => {
      const signal = untilLate(LIMIT_MS, options.signal);
      const report = await planned(signal, async () => {
        const task = { ...options, gymId, number, nowUtcMs: clock.nowUtcMs(), signal };
        const result = await planUndo(reading, task);
        await write(gymId, result.change, signal);
        return result.report;
      });
      await tell(gymId);
      return report;
    },
    /** Takes a join of trainers back. Rejects with `usage` where none of this number holds. */
    separate: async (gymId: string, number: number, by: string) => {
      const task = { gymId, by, nowUtcMs: clock.nowUtcMs() };
      await coded(inTurn(() => writing.transaction((session) => separate(session, number, task))));
      await tell(gymId);
    },
    noteFeed: (gymId: string, sourceId: string, state: FeedState): Promise<unknown> =>
      coded(writing.run(NOTE_FEED, gymId, sourceId, JSON.stringify(state))),
    /** Calls `listener` after records of a gym changed, in this process: who changed them waits until it has taken that up. @returns how to stop listening. */
    onChange,
  };
  return { classes, idle: () => inTurn(() => Promise.resolve()) };
}

/** Says what to do where the time was not enough. */
function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    const hint =
      'nothing was changed; try again when the computer is less busy, or export fewer weeks at a time';
    const expected = `to be done within ${LIMIT_MS / 1000} s`;
    const where = 'schedule import';
    throw new TurnoutError('schedule_timeout', { where, expected, got: 'no end', hint });
  });
}

/** Throws `preview_outdated` before anything is stored. */
function asSeen(result: PlannedImport, options: ImportOptions = {}): PlannedImport {
  if (options.seen === undefined || options.seen === result.plan.digest) return result;
  const expected = 'classes as they were at the preview';
  const got = 'others: they were changed meanwhile';
  const hint = 'nothing was taken; look at a new preview';
  throw new TurnoutError('preview_outdated', { where: 'schedule import', expected, got, hint });
}

const ADD_SOURCE = 'INSERT INTO sources (gym, id) VALUES (?, ?) ON CONFLICT DO NOTHING';

const NOTE_FEED = 'INSERT OR REPLACE INTO feeds (gym, source, state) VALUES (?, ?, ?)';
