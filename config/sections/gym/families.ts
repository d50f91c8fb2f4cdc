/** Families: words that people use for several classes, where the names of the classes do not have them. */

import { Type } from 'typebox';
import { label } from '../field.ts';

export const FAMILIES = Type.Record(
  Type.String(),
  Type.Array(label('A name of a class as in the schedule, or a word that its classes share.'), {
    minItems: 1,
    maxItems: 100,
  }),
  {
    default: {},
    description:
      'Words for several classes, as `word: [names of classes, or words of them]`: a figure of the word is of all of them. A word that the names share, such as yoga for Hot Yoga and Yin Yoga, needs no entry.',
    examples: [{ spin: ['Power Ride', 'Rhythm Ride'] }],
  },
);
