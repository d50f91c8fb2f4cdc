/** All figures of one detector over some pictures, at one threshold. Pure: nothing is looked at again. */

import { averagePrecision, type MarkedScore } from './average-precision.ts';
import { type CountErrors, countErrors, groupedMean } from './count-errors.ts';
import { type LabelledPicture, peopleIn, type ScoredBox, SURE_SCORE } from './labels.ts';
import { type Matching, matchPicture } from './matching.ts';

/** A picture with everything that one detector saw in it, down to the least score. */
export interface LookedPicture {
  readonly picture: LabelledPicture;
  /** By falling score. */
  readonly found: readonly ScoredBox[];
  readonly matching: Matching;
}

export interface Figures extends CountErrors {
  readonly pictures: number;
  readonly people: number;
  /** Average precision at an overlap of 0.5, over all scores; null where there is nobody. */
  readonly ap50: number | null;
  /** Share of the people found; null where there is nobody. */
  readonly recall: number | null;
  /** Share of the detections that are people; null where nothing was found. */
  readonly precision: number | null;
}

export function lookedPicture(
  picture: LabelledPicture,
  found: readonly ScoredBox[],
  sureScore = SURE_SCORE,
): LookedPicture {
  return { picture, found, matching: matchPicture(picture.labels, found, sureScore) };
}

/** Null without pictures. */
export function figuresOf(looked: readonly LookedPicture[], threshold: number): Figures | null {
  const errors = countErrors(looked.map((one) => counted(one, threshold)));
  if (errors === null) return null;
  const marked = looked.flatMap(markedScores);
  const people = looked.reduce((sum, { picture }) => sum + peopleIn(picture), 0);
  const kept = marked.filter(({ score, mark }) => score >= threshold && mark !== 'ignored');
  const right = kept.filter(({ mark }) => mark === 'right').length;
  return {
    pictures: looked.length,
    people,
    ap50: averagePrecision(marked, people),
    recall: people === 0 ? null : right / people,
    precision: kept.length === 0 ? null : right / kept.length,
    ...errors,
  };
}

/** The count at a threshold, without detections on unsure labels, and the people that there are. */
export function counted({ picture, found, matching }: LookedPicture, threshold: number) {
  const count = found.filter(
    ({ score }, at) => score >= threshold && matching.marks[at] !== 'ignored',
  ).length;
  return { group: picture.group, count, truth: peopleIn(picture) };
}

function markedScores({ found, matching }: LookedPicture): readonly MarkedScore[] {
  return found.map(({ score }, at) => ({ score, mark: matching.marks[at] ?? 'wrong' }));
}

/** The mean absolute error under other ways to read a teacher's labels. */
export interface Sensitivity {
  /** As in the table: labels under 0.38 count neither way. */
  readonly asTold: number;
  /** Labels under 0.38 are nobody: detections on them are wrong. */
  readonly unsureAreNobody: number;
  /** Labels from 0.25, and from 0.5, are people, those below neither. */
  readonly sureFrom25: number;
  readonly sureFrom50: number;
}

/** Null without pictures. */
export function sensitivityOf(
  looked: readonly LookedPicture[],
  threshold: number,
): Sensitivity | null {
  if (looked.length === 0) return null;
  const maeOf = (errors: readonly number[]) =>
    errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const sureFrom = (sureScore: number) =>
    maeOf(
      looked.map(({ picture, found }) => {
        const { count } = counted(lookedPicture(picture, found, sureScore), threshold);
        return count - peopleIn(picture, sureScore);
      }),
    );
  return {
    asTold: sureFrom(SURE_SCORE),
    unsureAreNobody: maeOf(
      looked.map(({ picture, found }) => {
        const count = found.filter(({ score }) => score >= threshold).length;
        return count - peopleIn(picture);
      }),
    ),
    sureFrom25: sureFrom(0.25),
    sureFrom50: sureFrom(0.5),
  };
}

/** How much larger the absolute error is at `threshold` than at `other`, people a picture, with its standard error. */
export function errorDifference(
  looked: readonly LookedPicture[],
  threshold: number,
  other: number,
): { readonly mean: number; readonly se: number } {
  return groupedMean(
    looked.map((one) => {
      const [a, b] = [counted(one, threshold), counted(one, other)];
      return { group: a.group, value: Math.abs(a.count - a.truth) - Math.abs(b.count - b.truth) };
    }),
  );
}
