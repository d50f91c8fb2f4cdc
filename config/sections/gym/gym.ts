/** A gym: one place with its own clock, money and rooms. */

import { type Static, Type } from 'typebox';
import { ATTENDANCE } from '../attendance.ts';
import { defaulted, identifier, label } from '../field.ts';
import { ECONOMICS } from './economics.ts';
import { FAMILIES } from './families.ts';
import { ROOM } from './room.ts';
import { SCHEDULE } from './schedule.ts';
import { VERDICTS } from './verdicts.ts';

export const GYM = Type.Object(
  {
    id: identifier('Id of the gym, unique in the file.'),
    name: Type.Optional(label('Name for people. Default: the id.')),
    timezone: Type.String({
      description:
        'Time zone of the gym, a name of the IANA database. All its dates are in this zone.',
      examples: ['Europe/London', 'America/New_York'],
      'x-form': 'timezone',
      'x-expected': 'an IANA time zone such as Europe/London',
    }),
    currency: Type.Optional(
      Type.String({
        description: 'Currency of prices and pay, ISO 4217.',
        examples: ['EUR', 'GBP', 'USD'],
        pattern: '^[A-Z]{3}$',
        'x-form': 'currency',
        'x-expected': 'an ISO 4217 code of three capital letters such as EUR',
      }),
    ),
    rooms: defaulted(
      Type.Array(ROOM, { maxItems: 64, default: [], description: 'The rooms of the gym.' }),
    ),
    schedule: defaulted(SCHEDULE),
    attendance: defaulted(ATTENDANCE),
    economics: defaulted(ECONOMICS),
    families: defaulted(FAMILIES),
    verdicts: defaulted(VERDICTS),
  },
  { additionalProperties: false, description: 'A gym.' },
);

export type GymSection = Static<typeof GYM>;
