/**
 * The classes that one batch of an import speaks of: read, changed in memory, written back. Everything happens inside
 * the import's transaction.
 */

import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { foldName } from '../../../../gym/sessions/fold-name.ts';
import type { Stretch } from '../../../../runtime/stretch.ts';
import type { Session } from '../../database.ts';
import { type Fact, type FactRow, fromFactRow, hear } from '../facts.ts';
import { classIdOf } from '../identity.ts';
import { CLASS_ROWS, type MergedClass, merge } from '../imports/merge.ts';
import { readJson } from '../json-rows.ts';
import type { Row } from '../rows.ts';
import { CANDIDATES, KEYS_OF, KNOWN, READ_CLASSES, READ_FACTS } from './sql.ts';
import { type Before, type Importer, type Sheet, type Stored, storeDesk } from './store.ts';

/** What one batch speaks of. */
interface Spoken {
  /** Ids of the source that are to be forgotten. */
  readonly drops: readonly string[];
  readonly entries: readonly ScheduleEntry[];
  /** Of the import: work on the calling thread gives way when it is over. */
  readonly stretch: Stretch;
}

/** What became of a class: null before it was there, and when it is gone. */
export interface Outcome {
  readonly before: MergedClass | null;
  readonly after: MergedClass | null;
}

export class Desk {
  readonly #importer: Importer;
  readonly #session: Session;
  readonly #stretch: Stretch;
  readonly #sheets = new Map<number, Sheet>();
  readonly #byExternalId = new Map<string, Sheet>();
  readonly #byId = new Map<string, Sheet>();
  /** By start and name, see {@link shelfOf}. */
  readonly #shelves = new Map<string, Set<Sheet>>();
  readonly #heard = new Map<string, Fact>();
  readonly #dropped = new Set<string>();
  /** What facts were before they changed, by external id, with the class that they spoke of. */
  readonly #before = new Map<string, Before>();
  #nextKey = 1;

  private constructor(session: Session, importer: Importer, stretch: Stretch) {
    this.#session = session;
    this.#importer = importer;
    this.#stretch = stretch;
  }

  /** Reads the classes that already have facts of these ids, and those that entries without such might join. */
  static async lay(
    session: Session,
    importer: Importer,
    { drops, entries, stretch }: Spoken,
  ): Promise<Desk> {
    const desk = new Desk(session, importer, stretch);
    const { sourceKey, gymId } = importer;
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
      newIds.push(desk.#newId(externalId));
    }
    const keys = await readJson<number>(
      session,
      CANDIDATES,
      gymId,
      JSON.stringify(others.map(({ startsUtcMs }) => startsUtcMs)),
      JSON.stringify(newIds),
    );
    await desk.#read([...new Set([...known.values(), ...keys])]);
    return desk;
  }

  /** Reads classes by their ids, to take back what an import said of them. */
  static async layIds(
    session: Session,
    importer: Importer,
    { classIds, stretch }: { readonly classIds: readonly string[]; readonly stretch: Stretch },
  ): Promise<Desk> {
    const desk = new Desk(session, importer, stretch);
    await desk.#read(await readJson<number>(session, KEYS_OF, JSON.stringify(classIds)));
    return desk;
  }

