/**
 * The classes that one batch of an import speaks of: read, changed in memory, written back. Everything happens inside
 * the import's transaction.
 */

import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { foldName } from '../../../../gym/sessions/fold-name.ts';
import type { Stretch } from '../../../../runtime/stretch.ts';
import type { Session } from '../../database.ts';
import { applyEntry, type Fact, type FactRow, fromFactRow } from '../facts.ts';
import { classIdOf } from '../identity.ts';
import { CLASS_ROWS, type MergedClass, merge } from '../imports/merge.ts';
import { readJson } from '../json-rows.ts';
import type { Row } from '../rows.ts';
import { type Candidates, slotOf } from './candidates.ts';
import { KEYS_OF, KNOWN, READ_CLASSES, READ_FACTS } from './sql.ts';
import { type Before, type Draft, type Importer, type Stored, storeBatch } from './store.ts';

/** What one batch speaks of. */
interface BatchInput {
  /** Ids of the source that are to be forgotten. */
  readonly drops: readonly string[];
  readonly entries: readonly ScheduleEntry[];
  /** Of the import. */
  readonly candidates: Candidates;
  /** Of the import: work on the calling thread gives way when it is over. */
  readonly stretch: Stretch;
}

/** What became of a class: null before it was there, and when it is gone. */
export interface Outcome {
  readonly before: MergedClass | null;
  readonly after: MergedClass | null;
}

export class ClassBatch {
  readonly #importer: Importer;
  readonly #session: Session;
  readonly #stretch: Stretch;
  readonly #drafts = new Map<number, Draft>();
  readonly #byExternalId = new Map<string, Draft>();
  readonly #byId = new Map<string, Draft>();
  /** Those that the source does not claim, by start and name, see {@link slotOf}. */
  readonly #bySlot = new Map<string, Set<Draft>>();
  readonly #applied = new Map<string, Fact>();
  readonly #dropped = new Set<string>();
  /** What facts were before they changed, by external id, with the class that they spoke of. */
  readonly #before = new Map<string, Before>();
  readonly #candidates: Candidates | null;
  #nextKey = 1;

  private constructor(
    session: Session,
    importer: Importer,
    stretch: Stretch,
    candidates: Candidates | null,
  ) {
    this.#candidates = candidates;
    this.#session = session;
    this.#importer = importer;
    this.#stretch = stretch;
  }

