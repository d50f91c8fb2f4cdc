/** Writes what a batch changed: facts, the classes that they make, and what was before, so that it can be taken back. */

import type { RoomIdOf } from '../../../../gym/schedule/rooms.ts';
import type { Stretch } from '../../../../runtime/stretch.ts';
import type { Session } from '../../database.ts';
import { type Fact, type Speaker, toFactRow } from '../facts.ts';
import { CLASS_ROWS, type MergedClass } from '../imports/merge.ts';
import { isSame, type Row } from '../rows.ts';
import {
  DROP_FACTS,
  NOTE_BEFORE,
  REMOVE_CLASSES,
  RETURN_FINDINGS,
  SET_ASIDE,
  STORE_CLASSES,
  STORE_FACTS,
} from './sql.ts';

/** Who imports, and into what. */
export interface Importer extends Pick<Speaker, 'sourceKey' | 'sourceId' | 'turn'> {
  readonly gymId: string;
  readonly roomIdOf: RoomIdOf;
  /** Who is meant by ids that were joined into others. */
  readonly joined: ReadonlyMap<string, string>;
  /** Whether what facts were before is stored: not where an import is taken back. */
  readonly isNoted: boolean;
}

/** One class, as it was read and as it is now. */
export interface Draft {
  readonly identity: Pick<MergedClass, 'key' | 'id' | 'gymId'>;
  readonly stored: MergedClass | null;
  merged: MergedClass | null;
  readonly facts: Map<string, Fact>;
}

/** What a fact was before it changed; null for nothing. */
export interface Before {
  readonly classId: string;
  readonly fact: Fact | null;
}

export interface BatchChanges {
  readonly drafts: readonly Draft[];
  readonly applied: readonly Fact[];
  /** Ids of the source that it does not speak of any more. */
  readonly dropped: readonly string[];
  /** By ids of the source. */
  readonly before: ReadonlyMap<string, Before>;
}

export interface Stored {
  /** How many were applied and dropped. */
  readonly facts: number;
  /** Whether any class changed. */
  readonly classes: boolean;
}

export async function storeBatch(
  session: Session,
  { sourceKey, turn, isNoted }: Importer,
  { drafts, applied, dropped, before }: BatchChanges,
  stretch: Stretch,
): Promise<Stored> {
  const { gone, changed, added } = await difference(drafts, stretch);
  const run = async (sql: string, rows: readonly unknown[], ...rest: number[]) => {
    if (rows.length === 0) return;
    if (stretch.isOver()) await stretch.pause();
    await session.run(sql, JSON.stringify(rows), ...rest);
  };
  if (dropped.length > 0) await session.run(DROP_FACTS, sourceKey, JSON.stringify(dropped));
  await run(STORE_CLASSES, changed);
  await run(STORE_FACTS, applied.map(toFactRow));
  // A class that a feed dropped and has again begins again; one that an undo took away does not.
  for (const sql of RETURN_FINDINGS) await run(sql, added, isNoted ? 1 : 0);
  await run(SET_ASIDE, gone, isNoted ? 0 : 1);
  for (const sql of REMOVE_CLASSES) await run(sql, gone);
  if (isNoted && before.size > 0) {
    await session.run(NOTE_BEFORE, turn, JSON.stringify(await beforeRows(before, stretch)));
  }
  return { facts: applied.length + dropped.length, classes: changed.length + gone.length > 0 };
}

/** Keys of classes that are gone, rows of those that changed, and ids of those that are new. */
async function difference(drafts: readonly Draft[], stretch: Stretch) {
  const gone: number[] = [];
  const changed: Row[] = [];
  const added: string[] = [];
  for (const { identity, stored, merged } of drafts) {
    if (stretch.isOver()) await stretch.pause();
    if (stored === merged) continue;
    if (merged === null) {
      gone.push(identity.key);
      continue;
    }
    const row = CLASS_ROWS.toRow(merged);
    if (stored === null) added.push(merged.id);
    if (stored === null || !isSame(CLASS_ROWS.toRow(stored), row)) changed.push(row);
  }
  return { gone, changed, added };
}

async function beforeRows(before: ReadonlyMap<string, Before>, stretch: Stretch) {
  const rows: (string | null)[][] = [];
  for (const [externalId, { classId, fact }] of before) {
    if (stretch.isOver()) await stretch.pause();
    rows.push([externalId, classId, fact === null ? null : JSON.stringify(toFactRow(fact))]);
  }
  return rows;
}
