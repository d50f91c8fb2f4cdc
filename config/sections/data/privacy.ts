/** Privacy: what is left out where figures leave the program or hang where everyone passes. */

import { Type } from 'typebox';
import { defaulted } from '../field.ts';

export const PRIVACY = Type.Object(
  {
    small_counts: defaulted(
      Type.Enum(['show', 'hide'], {
        default: 'show',
        description:
          'With `hide`, one or two people are written as 3 in CSV and schedule files, in the report of a week and on the wall, so that no single person stands out. Classes and rooms with fewer than three places have no count there. Other pages and answers are exact.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'What is left out of files and off the wall. See docs/privacy.',
  },
);
