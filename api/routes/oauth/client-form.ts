/** What the token and the revocation endpoint do first: not too often, a form, and no secret of a client. */

import { addressGroup } from '../../../store/access/client-address.ts';
import { isFault } from '../../../store/access/oauth/fault.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { oauthError, tooMany } from './answers.ts';
import { formParameters } from './request-parameters.ts';
import { refuseSecret } from './secret-refusal.ts';

/** Answers with what `answer` makes of the form's parameters, or with the refusal that comes before. */
export async function withClientForm(
  oauth: OAuth,
  request: ApiRequest,
  answer: (parameters: ReadonlyMap<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const verdict = oauth.limits.tokens.take(addressGroup(request.ip));
  if (!verdict.isAllowed) return tooMany(verdict);
  const parameters = formParameters(request);
  if (isFault(parameters)) return oauthError(parameters);
  return refuseSecret(request, parameters) ?? (await answer(parameters));
}
