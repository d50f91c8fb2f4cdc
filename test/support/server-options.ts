/** What every real server has in tests, on a port of its own. */

import type { Clock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { engineStatus } from './engine-status.ts';
import { limits } from './limits.ts';

export const serverOptions = (clock: Clock) => ({
  host: '127.0.0.1',
  port: 0,
  backing: 'auto' as const,
  publicUrl: null,
  trustProxy: [],
  engine: { status: engineStatus },
  limits: limits({}, clock),
  freeLookups: () => 100,
  log: silentLog,
  clock,
  version: '1.2.3',
});
