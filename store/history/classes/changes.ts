/** What an import changes, told for people: kinds of changes, and fields before and after. */

import { createHash } from 'node:crypto';
import { writtenNumber } from '../../../gym/schedule/write.ts';
import {
  CLASS_NUMBERS,
  MERGED_NUMBERS,
  type MergedNumber,
} from '../../../gym/sessions/class-fields.ts';
import type { RoomIdOf } from '../../../gym/sessions/names.ts';
import type { Outcome } from './class-set.ts';
import type { MergedClass } from './facts.ts';

/** Changes that a plan lists; the counts are of all. */
const LISTED = 1_000;

/** Name of a trainer by id, before the import and after. */
export type TrainerNames = Readonly<Record<'before' | 'after', (id: string) => string>>;

export type ChangeCounts = ReturnType<typeof createChangeList>['counts'];

export interface ImportPlan {
  /** At most 1,000; the counts are of all. */
  readonly changes: readonly ImportChange[];
  readonly counts: ChangeCounts;
  /** Rooms that the entries name, with the id of the configured room or null. */
  readonly rooms: readonly { readonly name: string; readonly roomId: string | null }[];
  /** Trainers that are one person with another, or whose name was turned round: as written, and as they are called now. */
  readonly joins: readonly { readonly name: string; readonly into: string }[];
  /** The same for the same changes, all of them: what a person has seen is what is done. */
  readonly digest: string;
  /** Of the list of imports; null for one that says nothing new. */
  readonly importNumber: number | null;
}

/** @param roomIdOf A class whose room is only called otherwise has not moved. */
export function createChangeList(names: TrainerNames, roomIdOf: RoomIdOf = () => null) {
  const changes: ImportChange[] = [];
  const digest = createHash('sha256');
  const counts = { add: 0, change: 0, cancel: 0, move: 0, remove: 0, unchanged: 0 };
  return {
    /** Notes what became of a class. A class that is the same to a reader counts as unchanged if `isEntry`. */
    note: (outcome: Outcome, isEntry: boolean) => {
      const change = changeOf(outcome, names, roomIdOf);
      if (change === null) {
        counts.unchanged += isEntry ? 1 : 0;
        return;
      }
      counts[change.kind] += 1;
      // Of a class that is new the change names no fields.
      const { after } = outcome;
      digest.update(JSON.stringify([change, after === null ? [] : words(after, names.after)]));
      if (changes.length < LISTED) changes.push(change);
    },
    /** So far. */
    counts,
    plan: (rest: Pick<ImportPlan, 'rooms' | 'joins' | 'importNumber'>): ImportPlan => {
      digest.update(JSON.stringify([counts, rest.rooms, rest.joins]));
      return { changes, counts, digest: digest.digest('base64url'), ...rest };
    },
  };
}

function changeOf({ before, after }: Outcome, names: TrainerNames, roomIdOf: RoomIdOf) {
  const latest = after ?? before;
  if (latest === null) return null;
  const { name, startsUtcMs } = latest;
  const about = { classId: before?.id ?? null, name, startsUtcMs };
  if (before === null) return { kind: 'add', ...about, fields: [] } as const;
  if (after === null) return { kind: 'remove', ...about, fields: [] } as const;
  if (before === after && !isRenamed(after.trainerId, names)) return null;
  const one = words(before, names.before);
  const other = words(after, names.after);
  const fields = one.flatMap(([field, was], at) => {
    const is = other[at]?.[1] ?? NONE;
    return was === is ? [] : [{ field, before: was, after: is }];
  });
  if (fields.length === 0) return null;
  return { kind: kindOf(before, after, roomIdOf), ...about, fields };
}

/** One change that an import makes, or would make; `classId` is null for a class that is not there yet. */
type ImportChange = NonNullable<ReturnType<typeof changeOf>>;

/** A class that stays as it is reads otherwise where its trainer is called otherwise. */
function isRenamed(trainerId: string | null, names: TrainerNames): boolean {
  return trainerId !== null && names.before(trainerId) !== names.after(trainerId);
}

function kindOf(
  before: MergedClass,
  after: MergedClass,
  roomIdOf: RoomIdOf,
): 'cancel' | 'move' | 'change' {
  if (after.isCancelled && !before.isCancelled) return 'cancel';
  const roomOf = ({ sourceId, room }: MergedClass) => room && (roomIdOf(sourceId, room) ?? room);
  const [was, is] = [roomOf(before), roomOf(after)];
  const isElsewhere = was !== null && is !== null && was !== is;
  return before.startsUtcMs !== after.startsUtcMs || isElsewhere ? 'move' : 'change';
}

const NONE = 'none';

function words(merged: MergedClass, nameOf: (trainerId: string) => string) {
  const { trainerId } = merged;
  return Object.entries({
    name: merged.name,
    starts_at: new Date(merged.startsUtcMs).toISOString(),
    ends_at: new Date(merged.endsUtcMs).toISOString(),
    trainer: trainerId === null ? NONE : `${nameOf(trainerId)} (${trainerId})`,
    substitute: merged.isSubstitute ? 'yes' : 'no',
    room: merged.room ?? NONE,
    cancelled: merged.isCancelled ? 'yes' : 'no',
    ...Object.fromEntries(
      MERGED_NUMBERS.map((name) => [wordOf(name), String(writtenNumber(name, merged) ?? NONE)]),
    ),
  });
}

/** As the history calls it; money, which is written in whole units, as imports do. */
function wordOf(name: MergedNumber): string {
  const { column, imported } = CLASS_NUMBERS[name];
  return imported.holds === 'money' ? imported.field : column;
}
