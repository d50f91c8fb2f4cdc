/** A configuration with the gyms `demo` and `north`. */

import type { Config } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { parseConfig } from '../../../config/load.ts';

export const TWO_GYMS: Config = parseConfig(
  `
gyms:
  - { id: demo, timezone: Europe/London }
  - { id: north, timezone: Europe/London }
`,
  'turnout.yaml',
  readEnvironment({}),
);
