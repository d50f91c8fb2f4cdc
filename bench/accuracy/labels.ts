/** The labelled pictures that detectors are judged on, read from `labels.json`; its rules are in the `SOURCES.md` beside it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf, sourceOf } from './split.ts';

/** [x1, y1, x2, y2] in picture pixels. */
export type Box = readonly [number, number, number, number];

export interface ScoredBox {
  readonly box: Box;
  /** 0..1; of a label, 1 where people drew it, else the mean score of its teachers. */
  readonly score: number;
}

export type Labeller = 'people' | 'teacher';

export interface LabelledPicture {
  /** Path under the folder of the data, such as `images/coco/0000.jpg`. */
  readonly file: string;
  readonly source: string;
  /** Near-twins have the same one: a clip, an exercise, else the picture alone. */
  readonly group: string;
  readonly labelledBy: Labeller;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly ScoredBox[];
}

/**
 * Least score of a teacher's box that counts as a person. One below it is neither person nor background: a detection
 * on it is neither right nor wrong. Source: `SOURCES.md` of the pictures, "treat under about 0.38 as ignore".
 */
export const SURE_SCORE = 0.38;

interface Row {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly labelled_by: Labeller;
  readonly boxes: readonly (readonly [number, number, number, number, number])[];
}

/** All pictures of a folder, in the order of the file; null where there is no `labels.json`. */
export function readLabels(dataDir: string): readonly LabelledPicture[] | null {
  const file = join(dataDir, 'labels.json');
  if (!existsSync(file)) return null;
  const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[];
  return rows.map((row) => ({
    file: row.file,
    source: sourceOf(row.file),
    group: groupOf(row.file),
    labelledBy: row.labelled_by,
    width: row.width,
    height: row.height,
    labels: row.boxes.map(([x1, y1, x2, y2, score]) => ({ box: [x1, y1, x2, y2], score })),
  }));
}

/** People in a picture: the labels that are sure. */
export function peopleIn(picture: LabelledPicture): number {
  return picture.labels.filter(({ score }) => score >= SURE_SCORE).length;
}
