/** All boxes of one picture to the numbers of a sample. */

import { falseBoxes } from './overlap.ts';
import { type Bearing, judge, type Verdict, type Zone } from './zone.ts';

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

export interface Tally {
  readonly counted: number;
  readonly staff: number;
  readonly ignored: number;
  /** Boxes in each zone, in the order of the zones; in an overlap zone those that are counted. */
  readonly zones: readonly number[];
  /** Mean score of the counted ones; null when no one was. */
  readonly confidence: number | null;
  readonly boxes: readonly JudgedBox[];
}

/** @param falsePlaces boxes of what is always there and no one: what lies on them is ignored. */
export function tally(
  boxes: readonly ScoredBox[],
  zones: readonly Zone[],
  falsePlaces: readonly ScoredBox['box'][] = [],
): Tally {
  const of = { counted: 0, staff: 0, ignored: 0 };
  const inZones = zones.map(() => 0);
  let scores = 0;
  const areFalse = falseBoxes(
    boxes.map(({ box }) => box),
    falsePlaces,
  );
  const judged = boxes.map((scored, nth) => {
    const { verdict: byZones, inZone } = judge(scored.box, zones, scored);
    const verdict = areFalse.has(nth) ? 'ignored' : byZones;
    of[verdict] += 1;
    if (verdict === 'counted') scores += scored.score;
    inZone.forEach((isIn, at) => {
      // Who is not counted is not counted twice either.
      if (zones[at]?.kind === 'overlap' && verdict !== 'counted') return;
      if (isIn) inZones[at] = (inZones[at] ?? 0) + 1;
    });
    return { ...scored, verdict };
  });
  const confidence = of.counted === 0 ? null : scores / of.counted;
  return { ...of, zones: inZones, confidence, boxes: judged };
}
