/** What a person works on: the zones with their steps, which of them and of its corners is chosen, and whom it counts. */

import { type ScoredBox, tally } from '../../engine/zones.ts';
import {
  beginWith,
  type Corner,
  changed,
  faultOf,
  type Kind,
  MOST_ZONES,
  moved,
  redone,
  type Steps,
  stepTo,
  undone,
  withCornerAfter,
  withCornerAt,
  withNew,
  without,
  withoutCorner,
  type Zones,
} from './draft.ts';

/** What was seen in the picture that is shown. */
export interface Seen {
  readonly boxes: readonly ScoredBox[];
  readonly falsePlaces: readonly ScoredBox['box'][];
}

export class Editing {
  #steps: Steps;
  /** While something is pulled: not a step yet. */
  #pulled: Zones | null = null;
  #saved: Zones;
  #chosen = 0;
  #corner = 0;
  #seen: Seen = { boxes: [], falsePlaces: [] };
  /** Called after each change: what is drawn of it is drawn again. */
  whenChanged: () => void = () => undefined;

  constructor(zones: Zones) {
    this.#steps = beginWith(zones);
    this.#saved = zones;
  }

  get zones(): Zones {
    return this.#pulled ?? this.#steps.now;
  }

  get fault() {
    return faultOf(this.zones);
  }

  get isChanged(): boolean {
    return textOf(this.zones) !== textOf(this.#saved);
  }

  /** Whom the zones count as they are drawn, by the code that counts. */
  get tally() {
    return tally(this.#seen.boxes, this.zones, this.#seen.falsePlaces);
  }

  /** Which of the zones, and of its corners, is worked on. */
  get chosen(): number {
    return this.#chosen;
  }

  get corner(): number {
    return this.#corner;
  }

  set corner(at: number) {
    this.#corner = at;
    this.whenChanged();
  }

  set seen(seen: Seen) {
    this.#seen = seen;
    this.whenChanged();
  }

  get canUndo(): boolean {
    return this.#steps.before.length > 0;
  }

  get canRedo(): boolean {
    return this.#steps.after.length > 0;
  }

  get canAdd(): boolean {
    return this.zones.length < MOST_ZONES;
  }

  /** @param name the next free one without it. */
  add(kind: Kind, name?: string): void {
    if (!this.canAdd) return;
    this.#step(withNew(this.zones, kind, name));
    this.choose(this.zones.length - 1);
  }

  remove(): void {
    this.#step(without(this.zones, this.#chosen));
    this.choose(Math.max(0, this.#chosen - 1));
  }

  choose(at: number): void {
    this.#chosen = at;
    this.corner = 0;
  }

  change(change: Parameters<typeof changed>[2], act: string | null = null): void {
    this.#step(changed(this.zones, this.#chosen, change), act);
  }

  /** @param act the same for moves that are one step together. */
  moveCorner(corner: number, to: Corner, act: string | null = null): void {
    this.#step(withCornerAt(this.zones, this.#chosen, corner, to), act);
  }

  addCorner(after: number): void {
    const before = this.#cornersOf();
    this.#step(withCornerAfter(this.zones, this.#chosen, after));
    if (this.#cornersOf() > before) this.corner = after + 1;
  }

  removeCorner(corner: number): void {
    this.#step(withoutCorner(this.zones, this.#chosen, corner));
    this.corner = Math.min(corner, this.#cornersOf() - 1);
  }

  move(by: Corner, act: string | null = null): void {
    this.#step(moved(this.zones, this.#chosen, by), act);
  }

  /** Shows zones as they are pulled, without a step. */
  pull(zones: Zones): void {
    this.#pulled = zones;
    this.whenChanged();
  }

  /** What was pulled is a step. @param isKept false where the pull was broken off. */
  letGo(isKept: boolean): void {
    const pulled = this.#pulled;
    this.#pulled = null;
    if (isKept && pulled !== null) this.#step(pulled);
    this.whenChanged();
  }

  undo(): void {
    this.#become(undone(this.#steps));
  }

  redo(): void {
    this.#become(redone(this.#steps));
  }

  /** Shows what is in the file now, as a step: what was drawn is one step back. */
  take(zones: Zones): void {
    this.#saved = zones;
    this.#step(zones);
    this.whenChanged();
  }

  /** These are in the file now. */
  noteSaved(zones: Zones): void {
    this.#saved = zones;
    this.whenChanged();
  }

  #cornersOf(): number {
    return this.zones[this.#chosen]?.polygon.length ?? 0;
  }

  #step(next: Zones, act: string | null = null): void {
    if (textOf(next) === textOf(this.#steps.now)) return;
    this.#become(stepTo(this.#steps, next, act));
  }

  /** What is chosen may be gone. */
  #become(steps: Steps): void {
    this.#steps = steps;
    this.#chosen = Math.max(0, Math.min(this.#chosen, steps.now.length - 1));
    this.corner = Math.max(0, Math.min(this.#corner, this.#cornersOf() - 1));
  }
}

function textOf(zones: Zones): string {
  return JSON.stringify(
    zones.map(({ name, kind, anchor, polygon }) => [name, kind, anchor, polygon]),
  );
}
