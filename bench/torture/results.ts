/** The kept figures of the torture bench: a run of one part replaces that part's rows, or adds to them. */

import type { Machine } from '../support/machine.ts';
import { type Figure, keepsLimit } from '../support/report.ts';
import type { Goal, TorturePart } from './part.ts';

/** One part as it ran. */
export interface PartRun {
  readonly part: string;
  readonly what: string;
  /** The instant, ISO 8601 in UTC; of several runs the last. */
  readonly when: string;
  readonly revision: string | null;
  readonly node: string;
  /** Load average before it. */
  readonly load: number;
  /** One each run. */
  readonly seeds: readonly number[];
  readonly isShort: boolean;
  readonly amount: number;
  /** Of `amount`. */
  readonly unit: string;
  readonly durationS: number;
  readonly figures: readonly Figure[];
  /** Why there are no figures; null where there are. */
  readonly fault: string | null;
}

export interface TortureResults {
  /** As it was in the last run. */
  readonly machine: Pick<Machine, 'processor' | 'cores' | 'memoryGb' | 'packages'>;
  /** In the order of the table of parts. */
  readonly runs: readonly PartRun[];
}

/** Whether a part ran, and none of its goals was missed. */
export function holds({ fault, figures }: PartRun): boolean {
  return fault === null && figures.every(keepsLimit);
}

/** The kept runs with those of `runs` in the place of older ones of the same parts; parts that went away go. */
export function replaceRuns(
  kept: readonly PartRun[],
  runs: readonly PartRun[],
  parts: readonly Pick<TorturePart, 'name'>[],
): PartRun[] {
  const find = (name: string) => (one: PartRun) => one.part === name;
  return parts.flatMap(({ name }) => runs.find(find(name)) ?? kept.find(find(name)) ?? []);
}

/**
 * One run from an earlier one and another of the same part, so that a long one can be done in pieces. Throws where they do
 * not belong together: another revision, another Node, the same seed.
 */
export function addRun(earlier: PartRun, later: PartRun, goals: readonly Goal[]): PartRun {
  const isSame = earlier.revision === later.revision && earlier.node === later.node;
  if (!isSame) throw new Error(`${later.part}: --add needs the revision and Node of the kept run`);
  const [seed] = later.seeds;
  if (seed !== undefined && earlier.seeds.includes(seed)) {
    throw new Error(`${later.part}: --add needs another seed than ${earlier.seeds.join(', ')}`);
  }
  return {
    ...later,
    seeds: [...earlier.seeds, ...later.seeds],
    amount: earlier.amount + later.amount,
    durationS: earlier.durationS + later.durationS,
    fault: earlier.fault ?? later.fault,
    figures: goals.flatMap((goal) => {
      const [one, other] = [earlier, later].map(({ figures }) =>
        figures.find(({ name }) => name === goal.figure),
      );
      return one === undefined || other === undefined ? [] : [joined(goal, one, other)];
    }),
  };
}

function joined(goal: Goal, earlier: Figure, later: Figure): Figure {
  if (earlier.value === null || later.value === null) return later.value === null ? earlier : later;
  if (goal.joins === 'sum') return { ...later, value: earlier.value + later.value };
  const isLaterWorse =
    goal.direction === 'max' ? later.value > earlier.value : later.value < earlier.value;
  return isLaterWorse ? later : earlier;
}
