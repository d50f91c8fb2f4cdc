/** Backup: copies of the data that the server makes by itself. */

import { Type } from 'typebox';
import { defaulted, duration } from './field.ts';

export const BACKUP = Type.Object(
  {
    to: Type.String({
      description:
        'The folder that backups go into, relative to this file. It must be there: a disk that is not mounted is a fault, not a new folder. Best on another disk.',
      minLength: 1,
      maxLength: 1024,
      'x-path': 'path',
    }),
    every: defaulted(
      duration({
        description: 'Time from one backup to the next.',
        minimum: '1h',
        maximum: '31d',
        default: '1d',
      }),
    ),
    keep: defaulted(
      Type.Integer({
        description: 'How many backups stay in the folder; older ones are deleted.',
        minimum: 1,
        maximum: 1000,
        default: 14,
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'Where the server puts a backup of its data, and how often. Without it there is none but those of `turnout backup`.',
  },
);
