/** An instant of a scene, ready to be painted or counted: every thing as shapes, from the farthest to the nearest. */

import { equipment } from './drawing/equipment.ts';
import { figureShapes } from './drawing/figure.ts';
import { Lens, type Vec2 } from './drawing/lens.ts';
import type { Thing } from './drawing/shapes.ts';
import { type Person, peopleInRoom } from './people/people.ts';
import { ROOM_PLANS, wallCorners } from './rooms.ts';
import type { SceneSpec } from './spec.ts';

export interface Instant {
  readonly people: readonly Person[];
  /** Farthest first. Everybody appears once, unless wholly behind the camera. */
  readonly things: readonly Thing[];
}

/** What of a scene never moves, worked out once. */
export class Stage {
  readonly spec: SceneSpec;
  readonly lens: Lens;
  readonly #equipment: readonly Thing[];
  readonly #doorway: readonly Vec2[];

  constructor(spec: SceneSpec) {
    const plan = ROOM_PLANS[spec.room];
    this.spec = spec;
    this.lens = new Lens(plan.view, spec.size);
    this.#equipment = equipment(spec, this.lens);
    this.#doorway = this.lens.outline(wallCorners(plan.door, plan));
  }

  at(tMs: number): Instant {
    const people = peopleInRoom(this.spec, tMs);
    const [x0, y0] = ROOM_PLANS[this.spec.room].view.position;
    const things = people.map(
      (person, at): Thing => ({
        person: at,
        distance: Math.hypot(person.x - x0, person.y - y0),
        shapes: figureShapes(person, this.lens),
        frame: person.isBehindDoor ? this.#doorway : null,
      }),
    );
    const all = [...things, ...this.#equipment];
    return { people, things: all.sort((one, other) => other.distance - one.distance) };
  }
}
