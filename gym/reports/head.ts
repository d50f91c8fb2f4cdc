/** What every report begins with: whose figures they are, of when, and of which dates. */

import { Type } from 'typebox';
import { formatInstant } from '../calendar/zone.ts';
import type { GymView } from '../sessions/view.ts';
import { date, instant } from './fields/field.ts';

export const HEAD = {
  gym_id: Type.String({ description: 'The gym of the figures.' }),
  timezone: Type.String({ description: 'IANA zone of all dates and times of the answer.' }),
  generated_at: instant('The instant of the figures.'),
};

/** The dates of a report. */
export const RANGE = {
  from: date('First day.'),
  to: date('Last day, included.'),
};

export function headOf({ gym, nowUtcMs }: GymView) {
  return {
    gym_id: gym.id,
    timezone: gym.timezone,
    generated_at: formatInstant(gym.timezone, nowUtcMs),
  };
}
