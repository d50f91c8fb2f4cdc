/** Body of the ranking of classes by what was asked. */

import { type Static, Type } from 'typebox';
import { RANGE } from './attendance.ts';
import { closed, count, HEAD, words } from './field.ts';
import { RANKED_CLASS } from './performance.ts';
import { ORDER } from './trainers.ts';

export const RANKING = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    by: words(
      ['fill_rate', 'attended', 'average_attendance', 'no_show_rate', 'trend'],
      'What they are ranked by.',
    ),
    order: ORDER,
    limit: Type.Integer({ minimum: 1, maximum: 100, description: 'As requested.' }),
    total_classes: count('Classes of the week within the range, whatever `limit`.'),
    ranked_classes: count('Of these, those of which what they are ranked by is known.'),
    ranking: Type.Array(RANKED_CLASS, {
      maxItems: 100,
      description: 'In the order asked for, then by attendance and name; unknown last.',
    }),
  },
  { ...closed, title: 'Ranking', description: 'Classes of the week in the order asked for.' },
);

export type RankingBody = Static<typeof RANKING>;
