/** What a query found: a sentence, the numbers it used, and one item for each thing that was found. */

import { type Static, Type } from 'typebox';
import { closed } from '../gym/reports/field.ts';
import { covered } from '../gym/reports/period.ts';
import { QUERY } from './query.ts';

/** Most items of an answer. Chosen here: what a person reads, and a model can hold. */
export const MAX_ITEMS = 50;

export const ITEM = Type.Object(
  {
    '@type': Type.Enum(
      [
        'Class',
        'ClassSession',
        'Trainer',
        'Room',
        'Day',
        'Hour',
        'Money',
        'Figures',
        'SearchSummary',
      ],
      { description: 'What the item is of; `SearchSummary` says why nothing was found.' },
    ),
    name: Type.String({ description: 'For people: “Spin, Tue 18:30, Spin room”.' }),
    description: Type.String({ description: 'One sentence with its figures and their units.' }),
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How well it fits the question.',
    }),
    /** The wire forms of the reports: `ClassSession`, `TrainerReport`, `PerformanceRow`, … */
    figures: Type.Object(
      {},
      { description: 'The numbers, as the API names them. Unknown is null.' },
    ),
  },
  { ...closed, title: 'Finding', description: 'One result.' },
);

export const FINDINGS = Type.Object(
  {
    query: QUERY,
    summary: Type.String({ description: 'The answer in one to three sentences.' }),
    notes: Type.Array(Type.String(), {
      maxItems: 16,
      description: 'What was assumed, what is missing and why, whole sentences.',
    }),
    covered: Type.Optional(covered),
    numbers: Type.Object(
      {},
      {
        description:
          'The numbers that `summary` uses, named and with units as in the API. Unknown is null.',
      },
    ),
    items: Type.Array(ITEM, { maxItems: MAX_ITEMS }),
  },
  { ...closed, title: 'Findings', description: 'What a query found.' },
);

export type Item = Static<typeof ITEM>;
export type Findings = Static<typeof FINDINGS>;
