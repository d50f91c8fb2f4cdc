/** Log: how much the program says on stderr. */

import { Type } from 'typebox';
import { choice, defaulted } from './field.ts';

export const LOG = Type.Object(
  {
    level: defaulted(
      choice(['debug', 'info', 'warn', 'error'], {
        description: 'Lowest level of lines that are written.',
        default: 'info',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'How much is logged. Read at the start.',
  },
);
