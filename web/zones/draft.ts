/** Zones as they are drawn: what can be done to them, each step a new list. Corners are in ratios of the picture, 0..1. */

import { outlineFault } from '../../config/polygon.ts';
import type { Zone } from '../../engine/zones.ts';

export type Corner = readonly [x: number, y: number];
export type Zones = readonly Zone[];

export const KINDS = ['count', 'ignore', 'staff', 'overlap'] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_WORDS: Readonly<Record<Kind, readonly [name: string, meaning: string]>> = {
  count: ['count', 'People in it are counted. Without such a zone the whole picture is.'],
  ignore: [
    'ignore',
    'People in it are not counted: mirrors, windows, screens, racks. It is hidden in every picture.',
  ],
  staff: ['staff', 'People in it are counted as staff: where the trainer stands.'],
  overlap: [
    'overlap',
    'Floor that another camera sees too, with a zone of the same name: people in it count once.',
  ],
};

/** As `turnout.yaml` has it: see `config/schema/camera.ts`. */
export const LEAST_CORNERS = 3;
export const MOST_CORNERS = 32;
export const MOST_ZONES = 16;

/** Corners are kept to a thousandth of the picture: a pixel of a small stream, and short in the file. */
const STEPS = 1000;

/** A ratio inside the picture, rounded to what is kept. */
function kept(ratio: number): number {
  return Math.round(Math.min(1, Math.max(0, ratio)) * STEPS) / STEPS;
}

/** A zone to pull into shape, in the middle of the picture, under a name that none has. */
export function withNew(zones: Zones, kind: Kind, name = freeName(zones, kind)): Zones {
  const fresh: Zone = {
    name,
    kind,
    anchor: 'bottom_centre',
    polygon: [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.7],
      [0.3, 0.7],
    ],
  };
  return [...zones, fresh];
}

/** A name that none of them has. */
export function freeName(zones: Zones, kind: Kind): string {
  const names = new Set(zones.map(({ name }) => name));
  let name: string = kind;
  for (let at = 2; names.has(name); at += 1) name = `${kind} ${at}`;
  return name;
}

export function without(zones: Zones, at: number): Zones {
  return zones.toSpliced(at, 1);
}

export function changed(zones: Zones, at: number, change: Partial<Zone>): Zones {
  return zones.map((zone, nth) => (nth === at ? { ...zone, ...change } : zone));
}

export function withCornerAt(zones: Zones, at: number, corner: number, [x, y]: Corner): Zones {
  return reshaped(zones, at, (polygon) => polygon.with(corner, [kept(x), kept(y)]));
}

/** A corner in the middle of the edge that begins at `corner`; as it is where the zone has 32. */
export function withCornerAfter(zones: Zones, at: number, corner: number): Zones {
  return reshaped(zones, at, (polygon) => {
    if (polygon.length >= MOST_CORNERS) return polygon;
    return polygon.toSpliced(corner + 1, 0, middleOf(polygon, corner));
  });
}

/** The middle of the edge that begins at a corner. */
export function middleOf(polygon: readonly Corner[], corner: number): Corner {
  const [x1, y1] = polygon[corner] as Corner;
  const [x2, y2] = polygon[(corner + 1) % polygon.length] as Corner;
  return [kept((x1 + x2) / 2), kept((y1 + y2) / 2)];
}

/** As it is where the zone has three. */
export function withoutCorner(zones: Zones, at: number, corner: number): Zones {
  return reshaped(zones, at, (polygon) =>
    polygon.length <= LEAST_CORNERS ? polygon : polygon.toSpliced(corner, 1),
  );
}

/** Moves a zone as a whole, and no further than to the border of the picture. */
export function moved(zones: Zones, at: number, by: Corner): Zones {
  return reshaped(zones, at, (polygon) => {
    const [dx, dy] = [0, 1].map((axis) => {
      const along = polygon.map((corner) => corner[axis] as number);
      return Math.min(1 - Math.max(...along), Math.max(-Math.min(...along), by[axis as 0 | 1]));
    }) as [number, number];
    return polygon.map(([x, y]) => [kept(x + dx), kept(y + dy)]);
  });
}

function reshaped(
  zones: Zones,
  at: number,
  reshape: (polygon: readonly Corner[]) => readonly Corner[],
): Zones {
  const zone = zones[at];
  return zone === undefined ? zones : zones.with(at, { ...zone, polygon: reshape(zone.polygon) });
}

/** Why zones cannot be saved, as the server would say it; null where they can. */
export function faultOf(zones: Zones): { readonly zone: number; readonly text: string } | null {
  for (const [at, { name, polygon }] of zones.entries()) {
    if (name.trim() === '') return { zone: at, text: 'A zone has no name.' };
    const twin = zones.findIndex((other) => other.name === name);
    if (twin !== at) return { zone: at, text: `Two zones have the name ${name}.` };
    const fault = outlineFault(polygon);
    if (fault !== null) return { zone: at, text: `Edges of ${name} meet: ${fault}.` };
  }
  return null;
}

/** How near, px on the screen. Chosen here: less than a finger, more than a tremble. */
export const SNAP_PX = 8;

/**
 * @param size of the picture on the screen, px.
 * @param of the zone that is drawn, whose own corners attract none.
 */
export function snapped(
  [x, y]: Corner,
  zones: Zones,
  of: number,
  size: { readonly width: number; readonly height: number },
): Corner {
  const [nearX, nearY] = [SNAP_PX / size.width, SNAP_PX / size.height];
  const corners = zones.flatMap(({ polygon }, at) => (at === of ? [] : polygon));
  const corner = corners.find(
    ([otherX, otherY]) => Math.abs(otherX - x) <= nearX && Math.abs(otherY - y) <= nearY,
  );
  if (corner !== undefined) return corner;
  return [toBorder(x, nearX), toBorder(y, nearY)];
}

function toBorder(ratio: number, near: number): number {
  if (ratio <= near) return 0;
  return ratio >= 1 - near ? 1 : ratio;
}

/** Steps that can be taken back. */
const MOST = 50;

export interface Steps {
  readonly before: readonly Zones[];
  readonly now: Zones;
  readonly after: readonly Zones[];
  /** What the last step did: the same act on the same thing again, such as a key that is held, is one step with it. */
  readonly act: string | null;
}

export function beginWith(zones: Zones): Steps {
  return { before: [], now: zones, after: [], act: null };
}

/** A step; one that changes nothing is none. @param act null for a step that no other joins. */
export function stepTo(steps: Steps, next: Zones, act: string | null = null): Steps {
  const { before, now } = steps;
  if (next === now) return steps;
  const isSame = act !== null && act === steps.act;
  return { before: isSame ? before : [...before, now].slice(-MOST), now: next, after: [], act };
}

export function undone(steps: Steps): Steps {
  const last = steps.before.at(-1);
  if (last === undefined) return steps;
  const before = steps.before.slice(0, -1);
  return { before, now: last, after: [steps.now, ...steps.after], act: null };
}

export function redone(steps: Steps): Steps {
  const [next, ...after] = steps.after;
  if (next === undefined) return steps;
  return { before: [...steps.before, steps.now], now: next, after, act: null };
}

/** As the fields and the corners have a ratio. */
export function percent(ratio: number): string {
  return String(Math.round(ratio * 1000) / 10);
}
