/** All parts of the torture bench, in the order in which they run. A new one is a row here. */

import type { TorturePart } from './part.ts';
import { badPlugins } from './parts/bad-plugins/bad-plugins.ts';
import { cameraFaults } from './parts/camera-faults/camera-faults.ts';
import { corruptedKeyframes } from './parts/corrupted-keyframes/corrupted-keyframes.ts';
import { environment } from './parts/environment/environment.ts';
import { kill } from './parts/kill/kill.ts';
import { malformedHttp } from './parts/malformed-http/malformed-http.ts';
import { soak } from './parts/soak/soak.ts';

export const PARTS: readonly TorturePart[] = [
  kill,
  malformedHttp,
  cameraFaults,
  corruptedKeyframes,
  badPlugins,
  environment,
  soak,
];
