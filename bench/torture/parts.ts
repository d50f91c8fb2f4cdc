/** All parts of the torture bench, in the order in which they run. A new one is a row here. */

import type { TorturePart } from './part.ts';
import { environment } from './parts/environment/environment.ts';
import { kill } from './parts/kill/kill.ts';

export const PARTS: readonly TorturePart[] = [kill, environment];
