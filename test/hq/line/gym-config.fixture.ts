/** The settings of a gym with one room, as a configuration file has them. */

import type { GymConfig } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';

export const { gyms: EXAMPLE_GYMS } = await openConfig(
  readEnvironment({
    TURNOUT_CONFIG: 'turnout.example.yaml',
    HALL_PASSWORD: 'hall-secret',
    CALENDAR_TOKEN: 'calendar-secret',
  }),
);

export function gymConfig(id: string): GymConfig {
  const [gym] = EXAMPLE_GYMS;
  if (gym === undefined) throw new Error('the example has no gym');
  return { ...gym, id };
}
