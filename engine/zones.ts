/**
 * Zones: which of the people seen are counted. The one place where a box becomes a verdict, for counts, overlays and
 * answers alike.
 */

import type { BoxRatio } from '../detectors/picture.ts';

/** How someone holds themselves, where a detector tells it. */
export type Posture = 'lying' | 'sitting' | 'standing';

export type ZoneKind = 'count' | 'ignore' | 'staff' | 'overlap';

/** The point of a box that decides: where someone stands, or the middle for a view from above and lying people. */
export type ZoneAnchor = 'bottom_centre' | 'centre';

export interface Zone {
  readonly name: string;
  readonly kind: ZoneKind;
  /** Corners in ratios of the picture, 0..1, origin top left; at least three. */
  readonly polygon: readonly Point[];
  readonly anchor: ZoneAnchor;
  /** Whom of those in it the zone holds; everyone without it. */
  readonly postures?: readonly Posture[] | null;
}

export type Verdict = 'counted' | 'ignored' | 'staff';

/** The largest number below 1: the last row and column of a picture belong to zones drawn to its border. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/** What is known of someone besides their box, where a detector tells it. */
export interface Bearing {
  readonly posture?: Posture;
  /** The point between the ankles, in ratios of the picture, where both are seen. */
  readonly feet?: Point;
}

/**
 * Where someone is, for a zone: in the middle who lies, else at the feet that are seen, else where the box is anchored.
 * Someone cut off by the border of the picture is on the border, so that a zone drawn to the border holds them; nothing is
 * clipped to a zone.
 */
export function placeOf(box: BoxRatio, anchor: ZoneAnchor, { posture, feet }: Bearing): Point {
  const [x1, y1, x2, y2] = box;
  const isCentre = anchor === 'centre' || posture === 'lying';
  const [x, y] = isCentre ? [(x1 + x2) / 2, (y1 + y2) / 2] : (feet ?? [(x1 + x2) / 2, y2]);
  return [intoPicture(x), intoPicture(y)];
}

function intoPicture(ratio: number): number {
  return Math.min(BELOW_ONE, Math.max(0, ratio));
}

/** Someone whose posture no one knows is counted: a count zone holds them, a zone that takes people off does not. */
function isHeld({ kind, postures }: Zone, { posture }: Bearing): boolean {
  if (postures === undefined || postures === null) return true;
  return posture === undefined ? kind === 'count' : postures.includes(posture);
}

/**
 * Decides about one box: in an ignore zone it is ignored; else in a staff zone it is staff; else it is counted if it is
 * in a count zone or no count zone is drawn; else it is ignored. Overlap zones decide nothing about a single picture.
 *
 * @returns `inZone` says whether the box is in each zone, in the order of the zones.
 */
export function judge(
  box: BoxRatio,
  zones: readonly Zone[],
  bearing: Bearing = {},
): { readonly verdict: Verdict; readonly inZone: readonly boolean[] } {
  const inZone = zones.map(
    (zone) =>
      isHeld(zone, bearing) && isInPolygon(placeOf(box, zone.anchor, bearing), zone.polygon),
  );
  const isIn = (kind: ZoneKind) => zones.some((zone, at) => zone.kind === kind && inZone[at]);
  const hasCountZone = zones.some((zone) => zone.kind === 'count');
  if (isIn('ignore')) return { verdict: 'ignored', inZone };
  if (isIn('staff')) return { verdict: 'staff', inZone };
  return { verdict: isIn('count') || !hasCountZone ? 'counted' : 'ignored', inZone };
}

/** Point in polygon, exact, on whatever the points are measured in. */

export type Point = readonly [x: number, y: number];

/**
 * Whether `point` lies in `polygon` (even-odd rule; corners in either direction, the last joins the first).
 *
 * Edge rule: left and upper edges belong to the polygon, right and lower ones do not. So two zones that share an edge
 * neither count a person on it twice nor lose them. Source of the crossing test: W. R. Franklin, PNPOLY,
 * https://wrfranklin.org/Research/Short_Notes/pnpoly.html
 */
export function isInPolygon(point: Point, polygon: readonly Point[]): boolean {
  const [x, y] = point;
  let isInside = false;
  let previous = polygon[polygon.length - 1];
  if (previous === undefined) return false;
  for (const corner of polygon) {
    if (corner[1] > y !== previous[1] > y && x < crossingX(corner, previous, y)) {
      isInside = !isInside;
    }
    previous = corner;
  }
  return isInside;
}

/**
 * Where the edge crosses the height `y`. Always computed from its upper end, so that two polygons that share an edge,
 * whichever way round each is drawn, get the very same number and no point falls between them by rounding.
 */
function crossingX(a: Point, b: Point, y: number): number {
  const [upper, lower] = a[1] < b[1] ? [a, b] : [b, a];
  return upper[0] + ((lower[0] - upper[0]) * (y - upper[1])) / (lower[1] - upper[1]);
}

