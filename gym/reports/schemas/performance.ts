/** Body of `GET /v1/classes/performance`: classes ranked by fill. */

import { type Static, Type } from 'typebox';
import { CLASS_FACTS, CLASS_FIGURES, WINDOW } from './class-row.ts';
import { closed, count, difference, HEAD, noShowsBasis, people, rate } from './field.ts';

const PLACES = {
  capacity: people('Places of the rated occurrences together.'),
  attended: people('In the graded occurrences together.'),
};

const STAYED_AWAY = {
  no_show_rate: rate('No-shows over the bookings of the same occurrences.'),
  no_shows_basis: noShowsBasis,
  no_show_occurrences: count('The n of `no_show_rate`.'),
  trend: difference('Fill of the second half of the window minus that of the first.'),
};

/** What a class of a window has besides its {@link CLASS_FIGURES}. */
export const CLASS_EXTENT = { ...PLACES, ...STAYED_AWAY };

export const RANKED_CLASS = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among all classes of the window.' }),
    ...CLASS_FACTS,
    ...PLACES,
    ...CLASS_FIGURES,
    ...STAYED_AWAY,
  },
  { ...closed, title: 'RankedClass', description: 'A class of the week over the window.' },
);

export const PERFORMANCE = Type.Object(
  {
    ...HEAD,
    window: WINDOW,
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
    total_classes: count('Classes of the week within the window, independent of `limit`.'),
    ranking: Type.Array(RANKED_CLASS, {
      maxItems: 100,
      description: 'Fullest first, then by attendance, then by name; unknown fill last.',
    }),
    dead_classes: Type.Array(RANKED_CLASS, {
      maxItems: 100,
      description:
        'Dead classes, independent of `limit`, emptiest first; unprofitable ones are not among them.',
    }),
    dead_count: count('All dead classes, also where more than 100 are.'),
  },
  { ...closed, title: 'Performance', description: 'Classes ranked by how full they are.' },
);

export type PerformanceBody = Static<typeof PERFORMANCE>;
export type RankedClassBody = Static<typeof RANKED_CLASS>;
