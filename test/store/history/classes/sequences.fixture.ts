/** Random lives of a gym's classes, the same for the same seed: imports, undos, corrections, and all that can be asked afterwards. */

import { createHash } from 'node:crypto';
import { isTurnoutError } from '../../../../errors.ts';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { ClassStore } from '../../../../store/history/classes/store.ts';
import { storedEstimate } from '../../../support/classes.ts';
import type { FakeClock } from '../../../support/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS } from '../folder.fixture.ts';
import { COMPLETE, entry, parsed, SOON } from './entries.fixture.ts';

const STEPS = 14;
const sure = (attended: number) => storedEstimate(attended, { low: attended, high: attended });
const TRAINERS = [
  null,
  { externalId: null, name: 'Ann' },
  { externalId: 'x', name: 'ANN' },
  { externalId: 'x', name: 'Anna' },
  { externalId: 'y', name: 'Ann' },
  { externalId: null, name: 'Mills, Joanna' },
  { externalId: null, name: 'Joanna Mills' },
  { externalId: null, name: 'Bob' },
] as const;

/** @returns what every step answered, and what the store says in the end. */
export async function liveThrough(
  seed: number,
  { classes, clock }: { readonly classes: ClassStore; readonly clock: FakeClock },
): Promise<readonly unknown[]> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const maybe = (most: number) => (random() < 0.6 ? null : below(most));
  const anEntry = (externalId: string): ScheduleEntry =>
    entry(externalId, {
      name: one(['Yoga', 'yóga', 'Spin']),
      startsUtcMs: SOON + one([-3, 0, 1, 5]) * HOUR_MS,
      room: one([null, null, 'Hall', 'Studio']),
      isCancelled: random() < 0.2,
      booked: maybe(9),
      noShows: maybe(3),
      capacity: maybe(20),
      trainer: one(TRAINERS),
    });
  const anImport = () => {
    const ids = ['1', '2', '3', '4', '5'].filter(() => random() < 0.5);
    const entries = ids.map(anEntry).toSorted((a, b) => a.startsUtcMs - b.startsUtcMs);
    const isComplete = random() < 0.4;
    const gym = random() < 0.9 ? 'north' : 'south';
    const source = one(['calendar', 'bookings', 'till']);
    return [gym, source, parsed(entries, isComplete ? COMPLETE : null)] as const;
  };
  const aClass = async () => one(await classes.records('north', ALWAYS))?.id ?? 'cls_none';
  const steps: Record<string, () => Promise<unknown>> = {
    import: async () => {
      const given = anImport();
      const plan = await classes.import(...given);
      // The same a second time changes nothing.
      const { unchanged, ...news } = (await classes.import(...given)).counts;
      if (Object.values(news).some((count) => count > 0)) return news;
      return plan;
    },
    preview: async () => {
      const given = anImport();
      const seen = await classes.preview(...given);
      return [seen, await classes.import(...given)];
    },
    undo: async () => {
      const newest = (await classes.imports('north'))[0]?.number ?? 0;
      const number = Math.max(1, newest - below(5));
      return classes.undoImport('north', number, { by: 'test', takesRest: random() < 0.5 });
    },
    correct: async () =>
      classes.correct(await aClass(), { attended: below(20), note: null, by: 'test' }),
    withdraw: async () => classes.withdrawCorrection(await aClass(), 'test'),
    count: async () =>
      classes.addTrueCount({ classId: await aClass(), roomId: 'hall', people: below(9) }, 'test'),
    estimate: async () =>
      classes.recordEstimates([{ classId: await aClass(), estimate: sure(below(20)) }]),
    separate: () => classes.separate('north', 1 + below(2), 'test'),
    wait: async () => clock.skip(HOUR_MS),
  };
  const often = ['import', 'import', 'import', 'import', 'preview', 'undo', 'undo', 'undo'];
  const drawn = [...often, ...Object.keys(steps)];
  const answers: unknown[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const name = one(drawn);
    const answer = await steps[name]?.().catch((error: unknown) => {
      if (isTurnoutError(error)) return [error.code, error.message];
      throw error;
    });
    answers.push([name, answer ?? null, await classes.records('north', ALWAYS)]);
  }
  return [...answers, await everything(classes)];
}

export function digestOf(life: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(life)).digest('hex').slice(0, 8);
}

async function everything(classes: ClassStore) {
  const recordsOf = (gym: string) => classes.records(gym, ALWAYS);
  const records = [...(await recordsOf('north')), ...(await recordsOf('south'))];
  const found = [];
  for (const { id } of records) {
    const [bookings, corrections, estimates] = await Promise.all([
      classes.bookings(id),
      classes.corrections(id),
      classes.estimates(id),
    ]);
    found.push({ id, bookings, corrections, estimates });
  }
  return {
    records,
    found,
    trainers: await classes.trainers('north'),
    joins: await classes.joins('north'),
    trueCounts: await classes.trueCounts('north'),
    corrections: await classes.correctionsOf('north', 100),
    imports: (await classes.imports('north')).map(({ isKept, ...rest }) => ({
      ...rest,
      canUndo: isKept && rest.undoneUtcMs === null,
    })),
  };
}
