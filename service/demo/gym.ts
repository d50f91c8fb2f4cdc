/** The demo gym as its configuration has it. What reports and estimates use of it does not depend on the time. */

import type { GymConfig } from '../../config/config.ts';
import { demoConfig } from '../../config/load.ts';

let known: GymConfig | null = null;

/** Read from the demo's text at the first call. */
export function sampleGym(): GymConfig {
  known ??= demoConfig({ variables: {}, host: null, port: null }, 0).gyms[0] ?? null;
  if (known === null) throw new TypeError('the demo has a gym');
  return known;
}
