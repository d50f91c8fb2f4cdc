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
const PULL = 'pull';

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
  /** All that can be taken back or done again, oldest first, and which of it is shown. */
  #steps: readonly Zones[];
  #at = 0;
  /** What the last step did: the same act again, such as a key that is held, is one step with it. */
  #act: string | null = null;
  #saved: Zones;
  #chosen = 0;
  #corner = 0;
  #seen: Seen = { boxes: [], falsePlaces: [] };
  /** Called after each change: what is drawn of it is drawn again. */
  whenChanged: () => void = () => undefined;

  constructor(zones: Zones) {
    this.#steps = [zones];
    this.#saved = zones;
  }

  get zones(): Zones {
    return this.#steps[this.#at] ?? [];
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
    return JSON.stringify(this.zones) !== JSON.stringify(this.#saved);
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#steps.length - 1;
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

  /** Shows the zone as it is pulled: one step, however many there are of these. */
  pull(polygon: Polygon): void {
    this.change({ polygon }, PULL);
  }

  /** @param isDone false where the pull was broken off. */
  letGo(isDone: boolean): void {
    if (!isDone && this.#act === PULL) {
      this.undo();
      this.#steps = this.#steps.slice(0, this.#at + 1);
    }
    this.#act = null;
  }

  undo(): void {
    this.#show(this.#at - 1);
  }

  redo(): void {
    this.#show(this.#at + 1);
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
    if (JSON.stringify(next) === JSON.stringify(this.zones)) return;
    const isSame = act !== null && act === this.#act;
    const before = this.#steps.slice(0, isSame ? this.#at : this.#at + 1);
    this.#steps = [...before, next].slice(-MOST_STEPS - 1);
    this.#show(this.#steps.length - 1, act);
  }

  /** What is chosen may be gone. */
  #show(at: number, act: string | null = null): void {
    if (this.#steps[at] === undefined) return;
    this.#at = at;
    this.#act = act;
    this.#chosen = Math.max(0, Math.min(this.#chosen, this.zones.length - 1));
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
