/** Limits: what the program may take of the computer. */

import { Type } from 'typebox';
import { size } from './field.ts';

export const LIMITS = Type.Object(
  {
    memory: Type.Optional(
      size({
        description:
          'Most memory of the program together with the processes of its detector plugins. A plugin that takes more than half of it, or that is the largest when all of it is used up, is ended and charged; else the workers are started again. Without it: half of the memory of the computer or of the container, at least 1GB.',
        minimum: '256MB',
        maximum: '1000GB',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'What the program may take of the computer. Read at the start.',
  },
);
