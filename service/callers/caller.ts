/** Whose figures a request asks for, and who asks. */

import type { GymView } from '../../gym/sessions/view.ts';
import type { Principal } from '../../store/access/access.ts';

/** What a request wants to see. */
export interface Subject {
  /** The gym that it names; undefined is the gym of the caller. */
  readonly gymId?: string | undefined;
  /** Id or name of the one trainer whose figures it wants; undefined wants those of the whole gym. */
  readonly trainer?: string | undefined;
  /** Whether every key sees of it what is its own: what that is for a trainer's key, whoever answers must look at. */
  readonly isOwn?: true;
}

/** Somebody who may see what was asked for. */
export interface Caller {
  /** Null in the sandbox. */
  readonly principal: Principal | null;
  readonly view: GymView;
  /** Trainers of the gym whose figures the caller may see: for a key of role `trainer` one at most. */
  readonly trainers: GymView['trainers'];
}
