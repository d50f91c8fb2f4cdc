/** All parts of the torture bench, in the order in which they run. A new one is a row here. */

import type { TorturePart } from './part.ts';
import { kill } from './parts/kill/kill.ts';
import { malformedHttp } from './parts/malformed-http/malformed-http.ts';

export const PARTS: readonly TorturePart[] = [kill, malformedHttp];
