/** Limits: what the program may take of the computer. */

import { Type } from 'typebox';
import { size } from './field.ts';

export const LIMITS = Type.Object(
  {
    memory: Type.Optional(
      size({
        description:
          'Maximum memory of the program and the processes of its detector plugins together. A plugin that uses more than half of it, or the largest plugin when all of it is used, is ended and charged. If no plugin is the cause, the workers are started again. Without it: half of the memory of the computer or of the container, at least 1GB.',
        minimum: '256MB',
        maximum: '1000GB',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'How much of the computer the program may use. Read at the start.',
  },
);
