/** The parts of the validation split that are reported apart. */

import { type LabelledPicture, peopleIn } from './labels.ts';

export interface Division {
  readonly name: string;
  readonly has: (picture: LabelledPicture) => boolean;
}

/** Crowds by the number of people that the labels have. */
const CROWDS = [
  ['0', 0, 0],
  ['1-3', 1, 3],
  ['4-10', 4, 10],
  ['more', 11, Number.POSITIVE_INFINITY],
] as const;

/**
 * People were labelled one by one up to about here, and a crowd beyond it has no labels: 410 of the 928 pictures labelled
 * by people have exactly 13, none more. Counts are judged fairly below it only.
 */
export const MAX_LABELLED = 13;

const BY_PEOPLE = (picture: LabelledPicture) => picture.labelledBy === 'people';

/** By labeller first, and by source and crowd within it: a teacher's labels flatter whoever is related to the teacher. */
export const DIVISIONS: readonly Division[] = [
  { name: 'people: coco', has: BY_PEOPLE },
  { name: 'people: coco with under 13', has: isFullyLabelled },
  ...crowds('people', BY_PEOPLE),
  { name: 'teacher: all', has: (picture) => !BY_PEOPLE(picture) },
  ...['surveillance', 'exercise', 'street'].map((source) => ({
    name: `teacher: ${source}`,
    has: (picture: LabelledPicture) => !BY_PEOPLE(picture) && picture.source === source,
  })),
  ...crowds('teacher', (picture) => !BY_PEOPLE(picture)),
];

/** Whether people labelled the picture, and everybody in it. */
export function isFullyLabelled(picture: LabelledPicture): boolean {
  return BY_PEOPLE(picture) && peopleIn(picture) < MAX_LABELLED;
}

function crowds(labeller: string, isTheirs: Division['has']): readonly Division[] {
  return CROWDS.map(([name, least, most]) => ({
    name: `${labeller}: ${name} in the picture`,
    has: (picture) => {
      const people = peopleIn(picture);
      return isTheirs(picture) && people >= least && people <= most;
    },
  }));
}
