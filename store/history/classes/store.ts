/** The classes of the history: questions over one connection, changes over the other. */

import { TurnoutError } from '../../../errors.ts';
import type { FeedState } from '../../../gym/schedule/entry.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { createTurns } from '../../../runtime/timers.ts';
import type { Database } from '../database.ts';
import { coded } from '../faults.ts';
import type { ClassStore, ImportOptions } from './class-store.ts';
import { replaceCorrection, replaceTrueCount, storeEstimates } from './findings.ts';
import { forgetVersions, type PlannedImport, planImport } from './import.ts';
import { separate } from './people/trainers.ts';
import { createClassReads } from './reads.ts';
import { planUndo } from './undo.ts';
import { tidyChange, type VersionedChange, writeChange } from './versions.ts';

/** Longest that an import, a preview or an undo may take, ms. Chosen here: six times what 100,000 classes take, see the bench. */
const LIMIT_MS = 120_000;

export interface ClassStoreOptions {
  readonly writing: Database;
  readonly reading: Database;
  readonly clock: Clock;
}

/** The store, and what waits for the imports that are under way. */
export function createClassStore({ writing, reading, clock }: ClassStoreOptions): {
  readonly classes: ClassStore;
  readonly idle: () => Promise<void>;
} {
  // One import, preview or undo at a time, of any gym: a change is worked out from what the one before has left.
  const inTurn = createTurns();
  const idle = () => inTurn(() => Promise.resolve());
  const planned = <Result>(signal: AbortSignal, work: () => Promise<Result>) =>
    inTurn(async () => {
      signal.throwIfAborted();
      await tidyChange(writing);
      return work();
    });
  const write = async (gymId: string, change: VersionedChange, signal: AbortSignal) => {
    await writeChange(writing, change, signal);
    await forgetVersions(writing, reading, gymId, change.number);
  };
  const listeners = new Set<(gymId: string) => void>();
  const tell = (gymId: string) => {
    for (const listener of [...listeners]) listener(gymId);
  };
  const correct = async (...correction: Parameters<typeof replaceCorrection>) => {
    tell(await coded(replaceCorrection(...correction)));
  };
  const count = async (...counted: Parameters<typeof replaceTrueCount>) => {
    tell(await coded(replaceTrueCount(...counted)));
  };
  const by = (name: string) => ({ by: name, nowUtcMs: clock.nowUtcMs() });
  const taskOf = (...[gymId, sourceId, parsed, options]: Parameters<ClassStore['import']>) => ({
    gymId,
    sourceId,
    parsed,
    roomIdOf: options?.roomIdOf ?? (() => null),
    signal: limited(options?.signal),
    origin: options?.origin ?? sourceId,
    nowUtcMs: clock.nowUtcMs(),
  });
  const classes: ClassStore = {
    ...createClassReads(reading),
    preview: async (...given) => {
      const task = taskOf(...given);
      const previewed = planned(task.signal, () => planImport(reading, task));
      return (await coded(inTime(previewed))).plan;
    },
    import: async (...given) => {
      const task = taskOf(...given);
      const { gymId, sourceId, signal } = task;
      const taken = planned(signal, async () => {
        await writing.run(ADD_SOURCE, gymId, sourceId);
        const result = asSeen(await planImport(reading, task), given[3]);
        await write(gymId, result.change, signal);
        return result;
      });
      const { plan, isChanged } = await coded(inTime(taken));
      if (isChanged) tell(gymId);
      return plan;
    },
    undoImport: async (gymId, number, { by: name, takesRest, signal }) => {
      const task = { gymId, number, takesRest, ...by(name), signal: limited(signal) };
      const undone = planned(task.signal, async () => {
        const result = await planUndo(reading, task);
        await write(gymId, result.change, task.signal);
        return result.report;
      });
      const report = await coded(inTime(undone));
      tell(gymId);
      return report;
    },
    separate: async (gymId, number, name) => {
      const task = { gymId, ...by(name) };
      await coded(inTurn(() => writing.transaction((session) => separate(session, number, task))));
      tell(gymId);
    },
    recordEstimates: async (estimates) => {
      const gyms = await coded(storeEstimates(writing, estimates, clock.nowUtcMs()));
      for (const gymId of gyms) tell(gymId);
    },
    correct: (classId, said) => correct(writing, classId, said, by(said.by)),
    withdrawCorrection: (classId, name) => correct(writing, classId, null, by(name)),
    addTrueCount: ({ classId, ...counted }, name) => count(writing, classId, counted, by(name)),
    withdrawTrueCount: (classId, name) => count(writing, classId, null, by(name)),
    noteFeed: async (gymId, sourceId, state) => {
      await coded(writing.run(NOTE_FEED, ...feedRow(gymId, sourceId, state)));
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  return { classes, idle };
}

/** Aborts with `signal`, and when the time is up. */
function limited(signal?: AbortSignal): AbortSignal {
  const late = AbortSignal.timeout(LIMIT_MS);
  return signal === undefined ? late : AbortSignal.any([signal, late]);
}

/** Says what to do where the time was not enough. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new TurnoutError('schedule_timeout', {
      where: 'schedule import',
      expected: `to be done within ${LIMIT_MS / 1000} s`,
      got: 'no end',
      hint: 'nothing was changed; try again when the computer is less busy, or export fewer weeks at a time',
    });
  }
}

/** Throws `preview_outdated` before anything is stored. */
function asSeen(result: PlannedImport, options: ImportOptions = {}): PlannedImport {
  if (options.seen === undefined || options.seen === result.plan.digest) return result;
  throw new TurnoutError('preview_outdated', {
    where: 'schedule import',
    expected: 'classes as they were at the preview',
    got: 'others: they were changed meanwhile',
    hint: 'nothing was taken; look at a new preview',
  });
}

function feedRow(gymId: string, sourceId: string, state: FeedState) {
  return [
    gymId,
    sourceId,
    state.etag,
    state.lastModified,
    state.lastReadUtcMs,
    state.lastSuccessUtcMs,
    state.fault?.code ?? null,
    state.fault?.detail ?? null,
    state.entries,
    state.faultCount,
  ];
}

const ADD_SOURCE = 'INSERT INTO sources (gym, id) VALUES (?, ?) ON CONFLICT DO NOTHING';

const NOTE_FEED = `
INSERT OR REPLACE INTO feeds (gym, source, etag, last_modified, last_read_utc_ms, last_success_utc_ms,
  fault_code, fault_detail, entries, fault_count)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
