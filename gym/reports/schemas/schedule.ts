/** Body of the report on what is or was on. */

import { type Static, Type } from 'typebox';
import { RANGE } from './attendance.ts';
import { closed, count, date, HEAD } from './field.ts';
import { sessions } from './session.ts';

export const SCHEDULE = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    next: Type.Boolean({ description: 'Whether only the next class was asked for.' }),
    known_to: date('Last day whose classes are known here: tomorrow.'),
    total_classes: count('Classes of the range, cancelled ones too, however many are listed.'),
    classes: sessions('By start, then name. The next one only where that was asked for.'),
  },
  { ...closed, title: 'Schedule', description: 'What is or was on, by start.' },
);

export type ScheduleBody = Static<typeof SCHEDULE>;
