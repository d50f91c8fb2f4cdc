/** What the routes of `/get-key` need. */

import type { Access } from '../../../store/access/access.ts';
import type { AccessLimits } from '../../../store/access/limits/limits.ts';

export interface GetKeyParts {
  readonly access: Pick<Access, 'createKey'>;
  /** Null where there are none: a head office has no sample gym. */
  readonly freeKeys: AccessLimits['freeKeys'] | null;
  /** Of a key that is made now. */
  readonly freeLookups: () => number;
  /** Public address of the service, without a slash at its end. Asked at each request. */
  readonly base: () => string;
}
