/** How commands reach the owner of the data: where the folder is, and what is configured. */

import { openConfig, readEnvironment } from '../config/index.ts';
import { systemClock } from '../engine/index.ts';
import type { CliContext } from './context.ts';

export function asker(context: CliContext) {
  return {
    dataDir: context.dataDir(),
    config: () => openConfig(readEnvironment()),
    clock: systemClock,
  };
}
