/**
 * The classes that a change speaks of, in memory: read, changed, and compared with what is stored. Nothing is written here.
 */

import { createHash } from 'node:crypto';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { foldName, type RoomIdOf } from '../../../gym/sessions/names.ts';
import type { Stretch } from '../../../runtime/timers.ts';
import { type Questions, readJson } from '../database.ts';
import {
  applyEntry,
  CLASS_ROWS,
  FACT_ROWS,
  type Fact,
  isSameClass,
  type MergedClass,
  merge,
  type Speaker,
} from './facts.ts';
import { partsOf } from './rows.ts';

/** Who imports, and into what. */
export interface Importer extends Pick<Speaker, 'sourceKey' | 'sourceId' | 'turn'> {
  readonly gymId: string;
  readonly roomIdOf: RoomIdOf;
  /** Who is meant by ids that were joined into others. */
  readonly joined: ReadonlyMap<string, string>;
}

/** What became of a class: null before it was there, and when it is gone. */
export interface Outcome {
  readonly before: MergedClass | null;
  readonly after: MergedClass | null;
}

/** A class, as it is stored and as it is now. */
interface Draft {
  readonly id: string;
  readonly stored: MergedClass | null;
  merged: MergedClass | null;
  /** Nearly always one. Never pushed to: the array would get room for 17, and there may be 100,000 of them. */
  facts: readonly Fact[];
}

export class ClassSet {
  readonly #questions: Questions;
  readonly #importer: Importer;
  readonly #stretch: Stretch;
  readonly #drafts = new Map<string, Draft>();
  readonly #byExternalId = new Map<string, Draft>();
  /** Classes that the source does not claim, by start and name. */
  readonly #free = new Map<string, Set<Draft>>();
  readonly #facts = new Map<string, Fact | null>();

  constructor(questions: Questions, importer: Importer, stretch: Stretch) {
    this.#questions = questions;
    this.#importer = importer;
    this.#stretch = stretch;
  }

  /** What the source says otherwise than before, by its own ids; null for nothing any more. */
  get facts(): ReadonlyMap<string, Fact | null> {
    return this.#facts;
  }

