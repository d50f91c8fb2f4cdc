/** The classes of the history: questions over one connection, changes over the other. */

import { TurnoutError } from '../../../errors.ts';
import type { FeedState } from '../../../gym/schedule/feed-state.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Database } from '../database.ts';
import { coded } from '../faults.ts';
import type { ClassStore, ImportOptions } from './class-store.ts';
import { replaceCorrection, replaceTrueCount, storeEstimates } from './findings.ts';
import { type ImportResult, runImport } from './imports/import.ts';
import { undoImport } from './imports/undo.ts';
import { separate } from './people/joins.ts';
import { createClassReads } from './reads.ts';

export interface ClassStoreOptions {
  readonly writing: Database;
  readonly reading: Database;
  readonly clock: Clock;
}

export function createClassStore({ writing, reading, clock }: ClassStoreOptions): ClassStore {
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
    signal: options?.signal ?? null,
    origin: options?.origin ?? sourceId,
    nowUtcMs: clock.nowUtcMs(),
  });
  return {
    ...createClassReads(reading),
    preview: async (...given) => {
      const task = taskOf(...given);
      return (await coded(writing.rehearsal((session) => runImport(session, task)))).plan;
    },
    import: async (...given) => {
      const task = taskOf(...given);
      const { plan, isChanged } = await coded(
        writing.transaction(async (session) => asSeen(await runImport(session, task), given[3])),
      );
      if (isChanged) tell(task.gymId);
      return plan;
    },
    undoImport: async (gymId, number, { by: name, takesRest }) => {
      const task = { gymId, number, takesRest, ...by(name) };
      const report = await coded(writing.transaction((session) => undoImport(session, task)));
      tell(gymId);
      return report;
    },
    separate: async (gymId, number, name) => {
      const task = { gymId, ...by(name) };
      await coded(writing.transaction((session) => separate(session, number, task)));
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
      await coded(
        writing.exclusive((session) => session.run(NOTE_FEED, ...feedRow(gymId, sourceId, state))),
      );
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Throws `preview_outdated` within the transaction, which then changes nothing. */
function asSeen(result: ImportResult, options: ImportOptions = {}): ImportResult {
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

const NOTE_FEED = `
INSERT OR REPLACE INTO feeds (gym, source, etag, last_modified, last_read_utc_ms, last_success_utc_ms,
  fault_code, fault_detail, entries, fault_count)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
