/** The whole file: every section in one schema. The order here is the order of the reference. */

import { type Static, Type } from 'typebox';
import { ACCESS } from './access.ts';
import { ASK } from './ask.ts';
import { BACKUP } from './backup.ts';
import { PRIVACY } from './data/privacy.ts';
import { RETENTION } from './data/retention.ts';
import { DETECTORS } from './detectors.ts';
import { defaulted } from './field.ts';
import { GYM } from './gym/gym.ts';
import { LIMITS } from './limits.ts';
import { LOG } from './log.ts';
import { SAMPLING } from './sampling.ts';
import { SERVER } from './server.ts';

export const CONFIG_FILE = Type.Object(
  {
    gyms: Type.Array(GYM, {
      minItems: 1,
      maxItems: 64,
      description: 'The gyms with their rooms and cameras.',
    }),
    detectors: defaulted(DETECTORS),
    sampling: defaulted(SAMPLING),
    server: defaulted(SERVER),
    access: defaulted(ACCESS),
    ask: defaulted(ASK),
    retention: defaulted(RETENTION),
    privacy: defaulted(PRIVACY),
    backup: Type.Optional(BACKUP),
    limits: defaulted(LIMITS),
    log: defaulted(LOG),
  },
  { additionalProperties: false, description: 'Configuration of Turnout.' },
);

/** The file as it is read: snake_case, units in texts, defaults put in. */
export type ConfigFile = Static<typeof CONFIG_FILE>;
