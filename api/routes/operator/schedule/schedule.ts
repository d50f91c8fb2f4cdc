/** The schedule side of the operator API. */

import type { Route } from '../../route.ts';
import type { OperatorParts } from '../parts.ts';
import { AtOnce } from './at-once.ts';
import { bookingsRoute } from './bookings.ts';
import { importRoutes } from './imports.ts';
import { sourceRoutes } from './sources.ts';

/** Files that are read at once; each takes a core and up to a gigabyte. Chosen here. */
const MAX_FILES = 2;

export function scheduleRoutes(parts: OperatorParts): readonly Route[] {
  const work = new AtOnce(MAX_FILES);
  return [...importRoutes(parts, work), ...sourceRoutes(parts, work), bookingsRoute(parts)];
}
