/** Body of the report on who booked and did not come. */

import { type Static, Type } from 'typebox';
import { FIGURES, RANGE } from './attendance.ts';
import { CLASS_FACTS, CLASS_FIGURES } from './class-row.ts';
import { closed, count, HEAD, noShowsBasis, people, rate } from './field.ts';
import { TRAINER_FIGURES } from './trainers.ts';

const CLASS = Type.Object(
  {
    ...CLASS_FACTS,
    ...CLASS_FIGURES,
    booked: people('Bookings of its occurrences.'),
    booked_occurrences: count('The n of `booked`.'),
    no_shows: people('Who booked and did not come.'),
    no_show_rate: rate('No-shows over the bookings of the same occurrences.'),
    no_shows_basis: noShowsBasis,
    no_show_occurrences: count('The n of `no_shows` and `no_show_rate`.'),
  },
  { ...closed, title: 'ClassNoShows', description: 'A class of the week with its no-shows.' },
);

const TRAINER = Type.Object(TRAINER_FIGURES, {
  ...closed,
  title: 'TrainerNoShows',
  description: 'A trainer with the no-shows of the classes given.',
});

export const NO_SHOWS = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    completed_classes: count('Classes that took place.'),
    ...FIGURES,
    classes: Type.Array(CLASS, {
      maxItems: 10,
      description: 'Classes with the most no-shows. Each has its own basis.',
    }),
    trainers: Type.Array(TRAINER, {
      maxItems: 10,
      description: 'Trainers whose classes have the most no-shows. Each has their own basis.',
    }),
  },
  { ...closed, title: 'NoShows', description: 'Who booked and did not come.' },
);

export type NoShowsBody = Static<typeof NO_SHOWS>;
