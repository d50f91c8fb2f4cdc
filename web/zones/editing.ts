/** What a person works on: the zones with their steps, which of them and of its corners is chosen, and whom it counts. */

import { computed, signal } from '@preact/signals';
import { type ScoredBox, tally } from '../../engine/zones/tally.ts';
import {
  type Corner,
  changed,
  faultOf,
  type Kind,
  MOST_ZONES,
  moved,
  withCornerAfter,
  withCornerAt,
  withNew,
  without,
  withoutCorner,
  type Zones,
} from './draft.ts';
import { beginWith, redone, type Steps, stepTo, undone } from './steps.ts';

/** What was seen in the picture that is shown. */
export interface Seen {
  readonly boxes: readonly ScoredBox[];
  readonly falsePlaces: readonly ScoredBox['box'][];
}

export class Editing {
  readonly #steps;
  /** While something is pulled: not a step yet. */
  readonly #pulled = signal<Zones | null>(null);
  readonly #saved;
  readonly chosen = signal(0);
  readonly corner = signal(0);
  readonly seen = signal<Seen>({ boxes: [], falsePlaces: [] });
  readonly zones;
  readonly fault;
  readonly isChanged;
  /** Whom the zones count as they are drawn, by the code that counts. */
  readonly tally;

  constructor(zones: Zones) {
    this.#steps = signal<Steps>(beginWith(zones));
    this.#saved = signal(zones);
    this.zones = computed(() => this.#pulled.value ?? this.#steps.value.now);
    this.fault = computed(() => faultOf(this.zones.value));
    this.isChanged = computed(() => textOf(this.zones.value) !== textOf(this.#saved.value));
    this.tally = computed(() => {
      const { boxes, falsePlaces } = this.seen.value;
      return tally(boxes, this.zones.value, falsePlaces);
    });
  }

  get canUndo(): boolean {
    return this.#steps.value.before.length > 0;
  }

  get canRedo(): boolean {
    return this.#steps.value.after.length > 0;
  }

  get canAdd(): boolean {
    return this.zones.value.length < MOST_ZONES;
  }

  /** @param name the next free one without it. */
  add(kind: Kind, name?: string): void {
    if (!this.canAdd) return;
    this.#step(withNew(this.zones.value, kind, name));
    this.choose(this.zones.value.length - 1);
  }

  remove(): void {
    this.#step(without(this.zones.value, this.chosen.value));
    this.choose(Math.max(0, this.chosen.value - 1));
  }

  choose(at: number): void {
    this.chosen.value = at;
    this.corner.value = 0;
  }

  change(change: Parameters<typeof changed>[2], act: string | null = null): void {
    this.#step(changed(this.zones.value, this.chosen.value, change), act);
  }

  /** @param act the same for moves that are one step together. */
  moveCorner(corner: number, to: Corner, act: string | null = null): void {
    this.#step(withCornerAt(this.zones.value, this.chosen.value, corner, to), act);
  }

  addCorner(after: number): void {
    const before = this.#cornersOf();
    this.#step(withCornerAfter(this.zones.value, this.chosen.value, after));
    if (this.#cornersOf() > before) this.corner.value = after + 1;
  }

  removeCorner(corner: number): void {
    this.#step(withoutCorner(this.zones.value, this.chosen.value, corner));
    this.corner.value = Math.min(corner, this.#cornersOf() - 1);
  }

  move(by: Corner, act: string | null = null): void {
    this.#step(moved(this.zones.value, this.chosen.value, by), act);
  }

  /** Shows zones as they are pulled, without a step. */
  pull(zones: Zones): void {
    this.#pulled.value = zones;
  }

  /** What was pulled is a step. @param isKept false where the pull was broken off. */
  letGo(isKept: boolean): void {
    const pulled = this.#pulled.value;
    this.#pulled.value = null;
    if (isKept && pulled !== null) this.#step(pulled);
  }

  undo(): void {
    this.#become(undone(this.#steps.value));
  }

  redo(): void {
    this.#become(redone(this.#steps.value));
  }

  /** Shows what is in the file now, as a step: what was drawn is one step back. */
  take(zones: Zones): void {
    this.#saved.value = zones;
    this.#step(zones);
  }

  /** These are in the file now. */
  noteSaved(zones: Zones): void {
    this.#saved.value = zones;
  }

  #cornersOf(): number {
    return this.zones.value[this.chosen.value]?.polygon.length ?? 0;
  }

  #step(next: Zones, act: string | null = null): void {
    if (textOf(next) === textOf(this.#steps.value.now)) return;
    this.#become(stepTo(this.#steps.value, next, act));
  }

  /** What is chosen may be gone. */
  #become(steps: Steps): void {
    this.#steps.value = steps;
    this.chosen.value = Math.max(0, Math.min(this.chosen.value, steps.now.length - 1));
    this.corner.value = Math.max(0, Math.min(this.corner.value, this.#cornersOf() - 1));
  }
}

function textOf(zones: Zones): string {
  return JSON.stringify(
    zones.map(({ name, kind, anchor, polygon }) => [name, kind, anchor, polygon]),
  );
}
