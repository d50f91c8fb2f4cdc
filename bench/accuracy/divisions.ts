/** The parts of the labelled pictures, and of the rooms, that are reported apart. */

import type { CountedPicture } from './figures.ts';
import { type LabelledPicture, peopleIn } from './labels.ts';
import { ROOM_FEATURES, ROOM_VIEWS, type Room } from './rooms/labels.ts';
import type { Part } from './table.ts';

export interface JudgedPicture {
  readonly picture: LabelledPicture;
  readonly counted: CountedPicture;
}

export interface JudgedRoom {
  readonly room: Room;
  readonly counted: CountedPicture;
}

/**
 * People were labelled one by one up to about here, and a crowd beyond it has no labels: 410 of the 928 pictures labelled
 * by people have exactly 13, none more. Counts are judged fairly below it only.
 */
const MAX_LABELLED = 13;

const byPeople = ({ picture }: JudgedPicture) => picture.labelledBy === 'people';
const byTeacher = (one: JudgedPicture) => !byPeople(one);

/** By labeller first, and by source and crowd within it: a teacher's labels flatter whoever is related to the teacher. */
export const DIVISIONS: readonly Part<JudgedPicture>[] = [
  { name: 'people: coco', has: byPeople },
  {
    name: 'people: coco with under 13',
    has: (one) => byPeople(one) && peopleIn(one.picture) < MAX_LABELLED,
  },
  ...crowdsOf('people', byPeople),
  { name: 'teacher: all', has: byTeacher },
  ...['surveillance', 'exercise', 'street'].map((source) => ({
    name: `teacher: ${source}`,
    has: (one: JudgedPicture) => byTeacher(one) && one.picture.source === source,
  })),
  ...crowdsOf('teacher', byTeacher),
];

export const ROOM_PARTS: readonly Part<JudgedRoom>[] = [
  crowd('**10-25**', 10, 25),
  crowd('0', 0, 0),
  crowd('1-3', 1, 3),
  crowd('4-8', 4, 8),
  crowd('9-15', 9, 15),
  crowd('16-30', 16, 30),
  { name: 'all', has: () => true },
  { name: 'all, sure labels only', has: ({ room }) => room.range[0] === room.range[1] },
  ...ROOM_FEATURES.map((name) => ({
    name,
    has: ({ room }: JudgedRoom) => room.features.includes(name),
  })),
  ...ROOM_VIEWS.map((name) => ({
    name: `view: ${name}`,
    has: ({ room }: JudgedRoom) => room.view === name,
  })),
];

function crowdsOf(labeller: string, isTheirs: (one: JudgedPicture) => boolean) {
  const crowds = [crowd('0', 0, 0), crowd('1-3', 1, 3), crowd('4-10', 4, 10)];
  return [...crowds, crowd('more', 11, Number.POSITIVE_INFINITY)].map(({ name, has }) => ({
    name: `${labeller}: ${name}`,
    has: (one: JudgedPicture) => isTheirs(one) && has(one),
  }));
}

function crowd(name: string, least: number, most: number) {
  return {
    name: `${name} in the picture`,
    has: ({ counted: { truth } }: { readonly counted: CountedPicture }) =>
      truth >= least && truth <= most,
  };
}
