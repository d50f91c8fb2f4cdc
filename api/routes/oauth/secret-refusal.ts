/** Clients here have no secrets: one that shows a secret was told so by someone else, and is refused. */

import { fault } from '../../../store/access/oauth/fault.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { oauthError } from './answers.ts';

const SECRETS = ['client_secret', 'client_assertion', 'client_assertion_type'] as const;

/** The refusal of a request that tries to authenticate a client, or null. */
export function refuseSecret(
  { headers }: ApiRequest,
  parameters: ReadonlyMap<string, string>,
): Answer | null {
  const refusal = fault(
    'invalid_client',
    'Clients have no secret here: send client_id in the form and nothing else to authenticate.',
  );
  // RFC 6749 section 5.2: anyone who tried a header is told so by one.
  if (/^basic\b/i.test(headers.get('authorization') ?? '')) {
    return oauthError(refusal, 401, [['WWW-Authenticate', 'Basic realm="turnout"']]);
  }
  return SECRETS.some((name) => parameters.has(name)) ? oauthError(refusal) : null;
}
