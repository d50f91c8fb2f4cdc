/** Configurations as a file would have them, for tests: a test says only what it is about. */

import type { Config, GymConfig } from '../../config/config.ts';
import { parseConfig } from '../../config/load.ts';

export function configOf(said: object): Config {
  return parseConfig(JSON.stringify(said), '/t.yaml', { variables: {}, host: null, port: null });
}

/** Of one gym, in London where nothing else is said. */
export function gymConfigOf(said: object = {}): GymConfig {
  return configOf({ gyms: [{ id: 'gym', timezone: 'Europe/London', ...said }] }).gyms[0]!;
}
