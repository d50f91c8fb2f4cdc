/** Pulling by mouse, finger or pen: what is under the pointer follows it, and is a step when it is let go. */

import { isInPolygon } from '../../engine/zones.ts';
import { type Corner, moved, withCornerAt, type Zones } from './draft.ts';
import type { Editing } from './editing.ts';
import { snapped } from './snap.ts';

/** Where the pointer is in the picture, in ratios of it. */
export function placeIn(stage: Element, { clientX, clientY }: PointerEvent): Corner {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

interface Pull {
  readonly pointerId: number;
  readonly at: Corner;
  readonly zones: Zones;
  /** Null where the zone is moved as a whole. */
  readonly corner: number | null;
}

export class Pulling {
  readonly #editing: Editing;
  #pull: Pull | null = null;

  constructor(editing: Editing) {
    this.#editing = editing;
  }

  /** @returns whether something is under the pointer: the corner that was pressed, or a zone. */
  begin(stage: Element, event: PointerEvent, corner: number | null): boolean {
    const at = placeIn(stage, event);
    const { zones, chosen } = this.#editing;
    if (corner === null) {
      const under = zoneUnder(zones, at, chosen);
      if (under === null) return false;
      if (under !== chosen) this.#editing.choose(under);
    } else this.#editing.corner = corner;
    this.#pull = { pointerId: event.pointerId, at, zones: zones, corner };
    return true;
  }

  /** @returns whether the pointer pulls something. */
  go(stage: Element, event: PointerEvent): boolean {
    const pull = this.#pull;
    if (pull?.pointerId !== event.pointerId) return false;
    const to = placeIn(stage, event);
    const chosen = this.#editing.chosen;
    if (pull.corner === null) {
      const by: Corner = [to[0] - pull.at[0], to[1] - pull.at[1]];
      this.#editing.pull(moved(pull.zones, chosen, by));
      return true;
    }
    const size = stage.getBoundingClientRect();
    const free = event.altKey ? to : snapped(to, pull.zones, chosen, size);
    this.#editing.pull(withCornerAt(pull.zones, chosen, pull.corner, free));
    return true;
  }

  /** @param isKept false where the system took the pointer away. */
  end({ pointerId }: PointerEvent, isKept: boolean): void {
    if (this.#pull?.pointerId !== pointerId) return;
    this.#pull = null;
    this.#editing.letGo(isKept);
  }
}

/** The chosen zone first, then those that are drawn on top. */
function zoneUnder(zones: Zones, at: Corner, chosen: number): number | null {
  const order = [chosen, ...zones.map((_, nth) => zones.length - 1 - nth)];
  return order.find((nth) => isInPolygon(at, zones[nth]?.polygon ?? [])) ?? null;
}
