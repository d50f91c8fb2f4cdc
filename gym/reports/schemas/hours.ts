/** Body of the report on weekdays and hours: when people come. */

import { type Static, Type } from 'typebox';
import { FIGURES, RANGE } from './attendance.ts';
import { WEEKDAYS } from './class-row.ts';
import { closed, count, HEAD, nullable, words } from './field.ts';
import { ORDER } from './trainers.ts';

const CELL = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among the cells of its list.' }),
    weekday: nullable(words(WEEKDAYS, 'Day of the week in the gym’s zone; null is all of them.')),
    hour: nullable(
      Type.Integer({
        minimum: 0,
        maximum: 23,
        description: 'Local hour in which the classes start; null is all of them.',
      }),
    ),
    completed_classes: count('Classes that took place.'),
    ...FIGURES,
  },
  { ...closed, title: 'HourCell', description: 'Classes that start within an hour of the week.' },
);

export const HOURS = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    by: words(['attended', 'fill_rate'], 'What the lists are ordered by.'),
    order: ORDER,
    cells: Type.Array(CELL, {
      maxItems: 168,
      description: 'By weekday and hour, without those in which no class took place.',
    }),
    weekdays: Type.Array(CELL, { maxItems: 7, description: 'By weekday, whatever the hour.' }),
    hours: Type.Array(CELL, { maxItems: 24, description: 'By hour, whatever the weekday.' }),
  },
  {
    ...closed,
    title: 'Hours',
    description:
      'When people come, by weekday and hour of the start. People are sums of the range.',
  },
);

export type HoursBody = Static<typeof HOURS>;
