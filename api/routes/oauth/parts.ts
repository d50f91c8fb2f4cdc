/** What the routes of the authorization server need, and how they are declared. */

import type { Access, AccessLimits, Log, OAuth } from '../../../engine/index.ts';
import type { FormTokens } from '../../http/form-token.ts';
import { type Answer, type ApiRequest, NO_PARAMETERS, type Route } from '../route.ts';

export interface OAuthRouteParts {
  readonly oauth: OAuth;
  readonly access: Pick<Access, 'find' | 'createKey'>;
  readonly freeKeys: AccessLimits['freeKeys'];
  readonly forms: FormTokens;
  readonly log: Log;
  /** Public address of the service, without a slash at its end: the issuer. Asked at each request. */
  readonly base: () => string;
}

/** The one scope there is: to read what the key may see. */
export const SCOPE = 'figures';

type Facts = Pick<
  Route,
  'method' | 'path' | 'operationId' | 'summary' | 'description' | 'response'
> &
  Partial<Pick<Route, 'successStatus' | 'textTypes'>>;

/** A route whose parameters and errors are those of OAuth: read by its handler, and nothing of it is FastAPI's. */
export function oauthRoute(
  facts: Facts,
  answer: (request: ApiRequest) => Answer | Promise<Answer>,
): Route {
  return {
    ...facts,
    errors: [],
    parameters: NO_PARAMETERS,
    access: 'public',
    figures: null,
    answer,
  };
}