  /** Reads the classes that the source spoke of under these ids, and those that entries without such might join. */
  async readFor(drops: readonly string[], entries: readonly ScheduleEntry[]): Promise<void> {
    const { gymId, sourceKey } = this.#importer;
    const classIds = new Set<string>();
    const known = new Set<string>();
    const slots = new Set<string>();
    const starts = new Set<number>();
    const named = [...drops, ...entries.map(({ externalId }) => externalId)];
    for (const part of partsOf(named)) {
      for (const [id, classId] of await this.#ask<[string, string]>(KNOWN, sourceKey, part)) {
        known.add(id);
        classIds.add(classId);
      }
    }
    for (const entry of entries) {
      if (this.#stretch.isOver()) await this.#stretch.pause();
      if (known.has(entry.externalId)) continue;
      slots.add(slotOf(entry));
      starts.add(entry.startsUtcMs);
      // What it was before an import took it away.
      classIds.add(this.#newId(entry.externalId));
    }
    for (const part of partsOf([...starts])) {
      const found = await this.#ask<Slot & { id: string }>(AT_STARTS, gymId, part);
      for (const one of found) if (slots.has(slotOf(one))) classIds.add(one.id);
    }
    await this.read([...classIds]);
  }

  /** Reads classes by their ids, with who is meant now by the trainers that they name; unknown ones are passed over. */
  async read(classIds: readonly string[]): Promise<void> {
    const { joined } = this.#importer;
    const meant = <Named extends { readonly trainerId: string | null }>(named: Named): Named =>
      Object.assign(named, { trainerId: joined.get(named.trainerId ?? '') ?? named.trainerId });
    for (const part of partsOf(classIds)) {
      for (const merged of await this.#ask<MergedClass>(READ_CLASSES, part)) {
        meant(merged);
        this.#drafts.set(merged.id, { id: merged.id, stored: merged, merged, facts: [] });
      }
      for (const fact of await this.#ask<Fact>(READ_FACTS, part)) {
        if (this.#stretch.isOver()) await this.#stretch.pause();
        const draft = this.#drafts.get(fact.classId);
        if (draft !== undefined) this.#put(draft, meant(fact));
      }
    }
    for (const draft of this.#drafts.values()) {
      if (this.#stretch.isOver()) await this.#stretch.pause();
      this.#release(draft);
    }
  }

  /** Applies one entry: to a class that the source spoke of before, else to one to join, else to a new one. */
  apply(entry: ScheduleEntry, trainerId: string | null): Outcome {
    const { sourceKey, sourceId, turn } = this.#importer;
    const { externalId } = entry;
    const draft = this.#byExternalId.get(externalId) ?? this.#draftFor(entry);
    const known = this.#known(draft, externalId);
    const speaker = { sourceKey, sourceId, turn, classId: draft.id, trainerId };
    const fact = applyEntry(known, entry, speaker);
    if (fact === known) return { before: draft.merged, after: draft.merged };
    return this.#say(draft, externalId, fact);
  }

  /** Forgets what the source said. The class goes when no one else speaks of it. */
  drop(externalId: string): Outcome {
    const draft = this.#byExternalId.get(externalId);
    return draft === undefined ? { before: null, after: null } : this.#say(draft, externalId, null);
  }

  /** The source says what it said before. */
  restore(fact: Fact): Outcome {
    const draft = this.#drafts.get(fact.classId) ?? this.#add(fact.classId);
    const trainerId = this.#importer.joined.get(fact.trainerId ?? '') ?? fact.trainerId;
    return this.#say(draft, fact.externalId, Object.assign(fact, { trainerId }));
  }

  /** Classes that are new, another than they are stored, or gone: null. */
  async changed(): Promise<ReadonlyMap<string, MergedClass | null>> {
    const changed = new Map<string, MergedClass | null>();
    for (const { id, stored, merged } of this.#drafts.values()) {
      if (this.#stretch.isOver()) await this.#stretch.pause();
      const isSame = stored !== null && merged !== null && isSameClass(stored, merged);
      if (stored !== merged && !isSame) changed.set(id, merged);
    }
    return changed;
  }

  #ask<Answer>(sql: string, ...values: (string | number)[]): Promise<Answer[]> {
    return readJson<Answer>(this.#questions, sql, ...values);
  }

  #add(id: string): Draft {
    const draft: Draft = { id, stored: null, merged: null, facts: [] };
    this.#drafts.set(id, draft);
    return draft;
  }

  #put(draft: Draft, fact: Fact): void {
    draft.facts = draft.facts.concat(fact);
    if (fact.sourceKey === this.#importer.sourceKey) {
      this.#byExternalId.set(fact.externalId, draft);
    }
  }

  #say(draft: Draft, externalId: string, fact: Fact | null): Outcome {
    const known = this.#known(draft, externalId);
    this.#facts.set(externalId, fact);
    const before = draft.merged;
    if (before !== null) this.#free.get(slotOf(before))?.delete(draft);
    draft.facts = draft.facts.filter((each) => each !== known);
    if (fact === null) this.#byExternalId.delete(externalId);
    else this.#put(draft, fact);
    draft.merged = merge({ id: draft.id, gymId: this.#importer.gymId }, draft.facts);
    this.#release(draft);
    return { before, after: draft.merged };
  }

  /** What the source says of the class under this id of its own. */
  #known({ facts }: Draft, externalId: string): Fact | null {
    const { sourceKey } = this.#importer;
    const isIt = (fact: Fact) => fact.sourceKey === sourceKey && fact.externalId === externalId;
    return facts.find(isIt) ?? null;
  }

  #draftFor(entry: ScheduleEntry): Draft {
    const id = this.#newId(entry.externalId);
    return this.#drafts.get(id) ?? this.#joinable(entry) ?? this.#add(id);
  }

  /** A class of the same start and name that only other sources speak of, best where the room is known to be the same. */
  #joinable(entry: ScheduleEntry): Draft | undefined {
    const free = [...(this.#free.get(slotOf(entry)) ?? [])];
    const byId = free.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const { room } = entry;
    if (room === null) return byId[0];
    const names = this.#roomsOf(this.#importer.sourceId, room);
    const isThere = ({ merged }: Draft) =>
      merged?.room != null &&
      this.#roomsOf(merged.sourceId, merged.room).some((name) => names.includes(name));
    return byId.find(isThere) ?? byId.find(({ merged }) => merged?.room === null);
  }

  /** As it is written, and the configured room if it is one. */
  #roomsOf(sourceId: string, room: string): readonly string[] {
    const id = this.#importer.roomIdOf(sourceId, room);
    const written = `/name/${foldName(room)}`;
    return id === null ? [written] : [written, `/id/${id}`];
  }

  /** Lets entries join the class, unless the source speaks of it at its present time: what it said of another is out of date. */
  #release(draft: Draft): void {
    const { merged, facts } = draft;
    if (merged === null) return;
    for (const { sourceKey, startsUtcMs } of facts) {
      const isOwn = sourceKey === this.#importer.sourceKey;
      if (isOwn && startsUtcMs === merged.startsUtcMs) return;
    }
    const slot = slotOf(merged);
    this.#free.set(slot, (this.#free.get(slot) ?? new Set()).add(draft));
  }

  /** Stable and unique: 80 bits of a digest, in base 16. Two of a billion classes share one by 1 in 2 million. */
  #newId(externalId: string): string {
    const { gymId, sourceId } = this.#importer;
    const text = JSON.stringify([gymId, sourceId, externalId]);
    return `cls_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`;
  }
}

/** Whether it looks like an id that this program gives to a class. */
export const isClassId = (id: string) => /^cls_[0-9a-f]{20}$/.test(id);

type Slot = Pick<MergedClass, 'startsUtcMs' | 'name'>;

const slotOf = ({ startsUtcMs, name }: Slot) => `${startsUtcMs}/${foldName(name)}`;

const KNOWN = `SELECT json_group_array(json_array(external_id, class)) AS page FROM facts
WHERE source = ? AND external_id IN (SELECT value FROM json_each(?))`;

const AT_STARTS = `SELECT json_group_array(json_object('id', id, 'startsUtcMs', starts_utc_ms, 'name', name)) AS page
FROM classes WHERE gym = ? AND starts_utc_ms IN (SELECT value FROM json_each(?))`;

const READ_CLASSES = `SELECT json_group_array(json_object(${CLASS_ROWS.pairs('classes')})) AS page
FROM classes WHERE id IN (SELECT value FROM json_each(?))`;

const READ_FACTS = `SELECT json_group_array(json_object('sourceId', sources.id, ${FACT_ROWS.pairs('facts')})) AS page
FROM facts JOIN sources ON sources.key = facts.source
WHERE class IN (SELECT value FROM json_each(?))`;
