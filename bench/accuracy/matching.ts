/**
 * Which detections are people: greedy matching, surest first, at an intersection over union of 0.5, as PASCAL VOC has it
 * (Everingham et al., IJCV 88, 2010, section 4.2), with labels that count neither way, as COCO's crowds.
 */

import { type Box, type ScoredBox, SURE_SCORE } from './labels.ts';

const MATCH_IOU = 0.5;

/** `ignored`: on a label that is too unsure to be one. */
export type Mark = 'right' | 'wrong' | 'ignored';

/**
 * Gives each detection the free person it overlaps most; one mark for each detection, in its order. `found` is sorted by
 * falling score; so the marks of the detections above a threshold are the same whether or not those below it were there.
 */
export function matchPicture(
  labels: readonly ScoredBox[],
  found: readonly ScoredBox[],
): readonly Mark[] {
  const free = new Set(labels.filter(({ score }) => score >= SURE_SCORE));
  const unsure = labels.filter(({ score }) => score < SURE_SCORE);
  return found.map(({ box }): Mark => {
    const person = bestOf(free, box);
    if (person !== null) {
      free.delete(person);
      return 'right';
    }
    return unsure.some((label) => iou(label.box, box) >= MATCH_IOU) ? 'ignored' : 'wrong';
  });
}

function bestOf(free: ReadonlySet<ScoredBox>, box: Box): ScoredBox | null {
  let best: ScoredBox | null = null;
  let most = 0;
  for (const person of free) {
    const overlap = iou(person.box, box);
    if (overlap < MATCH_IOU || overlap <= most) continue;
    best = person;
    most = overlap;
  }
  return best;
}

/** Intersection over union, 0..1. */
function iou(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (area(a) + area(b) - shared);
}

function area(box: Box): number {
  return (box[2] - box[0]) * (box[3] - box[1]);
}
