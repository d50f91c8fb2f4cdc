/** What the keys do on the picture. */

import type { Corner } from './draft.ts';
import type { Editing } from './editing.ts';

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
