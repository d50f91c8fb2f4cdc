/** Pulling by mouse, finger or pen, and the keys on the picture: what is pulled is a step when it is let go. */

import { isInPolygon } from '../../engine/zones.ts';
import { type Corner, moved, snapped, withCornerAt, type Zones } from './draft.ts';
import type { Editing } from './editing.ts';

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

const ARROWS: Readonly<Record<string, Corner>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** In ratios of the picture. */
const STEP = 0.01;
const LARGE_STEP = 0.05;

/** A key on a corner. @returns whether it did something: then it does nothing else on the page. */
export function pressedOnCorner(editing: Editing, event: KeyboardEvent): boolean {
  const { key, shiftKey, altKey } = event;
  const corner = editing.corner;
  const polygon = editing.zones[editing.chosen]?.polygon ?? [];
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    const step = shiftKey ? LARGE_STEP : STEP;
    const by: Corner = [arrow[0] * step, arrow[1] * step];
    const [x, y] = polygon[corner] ?? [0, 0];
    if (altKey) editing.move(by, 'move');
    else editing.moveCorner(corner, [x + by[0], y + by[1]], `corner ${corner}`);
    return true;
  }
  if (altKey || event.ctrlKey || event.metaKey) return false;
  switch (key) {
    case 'n':
      editing.corner = (corner + 1) % polygon.length;
      return true;
    case 'p':
      editing.corner = (corner + polygon.length - 1) % polygon.length;
      return true;
    case 'Insert':
    case '+':
      editing.addCorner(corner);
      return true;
    case 'Delete':
    case 'Backspace':
      editing.removeCorner(corner);
      return true;
    default:
      return false;
  }
}

/** Undo and redo, wherever the focus is but in a field, which has its own. */
export function pressedAnywhere(editing: Editing, event: KeyboardEvent): boolean {
  const isField = event.target instanceof HTMLInputElement;
  if (isField || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editing.undo();
  else if (key === 'y' || key === 'z') editing.redo();
  else return false;
  return true;
}
