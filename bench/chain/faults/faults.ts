/** All faults, in the order in which they are done. A new one is a row of one of these. */

import type { Fault } from './fault.ts';
import { CLOCKS } from './faults/clocks.ts';
import { DATA } from './faults/data.ts';
import { KILLS } from './faults/kills.ts';
import { LINES } from './faults/lines.ts';

export const FAULTS: readonly Fault[] = [...KILLS, ...LINES, ...DATA, ...CLOCKS];
