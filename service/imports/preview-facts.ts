/** What a person should see before an import: every field, some classes, and the odd ones out. */

import type { GymConfig } from '../../config/config.ts';
import type { ParsedSchedule, ScheduleEntry } from '../../gym/schedule/entry.ts';
import {
  findOddOnes,
  type OddOne,
  type UnderstoodField,
  understoodFields,
} from '../../gym/schedule/preview.ts';
import type { RoomIdOf } from '../../gym/schedule/rooms.ts';
import { createNameReader } from '../../gym/sessions/names.ts';
import type { ClassReads } from '../../store/history/classes/reads.ts';

/** What only a preview looks at. */
export interface PreviewFacts {
  readonly fields: readonly UnderstoodField[];
  readonly oddOnes: readonly OddOne[];
  /** The first classes as they were understood. */
  readonly sample: readonly ScheduleEntry[];
}

/** Classes that a preview shows. Chosen here: a screen. */
const SAMPLE = 5;

interface Looking {
  readonly wish: { readonly source: string };
  readonly parsed: ParsedSchedule;
  readonly roomIdOf: RoomIdOf;
}

export async function look(
  classes: Pick<ClassReads, 'records' | 'trainers'>,
  gym: GymConfig,
  { wish, parsed, roomIdOf }: Looking,
): Promise<PreviewFacts> {
  const { entries } = parsed;
  const [first, last] = [entries[0]?.startsUtcMs ?? 0, entries.at(-1)?.startsUtcMs ?? 0];
  const records = await classes.records(gym.id, { fromUtcMs: first, toUtcMs: last + 1 });
  const trainers = (await classes.trainers(gym.id)).map(({ name }) => name);
  const inFile = entries.flatMap(({ trainer }) => trainer?.name ?? []);
  const spoken = createNameReader([...trainers, ...inFile]);
  const oddOnes = findOddOnes({
    entries,
    known: records.filter(({ sourceId, isCancelled }) => sourceId !== wish.source && !isCancelled),
    trainers,
    spoken,
    rooms: gym.rooms,
    roomIdOf: (name: string) => roomIdOf(wish.source, name),
  });
  return {
    fields: understoodFields(parsed),
    oddOnes,
    sample: entries.slice(0, SAMPLE).map((entry) => ({
      ...entry,
      trainer: entry.trainer && { ...entry.trainer, name: spoken(entry.trainer.name) },
    })),
  };
}
