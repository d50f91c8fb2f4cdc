/**
 * A drawn gym room that a fixed camera sees, and the truth about it. Pictures and truths are functions of the spec and
 * the time alone: no instant needs the one before it, and equal specs agree in every process.
 */

import type { SceneSpec } from './spec.ts';
import { Stage } from './stage.ts';
import { type SeenPerson, truthAt } from './truth.ts';

export type { SeenPerson } from './truth.ts';

/** The truth about a scene. Cheap to make; draws nothing. */
export class SceneTruth {
  readonly #stage: Stage;

  constructor(spec: SceneSpec) {
    this.#stage = new Stage(spec);
  }

  /** Everybody in the room or in its doorway at `tMs` (ms since 1970, UTC), visible or not. Cost: some 5–20 ms. */
  peopleAt(tMs: number): SeenPerson[] {
    return truthAt(this.#stage, this.#stage.at(tMs));
  }

  /**
   * The true count at `tMs`: people whose box's middle is inside the picture and of whose drawn body at least
   * a share of `MIN_VISIBLE_RATIO` (`truth.ts`) is visible.
   */
  countAt(tMs: number): number {
    return this.peopleAt(tMs).filter((person) => person.isCounted).length;
  }
}
