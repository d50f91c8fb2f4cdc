/** Whose figures a request asks for, and who asks. */

import type { GymView } from '../../gym/sessions/view.ts';
import type { Principal } from '../../store/access/sign-ins.ts';

/** In place of the id of a trainer: all of a gym, side by side. */
export const ALL_TRAINERS = '*';

/** What a request wants to see. */
export interface Subject {
  /** The gym that it names; undefined is the gym of the caller, or the one that the request names for a key of several. */
  readonly gymId?: string | undefined;
  /** Id or name of the one trainer whose figures it wants; undefined wants those of the whole gym. */
  readonly trainer?: string | undefined;
  /** Whether every key sees of it what is its own: what that is for a trainer's key, whoever answers must look at. */
  readonly isOwn?: true;
  /** Whether a screen on the wall sees of it what hangs there: names of rooms and classes, counts, no people, no money. */
  readonly isWall?: true;
}

/** The trainer whose classes alone someone sees; null for who sees a gym. */
export function ownTrainerOf({ principal }: Pick<Caller, 'principal'>): string | null {
  return principal?.key.role === 'trainer' ? principal.key.trainerId : null;
}

/** Somebody who may see what was asked for. */
export interface Caller {
  /** Null in the sandbox. */
  readonly principal: Principal | null;
  readonly view: GymView;
  /** Trainers of the gym whose figures the caller may see: for a key of role `trainer` one at most. */
  readonly trainers: GymView['trainers'];
  /**
   * To be called when figures of a trainer go out: the id, or {@link ALL_TRAINERS}. Left out where no one is
   * known who looks: the sandbox, the open demo, and the person at the machine.
   */
  readonly onTrainerSeen?: (trainerId: string) => void;
}
