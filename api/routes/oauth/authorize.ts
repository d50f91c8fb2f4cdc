/**
 * `/oauth/authorize`: a client sends a person here (GET), the person says yes or no (POST), and the browser goes back to
 * the client. Nothing is kept in between: the form holds the request, and it is checked again.
 */

import { isTurnoutError } from '../../../errors.ts';
import { FREE_GYM_ID } from '../../../store/access/key.ts';
import { addressGroup, type RateVerdict } from '../../../store/access/limits.ts';
import type { OAuthClient } from '../../../store/access/oauth/clients.ts';
import { fault, isFault } from '../../../store/access/oauth/requests.ts';
import { CONSENT_FIELDS } from '../../../web/pages/sign-in/consent.tsx';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import type { Answer, ApiRequest, Headers } from '../../http/message.ts';
import { isFromForeignPage } from '../../http/origin.ts';
import { AUTHORIZATION_QUERY, CONSENT_FORM, SIGN_IN } from '../../schemas/credentials.ts';
import type { Route } from '../route.ts';
import { rawRoute } from '../route.ts';
import { formParameters, type OAuthRouteParts, queryParameters } from './endpoint.ts';
import { asking, readSignIn, type SignIn, sentBack, shown, stopped, subjectOf } from './sign-in.ts';

const shownPage = (description: string) => ({ description, types: ['text/html'] });

const ASK_REFUSALS = {
  303: { description: 'Back to the client.', types: ['text/plain'] },
  400: shownPage('A fault of the request or its client, for a person.'),
  429: shownPage('Too many sign-ins from this address.'),
} as const;

const ANSWER_REFUSALS = {
  ...ASK_REFUSALS,
  401: shownPage('No key like this is in use.'),
  403: shownPage('The form came from another site.'),
  404: shownPage('There are no free keys here.'),
} as const;

export function askRoute(parts: OAuthRouteParts): Route {
  const facts = {
    method: 'GET',
    path: OAUTH_PATHS.authorize,
    operationId: 'show_sign_in',
    summary: 'The page that asks a person whether a program may read the figures.',
    description:
      'RFC 6749, section 4.1, for a browser. `response_type=code`, `client_id`, `redirect_uri`, `code_challenge`, `code_challenge_method=S256`, `state`, `resource`. Without `resource` the MCP endpoint is meant. Faults of the client or its address are shown here. Other faults are returned at once to a client on this computer, and by a link to other clients, so that this address cannot be misused to redirect people.',
    queryTexts: AUTHORIZATION_QUERY,
    refusals: ASK_REFUSALS,
    response: SIGN_IN,
    textTypes: ['text/html'],
  } as const;
  return rawRoute(facts, async (request) => {
    const verdict = parts.oauth.limits.authorizations.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return busy(verdict);
    const parameters = queryParameters(request);
    if (isFault(parameters)) return shown(parameters);
    const signIn = await readSignIn(parts, parameters);
    return 'client' in signIn ? asking(signIn, parts, null) : signIn;
  });
}

export function answerRoute(parts: OAuthRouteParts): Route {
  const facts = {
    method: 'POST',
    path: OAUTH_PATHS.authorize,
    operationId: 'answer_sign_in',
    summary: 'The decision of the person, from our own page only.',
    description: 'The form of the page. The browser is sent back to the client.',
    formBody: CONSENT_FORM,
    refusals: ANSWER_REFUSALS,
    response: SIGN_IN,
    textTypes: ['text/html'],
  } as const;
  return rawRoute(facts, async (request) => {
    if (isFromForeignPage(request.headers, parts.base())) {
      return shown(fault('invalid_request', 'This form came from another site.'), 403);
    }
    const verdict = parts.oauth.limits.consents.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return busy(verdict);
    const fields = formParameters(request);
    if (isFault(fields)) return shown(fields);
    const signIn = await readSignIn(parts, fields);
    return 'client' in signIn ? decide(parts, { request, signIn, fields }) : signIn;
  });
}

interface Said {
  readonly request: ApiRequest;
  readonly signIn: SignIn;
  readonly fields: ReadonlyMap<string, string>;
}

async function decide(parts: OAuthRouteParts, { request, signIn, fields }: Said): Promise<Answer> {
  const token = fields.get(CONSENT_FIELDS.token) ?? '';
  if (!parts.forms.isValid(token, subjectOf(signIn.parameters))) return asking(signIn, parts, OLD);
  switch (fields.get(CONSENT_FIELDS.decision)) {
    case 'deny':
      return sentBack(signIn.asked.redirectUri, DENIED, { ...signIn, base: parts.base });
    case 'key': {
      const principal = parts.access.find((fields.get(CONSENT_FIELDS.key) ?? '').trim());
      return principal === null
        ? asking(signIn, parts, WRONG_KEY)
        : allow(parts, signIn, principal.key.id);
    }
    case 'free':
      return allowFree(parts, signIn, request);
    default:
      return asking(signIn, parts, UNDECIDED);
  }
}

async function allowFree(
  parts: OAuthRouteParts,
  signIn: SignIn,
  { ip }: ApiRequest,
): Promise<Answer> {
  if (parts.freeKeys === null) return asking(signIn, parts, NO_FREE);
  const verdict = parts.freeKeys.take(addressGroup(ip));
  if (!verdict.isAllowed) return asking(signIn, parts, noMoreFree(verdict));
  const keyId = await freeKey(parts, signIn.client);
  return keyId === null ? asking(signIn, parts, NO_FREE) : allow(parts, signIn, keyId);
}

/** A free key that no one is told: it is good through the sign-in alone. Null where there is no sample gym. */
async function freeKey({ access }: OAuthRouteParts, { name }: OAuthClient): Promise<string | null> {
  try {
    const wanted = { gymId: FREE_GYM_ID, role: 'free', label: name, by: 'sign-in' } as const;
    return (await access.createKey(wanted)).key.id;
  } catch (error) {
    if (isTurnoutError(error, 'gym_unknown')) return null;
    throw error;
  }
}

async function allow(parts: OAuthRouteParts, signIn: SignIn, keyId: string): Promise<Answer> {
  const { asked, parameters } = signIn;
  const code = await parts.oauth.grantCode(asked, keyId);
  parts.log.info('oauth_allowed', { key_id: keyId, resource: asked.resource });
  return sentBack(asked.redirectUri, { code }, { parameters, base: parts.base });
}

const DENIED = { error: 'access_denied', error_description: 'The person did not allow it.' };

const OLD = {
  status: 400,
  sentence: 'The page was open for too long, or something in it was changed. Please try again.',
};
const UNDECIDED = { status: 400, sentence: 'Please choose one of the buttons.' };
const WRONG_KEY = {
  status: 401,
  sentence: 'No key like this is in use. Nothing was allowed.',
  // RFC 9110 section 15.5.2 asks for one with every 401.
  headers: [['WWW-Authenticate', 'Form realm="turnout"']],
} as const;
const NO_FREE = {
  status: 404,
  sentence: 'There are no free keys here: the operator of this service makes keys.',
};

function noMoreFree({ retryAfterS }: RateVerdict) {
  return {
    status: 429,
    sentence: 'Your address has had all free keys that it gets for now. Please type a key.',
    headers: retryAfter(retryAfterS),
  };
}

function busy({ retryAfterS }: RateVerdict): Answer {
  return stopped(429, `Too many sign-ins from your address: wait ${retryAfterS} seconds.`, {
    headers: retryAfter(retryAfterS),
  });
}

function retryAfter(seconds: number): Headers {
  return [['Retry-After', String(seconds)]];
}
