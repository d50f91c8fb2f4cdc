/** Attendance: how head counts over a class become people present. The method is in `docs/counting.md`. */

import { type Static, Type } from 'typebox';
import { defaulted, duration } from './field.ts';

export const ATTENDANCE = Type.Object(
  {
    percentile: defaulted(
      Type.Number({
        description:
          'The percentile of the smoothed counts that gives the people in the room. A higher one finds people who are hidden for long, and includes more false people.',
        minimum: 0.5,
        maximum: 1,
        default: 0.95,
      }),
    ),
    staff: defaulted(
      Type.Integer({
        description:
          'Staff in the picture during a class, subtracted from the count if no camera of the room has a staff zone. 1 is the trainer.',
        minimum: 0,
        maximum: 20,
        default: 1,
      }),
    ),
    lead: defaulted(
      duration({
        description: 'How long before a class its cameras are sampled as often as during it.',
        minimum: '0s',
        maximum: '1h',
        default: '10m',
      }),
    ),
    tail: defaulted(
      duration({
        description:
          'How long after a class they are sampled as often. Then the class is evaluated.',
        minimum: '0s',
        maximum: '1h',
        default: '10m',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'How counts become people present.',
  },
);

export type AttendanceSection = Static<typeof ATTENDANCE>;
