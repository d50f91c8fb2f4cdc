/**
 * Which anchor of a zone errs less: the count in a few fixed zones, by the boxes that were found and by the labels.
 *
 * The pictures have no zones of their own, so halves and a middle are drawn into each. The truth is who has the anchor of
 * their label in the zone: that tells how steady an anchor is, not whether it is where somebody stands.
 */

import { judge, type Zone, type ZoneAnchor } from '../../engine/zones/zone.ts';
import type { LookedPicture } from './figures.ts';
import { type Box, SURE_SCORE } from './labels.ts';

export const ANCHORS: readonly ZoneAnchor[] = ['bottom_centre', 'centre'];

const POLYGONS: Readonly<Record<string, Zone['polygon']>> = {
  left: rectangle(0, 0, 0.5, 1),
  lower: rectangle(0, 0.5, 1, 1),
  middle: rectangle(0.25, 0.25, 0.75, 0.75),
};

/** Mean absolute error of a zone's count, people, over all pictures and zones. */
export function zoneError(
  looked: readonly LookedPicture[],
  threshold: number,
  anchor: ZoneAnchor,
): number {
  const errors = Object.values(POLYGONS).flatMap((polygon) => {
    const zones: readonly Zone[] = [{ name: 'zone', kind: 'count', polygon, anchor }];
    return looked.map(({ picture, found, matching }) => {
      const isIn = ({ box }: { readonly box: Box }) =>
        judge(ratios(box, picture), zones).verdict === 'counted';
      const kept = found.filter(
        ({ score }, at) => score >= threshold && matching.marks[at] !== 'ignored',
      );
      const people = picture.labels.filter(({ score }) => score >= SURE_SCORE);
      return Math.abs(kept.filter(isIn).length - people.filter(isIn).length);
    });
  });
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length);
}

function ratios(box: Box, { width, height }: { readonly width: number; readonly height: number }) {
  return [box[0] / width, box[1] / height, box[2] / width, box[3] / height] as const;
}

function rectangle(x1: number, y1: number, x2: number, y2: number): Zone['polygon'] {
  return [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ];
}
