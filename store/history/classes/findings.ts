/** What is found out about who was in a class: estimates, corrections by people, true counts. */

import { TurnoutError } from '../../../errors.ts';
import { type AuditKind, noteIn } from '../access.ts';
import type { Database, Session } from '../database.ts';
import type { StoredAttendance } from './class-store.ts';
import { toBody } from './reads.ts';
import { readJson } from './rows.ts';

/** Estimates stored in one transaction. Chosen here: some 10 ms, so that new samples are not held up. */
const BATCH_ESTIMATES = 1_000;

export type Estimates = readonly {
  readonly classId: string;
  readonly estimate: StoredAttendance;
}[];

/** @returns gyms in which something was new. */
export async function storeEstimates(
  database: Database,
  estimates: Estimates,
  nowUtcMs: number,
): Promise<Set<string>> {
  const bodies = new Map(
    estimates.map(({ classId, estimate }) => [classId, JSON.stringify(toBody(estimate))]),
  );
  const rows = [...bodies];
  const gyms = new Set<string>();
  for (let at = 0; at < rows.length; at += BATCH_ESTIMATES) {
    const batch = JSON.stringify(rows.slice(at, at + BATCH_ESTIMATES));
    const touched = await database.transaction(async (session) => {
      const news = await readJson<[classId: string, gymId: string, version: number, body: string]>(
        session,
        NEW_ESTIMATES,
        batch,
      );
      await session.run(STORE_ESTIMATES, nowUtcMs, JSON.stringify(news));
      return news.map(([, gymId]) => gymId);
    });
    for (const gymId of touched) gyms.add(gymId);
  }
  return gyms;
}

/** Makes a correction, or none with `said` null, and withdraws the one before. @returns the gym of the class. */
export function replaceCorrection(
  database: Database,
  classId: string,
  said: { readonly attended: number; readonly note: string | null } | null,
  { by, nowUtcMs }: { readonly by: string; readonly nowUtcMs: number },
): Promise<string> {
  return database.transaction(async (session) => {
    const gym = await gymOf(session, classId);
    await session.run(WITHDRAW, by, nowUtcMs, classId);
    if (said !== null) {
      await session.run(CORRECT, classId, said.attended, said.note, by, nowUtcMs);
    }
    return gym;
  });
}

/** Notes what a person counted, or with `counted` null takes it back. @returns the gym of the class. */
export function replaceTrueCount(
  database: Database,
  classId: string,
  counted: { readonly roomId: string; readonly people: number } | null,
  { by, nowUtcMs }: { readonly by: string; readonly nowUtcMs: number },
): Promise<string> {
  return database.transaction(async (session) => {
    const gym = await gymOf(session, classId);
    const note = (kind: AuditKind) =>
      noteIn(session, { atUtcMs: nowUtcMs, by, kind, gymId: gym, subject: classId });
    if (counted !== null) {
      await session.run(TRUE_COUNT, classId, counted.roomId, counted.people, nowUtcMs);
      await note('true_count_noted');
    } else if ((await session.run('DELETE FROM true_counts WHERE class = ?', classId)) > 0) {
      await note('true_count_withdrawn');
    }
    return gym;
  });
}

async function gymOf(session: Session, classId: string): Promise<string> {
  const sql = 'SELECT gym FROM classes WHERE id = ?';
  const row = await session.get<{ gym: string }>(sql, classId);
  if (row !== undefined) return row.gym;
  throw new TurnoutError('class_unknown', {
    where: 'class',
    expected: 'the id of a class that was imported',
    got: classId,
    hint: 'list the classes with: turnout class list',
  });
}

const NEW_ESTIMATES = `
SELECT json_group_array(json_array(classes.id, classes.gym, coalesce(newest.version, 0) + 1, value ->> 1)) AS page
FROM json_each(?) JOIN classes ON classes.id = value ->> 0
LEFT JOIN estimates AS newest ON newest.class = classes.id
  AND newest.version = (SELECT max(version) FROM estimates WHERE class = classes.id)
WHERE newest.body IS NOT value ->> 1`;

const STORE_ESTIMATES = `
INSERT INTO estimates (class, version, computed_utc_ms, body)
SELECT value ->> 0, value ->> 2, ?1, value ->> 3 FROM json_each(?2)`;

const WITHDRAW = `
UPDATE corrections SET withdrawn_by = ?, withdrawn_utc_ms = ?
WHERE class = ? AND withdrawn_utc_ms IS NULL`;

const CORRECT = `
INSERT INTO corrections (class, number, attended, note, made_by, made_utc_ms)
SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5 FROM corrections WHERE class = ?1`;

const TRUE_COUNT = `
INSERT INTO true_counts (class, room, people, made_utc_ms) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET room = excluded.room, people = excluded.people, made_utc_ms = excluded.made_utc_ms`;
