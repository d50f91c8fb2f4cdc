/** What a person works on: the zones with their steps, which of them and of its corners is chosen, and whom it counts. */

import { outlineFault } from '../../config/polygon.ts';
import { type ScoredBox, tally, type Zone, type ZoneKind } from '../../engine/zones.ts';
import { moved, type Polygon, withCornerAfter, withoutCorner } from './polygon.ts';

export type Zones = readonly Zone[];

export const KINDS: Readonly<Record<ZoneKind, string>> = {
  count: 'People here are counted. With no count zone, the whole picture counts.',
  ignore:
    'People here are not counted: mirrors, windows, screens, racks. It is hidden in every picture.',
  staff: 'People here are counted as staff: where the trainer stands.',
  overlap:
    'Floor that another camera sees too, with a zone of the same name: people here count once.',
};

/** As `turnout.yaml` has it. */
const MOST_ZONES = 16;
/** Steps that can be taken back. */
const MOST_STEPS = 50;

/** A zone to pull into shape, in the middle of the picture. */
const SQUARE: Polygon = [
  [0.3, 0.3],
  [0.7, 0.3],
  [0.7, 0.7],
  [0.3, 0.7],
];

/** What was seen in the picture that is shown. */
interface Seen {
  readonly boxes: readonly ScoredBox[];
  readonly falsePlaces: readonly ScoredBox['box'][];
}

export class Editing {
  #now: Zones;
  #before: readonly Zones[] = [];
  #after: readonly Zones[] = [];
  /** What the last step did: the same act again, such as a key that is held, is one step with it. */
  #act: string | null = null;
  /** While something is pulled: not a step yet. */
  #pulled: Zones | null = null;
  #saved: Zones;
  #chosen = 0;
  #corner = 0;
  #seen: Seen = { boxes: [], falsePlaces: [] };
  /** Called after each change: what is drawn of it is drawn again. */
  whenChanged: () => void = () => undefined;

  constructor(zones: Zones) {
    this.#now = zones;
    this.#saved = zones;
  }

  get zones(): Zones {
    return this.#pulled ?? this.#now;
  }

  /** The zone that is worked on, its place, and its corner. */
  get zone(): Zone | undefined {
    return this.zones[this.#chosen];
  }

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

  /** Whom the zones count as they are drawn, by the code that counts. */
  get tally() {
    return tally(this.#seen.boxes, this.zones, this.#seen.falsePlaces);
  }

  /** Why the zones cannot be saved, as the server would say it; null where they can. */
  get fault(): string | null {
    for (const [at, { name, polygon }] of this.zones.entries()) {
      if (name.trim() === '') return 'A zone has no name.';
      if (this.zones.findIndex((other) => other.name === name) !== at)
        return `Two zones have the name ${name}.`;
      const fault = outlineFault(polygon);
      if (fault !== null) return `Edges of ${name} meet: ${fault}.`;
    }
    return null;
  }

  get isChanged(): boolean {
    return textOf(this.zones) !== textOf(this.#saved);
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  get canAdd(): boolean {
    return this.zones.length < MOST_ZONES;
  }

  add(kind: ZoneKind, name = freeName(this.zones, kind)): void {
    if (!this.canAdd) return;
    this.#step([...this.zones, { name, kind, anchor: 'bottom_centre', polygon: SQUARE }]);
    this.choose(this.zones.length - 1);
  }

  remove(): void {
    this.#step(this.zones.toSpliced(this.#chosen, 1));
    this.choose(Math.max(0, this.#chosen - 1));
  }

  choose(at: number): void {
    this.#chosen = at;
    this.corner = 0;
  }

  /** @param act the same for changes that are one step together. */
  change(change: Partial<Zone>, act: string | null = null): void {
    this.#step(this.#with(change), act);
  }

  addCorner(after: number): void {
    const polygon = this.zone?.polygon ?? [];
    const next = withCornerAfter(polygon, after);
    this.change({ polygon: next });
    if (next !== polygon) this.corner = after + 1;
  }

  removeCorner(at: number): void {
    this.change({ polygon: withoutCorner(this.zone?.polygon ?? [], at) });
  }

  move(by: Polygon[number], act: string | null = null): void {
    this.change({ polygon: moved(this.zone?.polygon ?? [], by) }, act);
  }

  /** Shows the zone as it is pulled, without a step. */
  pull(polygon: Polygon): void {
    this.#pulled = this.#with({ polygon });
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
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#after = [this.#now, ...this.#after];
    this.#before = this.#before.slice(0, -1);
    this.#become(last);
  }

  redo(): void {
    const [next, ...after] = this.#after;
    if (next === undefined) return;
    this.#before = [...this.#before, this.#now];
    this.#after = after;
    this.#become(next);
  }

  /** Shows what is in the file now, as a step: what was drawn is one step back. */
  take(zones: Zones): void {
    this.#step(zones);
    this.noteSaved(zones);
  }

  /** These are in the file now. */
  noteSaved(zones: Zones): void {
    this.#saved = zones;
    this.whenChanged();
  }

  #with(change: Partial<Zone>): Zones {
    return this.zones.map((zone, at) => (at === this.#chosen ? { ...zone, ...change } : zone));
  }

  /** One that changes nothing is none. */
  #step(next: Zones, act: string | null = null): void {
    if (textOf(next) === textOf(this.#now)) return;
    if (act === null || act !== this.#act) {
      this.#before = [...this.#before, this.#now].slice(-MOST_STEPS);
    }
    this.#after = [];
    this.#become(next, act);
  }

  /** What is chosen may be gone. */
  #become(zones: Zones, act: string | null = null): void {
    this.#now = zones;
    this.#act = act;
    this.#chosen = Math.max(0, Math.min(this.#chosen, zones.length - 1));
    this.corner = Math.max(0, Math.min(this.#corner, (this.zone?.polygon.length ?? 0) - 1));
  }
}

/** A name that none of them has. */
export function freeName(zones: Zones, kind: ZoneKind): string {
  const names = new Set(zones.map(({ name }) => name));
  let name: string = kind;
  for (let at = 2; names.has(name); at += 1) name = `${kind} ${at}`;
  return name;
}

function textOf(zones: Zones): string {
  return JSON.stringify(
    zones.map(({ name, kind, anchor, polygon }) => [name, kind, anchor, polygon]),
  );
}
