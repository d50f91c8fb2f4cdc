/** How commands reach the owner of the data: where the folder is, and what is configured. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { CliContext } from '../context.ts';

export function asker(context: CliContext) {
  return {
    dataDir: context.dataDir(),
    config: () => openConfig(readEnvironment()),
    clock: systemClock,
  };
}
