/** What the routes of the authorization server need, and the scope of their tokens. */

import type { Log } from '../../../runtime/log/log.ts';
import type { Access } from '../../../store/access/access.ts';
import type { AccessLimits } from '../../../store/access/limits/limits.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import type { FormTokens } from '../../http/form.ts';

export interface OAuthRouteParts {
  readonly oauth: OAuth;
  readonly access: Pick<Access, 'find' | 'createKey'>;
  /** Null where there are none. */
  readonly freeKeys: AccessLimits['freeKeys'] | null;
  readonly forms: FormTokens;
  readonly log: Log;
  /** Public address of the service, without a slash at its end: the issuer. Asked at each request. */
  readonly base: () => string;
}

/** The one scope there is: to read what the key may see. */
export const SCOPE = 'figures';
