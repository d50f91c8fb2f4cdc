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