  /** Reads the classes that already have facts of these ids, and those that entries without such might join. */
  static async load(
    session: Session,
    importer: Importer,
    { drops, entries, candidates, stretch }: BatchInput,
  ): Promise<ClassBatch> {
    const batch = new ClassBatch(session, importer, stretch, candidates);
    const { sourceKey } = importer;
    const known = new Map(
      await readJson<[externalId: string, classKey: number]>(
        session,
        KNOWN,
        sourceKey,
        JSON.stringify([...drops, ...entries.map(({ externalId }) => externalId)]),
      ),
    );
    const others = entries.filter(({ externalId }) => !known.has(externalId));
    const newIds: string[] = [];
    for (const { externalId } of others) {
      if (stretch.isOver()) await stretch.pause();
      newIds.push(batch.#newId(externalId));
    }
    const back = await readJson<number>(session, KEYS_OF, JSON.stringify(newIds));
    const joinable = await candidates.keysFor(session, others);
    await batch.#read([...new Set([...known.values(), ...back, ...joinable])]);
    return batch;
  }

  /** Reads classes by their ids, to take back what an import said of them. */
  static async loadIds(
    session: Session,
    importer: Importer,
    { classIds, stretch }: { readonly classIds: readonly string[]; readonly stretch: Stretch },
  ): Promise<ClassBatch> {
    const batch = new ClassBatch(session, importer, stretch, null);
    await batch.#read(await readJson<number>(session, KEYS_OF, JSON.stringify(classIds)));
    return batch;
  }

  /** What the source says of a class is `before` again; null for nothing. */
  undo(externalId: string, classId: string, before: FactRow | null): Outcome {
    if (before === null) return this.drop(externalId);
    const { gymId, sourceKey, sourceId } = this.#importer;
    const draft = this.#byId.get(classId) ?? this.#addNew({ id: classId, gymId });
    const fact = { ...this.#factOf(before, sourceId), classKey: draft.identity.key };
    this.#applied.set(externalId, fact);
    this.#byExternalId.set(externalId, draft);
    draft.facts.set(factName(sourceKey, externalId), fact);
    return this.#mergeAgain(draft);
  }

  /** Applies one entry: of a class that the source spoke of before, else of one to join, else of a new one. */
  apply(entry: ScheduleEntry, trainerId: string | null): Outcome {
    const draft = this.#byExternalId.get(entry.externalId) ?? this.#draftFor(entry);
    const { sourceKey, sourceId, turn } = this.#importer;
    const known = draft.facts.get(factName(sourceKey, entry.externalId)) ?? null;
    const speaker = { sourceKey, sourceId, turn, classKey: draft.identity.key, trainerId };
    const fact = applyEntry(known, entry, speaker);
    if (fact === known) return { before: draft.merged, after: draft.merged };
    this.#note(entry.externalId, draft, known);
    this.#applied.set(entry.externalId, fact);
    this.#byExternalId.set(entry.externalId, draft);
    draft.facts.set(factName(sourceKey, entry.externalId), fact);
    return this.#mergeAgain(draft);
  }

  /** Forgets what the source said. The class goes when no one else speaks of it. */
  drop(externalId: string): Outcome {
    const draft = this.#byExternalId.get(externalId);
    if (draft === undefined) return { before: null, after: null };
    const name = factName(this.#importer.sourceKey, externalId);
    this.#note(externalId, draft, draft.facts.get(name) ?? null);
    draft.facts.delete(name);
    this.#byExternalId.delete(externalId);
    this.#dropped.add(externalId);
    return this.#mergeAgain(draft);
  }

  /** Writes what is new. @returns how many facts were, and whether classes were. */
  store(): Promise<Stored> {
    for (const draft of this.#drafts.values()) {
      const { identity, stored, merged } = draft;
      const to = merged === null || this.#isClaimed(draft) ? null : merged;
      this.#candidates?.move(identity.key, stored, to);
    }
    return storeBatch(
      this.#session,
      this.#importer,
      {
        drafts: [...this.#drafts.values()],
        applied: [...this.#applied.values()],
        dropped: [...this.#dropped],
        before: this.#before,
      },
      this.#stretch,
    );
  }

  #note(externalId: string, { identity }: Draft, fact: Fact | null): void {
    if (this.#before.has(externalId)) return;
    this.#before.set(externalId, { classId: identity.id, fact });
  }

  /** With who is meant now by the trainer that it names. */
  #factOf(row: FactRow, sourceId: string): Fact {
    const fact = fromFactRow(row, sourceId);
    const into = this.#importer.joined.get(fact.trainerId ?? '');
    return into === undefined ? fact : { ...fact, trainerId: into };
  }

  #addNew(identity: Pick<MergedClass, 'id' | 'gymId'>): Draft {
    const key = this.#nextKey;
    this.#nextKey += 1;
    return this.#add({
      identity: { key, ...identity },
      stored: null,
      merged: null,
      facts: new Map(),
    });
  }

  async #read(keys: readonly number[]): Promise<void> {
    const json = JSON.stringify(keys);
    const classes = await readJson<Row>(this.#session, READ_CLASSES, json);
    for (const row of classes) {
      if (this.#stretch.isOver()) await this.#stretch.pause();
      const merged = CLASS_ROWS.fromRow(row);
      const { key, id, gymId } = merged;
      this.#add({ identity: { key, id, gymId }, stored: merged, merged, facts: new Map() });
    }
    const facts = await readJson<[sourceId: string, ...row: FactRow]>(
      this.#session,
      READ_FACTS,
      json,
    );
    for (const [sourceId, ...row] of facts) {
      if (this.#stretch.isOver()) await this.#stretch.pause();
      const fact = this.#factOf(row, sourceId);
      const draft = this.#drafts.get(fact.classKey);
      if (draft === undefined) continue;
      draft.facts.set(factName(fact.sourceKey, fact.externalId), fact);
      if (fact.sourceKey === this.#importer.sourceKey) {
        this.#byExternalId.set(fact.externalId, draft);
      }
    }
    for (const draft of this.#drafts.values()) this.#index(draft);
    const last = await this.#session.get<{ key: number }>(
      'SELECT coalesce(max(key), 0) AS key FROM classes',
    );
    this.#nextKey = (last?.key ?? 0) + 1;
  }

  #draftFor(entry: ScheduleEntry): Draft {
    const id = this.#newId(entry.externalId);
    const found = this.#byId.get(id) ?? this.#joinable(entry);
    if (found !== undefined) return found;
    return this.#addNew({ id, gymId: this.#importer.gymId });
  }

  /** A class of the same start and name that only other sources speak of, best where the room is known to be the same. */
  #joinable(entry: ScheduleEntry): Draft | undefined {
    const fitting: Record<'same' | 'unknown', Draft | undefined> = {
      same: undefined,
      unknown: undefined,
    };
    for (const draft of this.#bySlot.get(slotOf(entry)) ?? []) {
      const isSame = this.#isSameRoom(entry.room, draft.merged);
      if (isSame === false) continue;
      const fit = isSame === null ? 'unknown' : 'same';
      const before = fitting[fit];
      if (before === undefined || draft.identity.id < before.identity.id) fitting[fit] = draft;
    }
    return fitting.same ?? fitting.unknown;
  }

  /** Whether this source already speaks of the class at its present time. What it said of another time is out of date. */
  #isClaimed({ facts, merged }: Draft): boolean {
    return [...facts.values()].some(
      ({ sourceKey, startsUtcMs }) =>
        sourceKey === this.#importer.sourceKey && startsUtcMs === merged?.startsUtcMs,
    );
  }

  /** Null where one of them names none. */
  #isSameRoom(room: string | null, merged: MergedClass | null): boolean | null {
    if (room === null || merged === null || merged.room === null) return null;
    if (foldName(room) === foldName(merged.room)) return true;
    const { roomIdOf, sourceId } = this.#importer;
    const id = roomIdOf(sourceId, room);
    return id !== null && id === roomIdOf(merged.sourceId, merged.room);
  }

  #mergeAgain(draft: Draft): Outcome {
    const before = draft.merged;
    const after = merge(draft.identity, [...draft.facts.values()]);
    if (before !== null) this.#bySlot.get(slotOf(before))?.delete(draft);
    draft.merged = after;
    this.#index(draft);
    return { before, after };
  }

  #add(draft: Draft): Draft {
    this.#drafts.set(draft.identity.key, draft);
    this.#byId.set(draft.identity.id, draft);
    return draft;
  }

  #index(draft: Draft): void {
    if (draft.merged === null || this.#isClaimed(draft)) return;
    const name = slotOf(draft.merged);
    const inSlot = this.#bySlot.get(name);
    if (inSlot === undefined) this.#bySlot.set(name, new Set([draft]));
    else inSlot.add(draft);
  }

  #newId(externalId: string): string {
    return classIdOf(this.#importer.gymId, this.#importer.sourceId, externalId);
  }
}

const factName = (sourceKey: number, externalId: string) => `${sourceKey}/${externalId}`;
