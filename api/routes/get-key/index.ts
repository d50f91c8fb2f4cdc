/**
 * `/get-key`: free keys for the sample gym, as a page for a person and as JSON for a program. GET never makes a key. Only
 * POST does, and never for a page of another site: it would use up the keys of its visitors' addresses.
 */

import type { Route } from '../route.ts';
import { issueRoute } from './issue.ts';
import { offerRoute } from './offer.ts';
import type { GetKeyParts } from './parts.ts';

export type { GetKeyParts } from './parts.ts';

export function getKeyRoutes(parts: GetKeyParts): readonly Route[] {
  return [offerRoute(parts), issueRoute(parts)];
}
