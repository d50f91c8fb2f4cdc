/** Reads of single things, for pages: what the four analytics routes and `/ask` have only together. */

import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import type { Route } from '../route.ts';
import { classRoute } from './class.ts';
import { roomsRoute } from './rooms.ts';
import { sessionRoute } from './session.ts';

export function readRoutes(evidence: GymEvidence): readonly Route[] {
  return [sessionRoute(evidence), classRoute(), roomsRoute(evidence)];
}