/** How far two boxes are the same. */

/** Intersection ÷ union, 0..1; 0 for boxes without an area. */
export function overlapOf(a: BoxRatio, b: BoxRatio): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (areaOf(a) + areaOf(b) - shared);
}

function areaOf([x1, y1, x2, y2]: BoxRatio): number {
  return (x2 - x1) * (y2 - y1);
}

/** Overlap of two sightings of the same thing. Chosen here: detectors jitter by a tenth of a box's side. */
const SAME_OVERLAP = 0.6;

/** The box that lies on a place; null where none does. */
export function bestOn<Box extends BoxRatio>(place: BoxRatio, boxes: readonly Box[]): Box | null {
  let best: Box | null = null;
  let bestOverlap = SAME_OVERLAP;
  for (const box of boxes) {
    const overlap = overlapOf(place, box);
    if (overlap < bestOverlap) continue;
    best = box;
    bestOverlap = overlap;
  }
  return best;
}

/** All boxes of one picture to the numbers of a sample. */

export interface ScoredBox extends Bearing {
  /** [x1, y1, x2, y2] in ratios of the picture. */
  readonly box: readonly [number, number, number, number];
  /** 0..1. */
  readonly score: number;
  /** [x, y, score] of points of the body, in ratios of the picture and 0..1. */
  readonly keypoints?: readonly (readonly [number, number, number])[];
  /** The same number for the same person in pictures that follow each other. */
  readonly track?: number;
}

export interface JudgedBox extends ScoredBox {
  readonly verdict: Verdict;
}

export type Tally = ReturnType<typeof tally>;

/** @param falsePlaces boxes of what is always there and no one: what lies on them is ignored. */
export function tally(
  boxes: readonly ScoredBox[],
  zones: readonly Zone[],
  falsePlaces: readonly ScoredBox['box'][] = [],
) {
  const sums = new Sums(zones);
  let scores = 0;
  const people = new Set(boxes.map(({ box }) => box));
  // Of each place the box that fits it best, and no other: someone in front of a poster is still counted.
  for (const place of falsePlaces) {
    const best = bestOn(place, [...people]);
    if (best !== null) people.delete(best);
  }
  const judged = boxes.map((scored): JudgedBox => {
    const { verdict: byZones, inZone } = judge(scored.box, zones, scored);
    const verdict = people.has(scored.box) ? byZones : 'ignored';
    sums.add(1, verdict, inZone);
    if (verdict === 'counted') scores += scored.score;
    return { ...scored, verdict };
  });
  const { of, inZones } = sums;
  // Mean score of the counted ones; null when no one was.
  const confidence = of.counted === 0 ? null : scores / of.counted;
  return { ...of, zones: inZones, confidence, boxes: judged };
}

/** People of each verdict and in each zone. */
class Sums {
  readonly of = { counted: 0, staff: 0, ignored: 0 } satisfies Record<Verdict, number>;
  /** Boxes in each zone, in the order of the zones; in an overlap zone those that are counted. */
  readonly inZones: number[];
  readonly #zones: readonly Zone[];

  constructor(zones: readonly Zone[]) {
    this.#zones = zones;
    this.inZones = zones.map(() => 0);
  }

  add(people: number, verdict: Verdict, inZone: readonly boolean[]): void {
    this.of[verdict] += people;
    for (const [at, isIn] of inZone.entries()) {
      // Who is not counted is not counted twice either.
      const isLeftOut = this.#zones[at]?.kind === 'overlap' && verdict !== 'counted';
      if (isIn && !isLeftOut) this.inZones[at] = (this.inZones[at] ?? 0) + people;
    }
  }
}

/** People in each cell of a grid over the picture, row by row. */
export interface HeatMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/**
 * People by place, without boxes, to the numbers of a sample: what density models give. Maybe fractions. Each cell belongs to
 * the zones that hold its middle.
 *
 * @param count people in the whole picture, where that is known better than by the sum of the cells.
 */
export function tallyDensity(
  { width, height, values }: HeatMap,
  zones: readonly Zone[],
  count?: number,
) {
  const sums = new Sums(zones);
  let sum = 0;
  for (let at = 0; at < width * height; at += 1) {
    const people = values[at] ?? 0;
    if (people === 0) continue;
    sum += people;
    const x = ((at % width) + 0.5) / width;
    const y = (Math.floor(at / width) + 0.5) / height;
    const { verdict, inZone } = judge([x, y, x, y], zones);
    sums.add(people, verdict, inZone);
  }
  const factor = count === undefined || sum === 0 ? 1 : count / sum;
  const { of, inZones } = sums;
  return {
    counted: of.counted * factor,
    staff: of.staff * factor,
    ignored: of.ignored * factor,
    zones: inZones.map((people) => people * factor),
  };
}
