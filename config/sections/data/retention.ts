/** Retention: how long counts are stored. Pictures are never kept at all. */

import { Type } from 'typebox';
import { defaulted, duration } from '../field.ts';

export const RETENTION = Type.Object(
  {
    samples: defaulted(
      duration({
        description: 'How long each single count is stored. A year is 365 days.',
        minimum: '1d',
        maximum: '2y',
        default: '30d',
      }),
    ),
    minutes: defaulted(
      duration({
        description: 'How long the counts of each minute are stored.',
        minimum: '30d',
        maximum: '20y',
        default: '5y',
      }),
    ),
  },
  { additionalProperties: false, default: {}, description: 'How long counts are stored.' },
);
