/** What is found out about who was in a class: estimates, corrections by people, true counts. */

import { TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { type AuditKind, noteIn } from '../access.ts';
import { type Database, readJson, type Session } from '../database.ts';
import { coded } from '../faults.ts';
import type { CorrectionRecord, StoredAttendance, TrueCount } from './class-store.ts';
import { toBody } from './reads.ts';

/** Estimates stored in one transaction. Chosen here: some 10 ms, so that new samples are not held up. */
const BATCH_ESTIMATES = 1_000;

export type Estimates = readonly {
  readonly classId: string;
  readonly estimate: StoredAttendance;
}[];

/** @param tell is told of each gym in which something was new. */
export function createFindings(
  database: Database,
  clock: Pick<Clock, 'nowUtcMs'>,
  tell: (gymId: string) => Promise<unknown>,
) {
  /** Changes what was found out about a class. Rejects with `class_unknown`. */
  const change = async (
    classId: string,
    work: (session: Session, nowUtcMs: number, note: Note) => Promise<unknown>,
  ) => {
    const changed = database.transaction(async (session) => {
      const sql = 'SELECT gym FROM classes WHERE id = ?';
      const row = await session.get<{ gym: string }>(sql, classId);
      if (row === undefined) throw unknownClass(classId);
      const [gymId, atUtcMs] = [row.gym, clock.nowUtcMs()];
      await work(session, atUtcMs, (kind, by) =>
        noteIn(session, { atUtcMs, by, kind, gymId, subject: classId }),
      );
      return gymId;
    });
    await tell(await coded(changed));
  };
  return {
    /** Stores estimates; one that says the same as the newest version adds none, and one of no known class is ignored. */
    recordEstimates: async (estimates: Estimates): Promise<void> => {
      const bodies = estimates.map(({ classId, estimate }) => [classId, toBody(estimate)] as const);
      const rows = [...new Map(bodies)];
      const gyms = new Set<string>();
      for (let at = 0; at < rows.length; at += BATCH_ESTIMATES) {
        const batch = JSON.stringify(rows.slice(at, at + BATCH_ESTIMATES));
        const stored = database.transaction(async (session) => {
          const news = await readJson<NewEstimate>(session, NEW_ESTIMATES, batch);
          await session.run(STORE_ESTIMATES, clock.nowUtcMs(), JSON.stringify(news));
          return news;
        });
        for (const [, gymId] of await coded(stored)) gyms.add(gymId);
      }
      for (const gymId of gyms) void tell(gymId);
    },
    /** Rejects with `class_unknown`. The correction before is withdrawn, and kept. */
    correct: (
      classId: string,
      { attended, note, by }: Pick<CorrectionRecord, 'attended' | 'note' | 'by'>,
    ) =>
      change(classId, async (session, nowUtcMs) => {
        await session.run(WITHDRAW, by, nowUtcMs, classId);
        await session.run(CORRECT, classId, attended, note, by, nowUtcMs);
      }),
    /** Rejects with `class_unknown`; a class without a correction stays as it is. */
    withdrawCorrection: (classId: string, by: string) =>
      change(classId, (session, nowUtcMs) => session.run(WITHDRAW, by, nowUtcMs, classId)),
    /** Rejects with `class_unknown`. A second count of the same class replaces the first. */
    addTrueCount: (
      { classId, roomId, people }: Pick<TrueCount, 'classId' | 'roomId' | 'people'>,
      by: string,
    ) =>
      change(classId, async (session, nowUtcMs, note) => {
        await session.run(TRUE_COUNT, classId, roomId, people, nowUtcMs);
        await note('true_count_noted', by);
      }),
    /** Rejects with `class_unknown`; a class without a true count stays as it is. */
    withdrawTrueCount: (classId: string, by: string) =>
      change(classId, async (session, _, note) => {
        const counts = await session.run('DELETE FROM true_counts WHERE class = ?', classId);
        if (counts > 0) await note('true_count_withdrawn', by);
      }),
  };
}

/** Adds a line on the class to the audit log. */
type Note = (kind: AuditKind, by: string) => Promise<void>;

type NewEstimate = readonly [classId: string, gymId: string, version: number, body: string];

export function unknownClass(classId: string): TurnoutError {
  const expected = 'the id of a class that was imported';
  const hint = 'list the classes with: turnout schedule export';
  return new TurnoutError('class_unknown', { where: 'class', expected, got: classId, hint });
}

const NEW_ESTIMATES = `
SELECT json_group_array(json_array(classes.id, classes.gym, coalesce(newest.version, 0) + 1, value ->> 1)) AS page
FROM json_each(?) JOIN classes ON classes.id = value ->> 0
LEFT JOIN estimates AS newest ON newest.class = classes.id
  AND newest.version = (SELECT max(version) FROM estimates WHERE class = classes.id)
WHERE newest.body IS NOT value ->> 1`;

const STORE_ESTIMATES = `INSERT INTO estimates (class, version, computed_utc_ms, body)
SELECT value ->> 0, value ->> 2, ?1, value ->> 3 FROM json_each(?2)`;

const WITHDRAW = `UPDATE corrections SET withdrawn_by = ?, withdrawn_utc_ms = ?
WHERE class = ? AND withdrawn_utc_ms IS NULL`;

const CORRECT = `INSERT INTO corrections (class, number, attended, note, made_by, made_utc_ms)
SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM corrections WHERE class = ?1`;

const TRUE_COUNT = `INSERT INTO true_counts (class, room, people, made_utc_ms) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET room = excluded.room, people = excluded.people, made_utc_ms = excluded.made_utc_ms`;
