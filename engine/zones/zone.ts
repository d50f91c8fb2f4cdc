/**
 * Zones: which of the people seen are counted. The one place where a box becomes a verdict, for counts, overlays and
 * answers alike.
 */

import { isInPolygon, type Point } from './polygon.ts';

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

/** [x1, y1, x2, y2] in ratios of the picture; may reach outside 0..1. */
type BoxRatio = readonly [number, number, number, number];

/** The largest number below 1: the last row and column of a picture belong to zones drawn to its border. */
const BELOW_ONE = 1 - Number.EPSILON / 2;

/**
 * Where the box is anchored. Someone cut off by the border of the picture is anchored on the border, so that a zone
 * drawn to the border holds them; nothing is clipped to a zone.
 */
export function anchorOf(box: BoxRatio, anchor: ZoneAnchor): Point {
  const x = (box[0] + box[2]) / 2;
  const y = anchor === 'centre' ? (box[1] + box[3]) / 2 : box[3];
  return [intoPicture(x), intoPicture(y)];
}

/** What is known of someone besides their box, where a detector tells it. */
export interface Bearing {
  readonly posture?: Posture;
  /** The point between the ankles, in ratios of the picture, where both are seen. */
  readonly feet?: Point;
}

/** Where someone is, for a zone: in the middle who lies, else at the feet that are seen, else where the box is anchored. */
export function placeOf(box: BoxRatio, anchor: ZoneAnchor, { posture, feet }: Bearing): Point {
  if (posture === 'lying') return anchorOf(box, 'centre');
  if (feet === undefined || anchor === 'centre') return anchorOf(box, anchor);
  return [intoPicture(feet[0]), intoPicture(feet[1])];
}

function intoPicture(ratio: number): number {
  return Math.min(BELOW_ONE, Math.max(0, ratio));
}

/** Someone whose posture no one knows is counted: a count zone holds them, a zone that takes people off does not. */
function isHeld({ kind, postures }: Zone, { posture }: Bearing): boolean {
  if (postures === undefined || postures === null) return true;
  return posture === undefined ? kind === 'count' : postures.includes(posture);
}

export interface ZoneVerdict {
  readonly verdict: Verdict;
  /** Whether the box is in each zone, in the order of the zones. */
  readonly inZone: readonly boolean[];
}

/**
 * Decides about one box: in an ignore zone it is ignored; else in a staff zone it is staff; else it is counted if it is
 * in a count zone or no count zone is drawn; else it is ignored. Overlap zones decide nothing about a single picture.
 */
export function judge(box: BoxRatio, zones: readonly Zone[], bearing: Bearing = {}): ZoneVerdict {
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