  /** What the source says of a class is `before` again; null for nothing. */
  takeBack(externalId: string, classId: string, before: FactRow | null): Outcome {
    if (before === null) return this.drop(externalId);
    const { gymId, sourceKey, sourceId } = this.#importer;
    const sheet = this.#byId.get(classId) ?? this.#addNew({ id: classId, gymId });
    const fact = { ...this.#factOf(before, sourceId), classKey: sheet.identity.key };
    this.#heard.set(externalId, fact);
    this.#byExternalId.set(externalId, sheet);
    sheet.facts.set(factName(sourceKey, externalId), fact);
    return this.#mergeAgain(sheet);
  }

  /** Hears one entry: of a class that the source spoke of before, else of one to join, else of a new one. */
  hear(entry: ScheduleEntry, trainerId: string | null): Outcome {
    const sheet = this.#byExternalId.get(entry.externalId) ?? this.#sheetFor(entry);
    const { sourceKey, sourceId, turn } = this.#importer;
    const known = sheet.facts.get(factName(sourceKey, entry.externalId)) ?? null;
    const speaker = { sourceKey, sourceId, turn, classKey: sheet.identity.key, trainerId };
    const fact = hear(known, entry, speaker);
    if (fact === known) return { before: sheet.merged, after: sheet.merged };
    this.#note(entry.externalId, sheet, known);
    this.#heard.set(entry.externalId, fact);
    this.#byExternalId.set(entry.externalId, sheet);
    sheet.facts.set(factName(sourceKey, entry.externalId), fact);
    return this.#mergeAgain(sheet);
  }

  /** Forgets what the source said. The class goes when no one else speaks of it. */
  drop(externalId: string): Outcome {
    const sheet = this.#byExternalId.get(externalId);
    if (sheet === undefined) return { before: null, after: null };
    const name = factName(this.#importer.sourceKey, externalId);
    this.#note(externalId, sheet, sheet.facts.get(name) ?? null);
    sheet.facts.delete(name);
    this.#byExternalId.delete(externalId);
    this.#dropped.add(externalId);
    return this.#mergeAgain(sheet);
  }

  /** Writes what is new. @returns how many facts were, and whether classes were. */
  store(): Promise<Stored> {
    return storeDesk(
      this.#session,
      this.#importer,
      {
        sheets: [...this.#sheets.values()],
        heard: [...this.#heard.values()],
        dropped: [...this.#dropped],
        before: this.#before,
      },
      this.#stretch,
    );
  }

  #note(externalId: string, { identity }: Sheet, fact: Fact | null): void {
    if (this.#before.has(externalId)) return;
    this.#before.set(externalId, { classId: identity.id, fact });
  }

  /** With who is meant now by the trainer that it names. */
  #factOf(row: FactRow, sourceId: string): Fact {
    const fact = fromFactRow(row, sourceId);
    const into = this.#importer.joined.get(fact.trainerId ?? '');
    return into === undefined ? fact : { ...fact, trainerId: into };
  }

  #addNew(identity: Pick<MergedClass, 'id' | 'gymId'>): Sheet {
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
      const sheet = this.#sheets.get(fact.classKey);
      if (sheet === undefined) continue;
      sheet.facts.set(factName(fact.sourceKey, fact.externalId), fact);
      if (fact.sourceKey === this.#importer.sourceKey) {
        this.#byExternalId.set(fact.externalId, sheet);
      }
    }
    const last = await this.#session.get<{ key: number }>(
      'SELECT coalesce(max(key), 0) AS key FROM classes',
    );
    this.#nextKey = (last?.key ?? 0) + 1;
  }

  #sheetFor(entry: ScheduleEntry): Sheet {
    const id = this.#newId(entry.externalId);
    const found = this.#byId.get(id) ?? this.#joinable(entry);
    if (found !== undefined) return found;
    return this.#addNew({ id, gymId: this.#importer.gymId });
  }

  /** A class of the same start and name that only other sources speak of, best where the room is known to be the same. */
  #joinable(entry: ScheduleEntry): Sheet | undefined {
    const fitting = [...(this.#shelves.get(shelfOf(entry)) ?? [])]
      .filter((sheet) => !this.#isSpokenFor(sheet))
      .toSorted((one, other) => (one.identity.id < other.identity.id ? -1 : 1));
    const rooms = fitting.map(({ merged }) => this.#isSameRoom(entry.room, merged));
    return fitting[rooms.indexOf(true)] ?? fitting[rooms.indexOf(null)];
  }

  /** Whether this source already speaks of the class at its present time. What it said of another time is out of date. */
  #isSpokenFor({ facts, merged }: Sheet): boolean {
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

  #mergeAgain(sheet: Sheet): Outcome {
    const before = sheet.merged;
    const after = merge(sheet.identity, [...sheet.facts.values()]);
    if (before !== null) this.#shelves.get(shelfOf(before))?.delete(sheet);
    sheet.merged = after;
    this.#shelve(sheet);
    return { before, after };
  }

  #add(sheet: Sheet): Sheet {
    this.#sheets.set(sheet.identity.key, sheet);
    this.#byId.set(sheet.identity.id, sheet);
    this.#shelve(sheet);
    return sheet;
  }

  #shelve(sheet: Sheet): void {
    if (sheet.merged === null) return;
    const name = shelfOf(sheet.merged);
    const shelf = this.#shelves.get(name);
    if (shelf === undefined) this.#shelves.set(name, new Set([sheet]));
    else shelf.add(sheet);
  }

  #newId(externalId: string): string {
    return classIdOf(this.#importer.gymId, this.#importer.sourceId, externalId);
  }
}

const shelfOf = ({ startsUtcMs, name }: Pick<MergedClass, 'startsUtcMs' | 'name'>) =>
  `${startsUtcMs}/${foldName(name)}`;

const factName = (sourceKey: number, externalId: string) => `${sourceKey}/${externalId}`;
