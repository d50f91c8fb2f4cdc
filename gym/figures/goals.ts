/** What classes are to reach, as the configuration has it: for a class, for a trainer, or for the whole gym. */

import type { GymConfig } from '../../config/config.ts';
import { byNames } from '../sessions/by-names.ts';
import { foldName } from '../sessions/fold-name.ts';
import type { ClassSession } from '../sessions/session.ts';

export type GoalsConfig = GymConfig['goals'];

/** Null where none is set. */
export interface Goals {
  /** 1 is full. */
  readonly fill: number | null;
  /** People a class. */
  readonly attendance: number | null;
}

/** Finds the goals of a class: its own come before those of its trainer, and these before those of the gym. */
export function goalsFinder(goals: GoalsConfig = []): (session: ClassSession) => Goals {
  const rankOf = ({ class: name, trainer }: GoalsConfig[number]) =>
    (name === null ? 0 : 2) + (trainer === null ? 0 : 1);
  const byRank = goals.toSorted((one, other) => rankOf(other) - rankOf(one));
  const isOf = (wanted: string | null, ...names: readonly (string | undefined)[]) =>
    wanted === null || names.some((name) => name && foldName(name) === foldName(wanted));
  return byNames((name, trainer) => {
    const own = byRank.filter(
      (goal) => isOf(goal.class, name) && isOf(goal.trainer, trainer?.id, trainer?.name),
    );
    const first = (kind: keyof Goals) => own.find((goal) => goal[kind] !== null)?.[kind] ?? null;
    return { fill: first('fill'), attendance: first('attendance') };
  });
}
