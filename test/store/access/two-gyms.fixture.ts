/** A configuration with the gyms `demo` and `north`. */

import { type Config, parseConfig, readEnvironment } from '../../../config/index.ts';

export const TWO_GYMS: Config = parseConfig(
  `
gyms:
  - { id: demo, timezone: Europe/London }
  - { id: north, timezone: Europe/London }
`,
  'turnout.yaml',
  readEnvironment({}),
);
