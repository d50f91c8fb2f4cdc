/** How far the counts of one detector are from the truth, over pictures of which some are near-twins. Pure. */

import { type LabelledPicture, peopleIn, type ScoredBox } from './labels.ts';
import { matchPicture } from './matching.ts';

/** A picture with what one detector saw in it. */
export interface LookedPicture {
  readonly picture: LabelledPicture;
  /** By falling score. */
  readonly found: readonly ScoredBox[];
}

export interface CountedPicture {
  readonly group: string;
  readonly count: number;
  readonly truth: number;
}

export interface CountErrors {
  readonly pictures: number;
  /** People in all of them. */
  readonly people: number;
  /** Mean absolute error, people a picture. */
  readonly mae: number;
  /** One standard error of `mae`, over groups, since near-twins err alike. */
  readonly maeSe: number;
  /** Mean of count less truth: below 0 misses people. */
  readonly bias: number;
  /** Shares of the pictures at most one person off, and at most two, 0..1. */
  readonly withinOne: number;
  readonly withinTwo: number;
}

/** The count, without detections on unsure labels, and the people that there are. */
export function counted({ picture, found }: LookedPicture): CountedPicture {
  const marks = matchPicture(picture.labels, found);
  const count = marks.filter((mark) => mark !== 'ignored').length;
  return { group: picture.group, count, truth: peopleIn(picture) };
}

/** Null without pictures. */
export function countErrors(pictures: readonly CountedPicture[]): CountErrors | null {
  if (pictures.length === 0) return null;
  const errors = pictures.map(({ count, truth }) => Math.abs(count - truth));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const mae = mean(errors);
  const within = (most: number) => mean(errors.map((error) => (error <= most ? 1 : 0)));
  return {
    pictures: pictures.length,
    people: pictures.reduce((sum, { truth }) => sum + truth, 0),
    mae,
    maeSe: groupedError(pictures, errors, mae),
    bias: mean(pictures.map(({ count, truth }) => count - truth)),
    withinOne: within(1),
    withinTwo: within(2),
  };
}

/**
 * The standard error of a mean whose values are not independent within a group: the groups' deviations from the mean,
 * squared and added up. Source: Cameron and Miller, A Practitioner's Guide to Cluster-Robust Inference (2015), the mean
 * as a regression on a constant, without the correction for few groups.
 */
function groupedError(
  pictures: readonly CountedPicture[],
  errors: readonly number[],
  mean: number,
): number {
  const byGroup = new Map<string, number>();
  for (const [at, { group }] of pictures.entries()) {
    byGroup.set(group, (byGroup.get(group) ?? 0) + (errors[at] ?? 0) - mean);
  }
  const squares = [...byGroup.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  return Math.sqrt(squares) / pictures.length;
}
