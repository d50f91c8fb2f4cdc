/**
 * `/oauth/authorize`: a client sends a person here (GET), the person says yes or no (POST), and the browser goes back to
 * the client. Nothing is kept in between: the form holds the request, and it is checked again.
 */

import { isTurnoutError } from '../../../errors.ts';
import { FREE_GYM_ID } from '../../../store/access/key.ts';
import { addressGroup, type WaitVerdict } from '../../../store/access/limits.ts';
import type { OAuthClient } from '../../../store/access/oauth/clients.ts';
import {
  type AuthorizationRequest,
  fault,
  isFault,
  isLoopbackRedirect,
  type OAuthFault,
  readAuthorization,
  redirectHost,
  withAnswer,
} from '../../../store/access/oauth/requests.ts';
import { stoppedSignInPage, type WayBack } from '../../../web/pages/notice.tsx';
import { CONSENT_FIELDS, consentPage } from '../../../web/pages/sign-in/consent.tsx';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  RawBody,
  retryAfter,
} from '../../http/message.ts';
import { isFromForeignPage } from '../../http/origin.ts';
import { AUTHORIZATION_QUERY, CONSENT_FORM, SIGN_IN } from '../../schemas/credentials.ts';
import { type App, freeKeysOf } from '../app.ts';
import { type Route, route } from '../route.ts';
import { plainPage } from '../site/page-answer.ts';
import { formParameters, type OAuthParameters, queryParameters } from './token.ts';

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

export function askRoute(app: App): Route {
  return route({
    name: `GET ${OAUTH_PATHS.authorize}`,
    operationId: 'show_sign_in',
    summary: 'The page that asks a person whether a program may read the figures.',
    description:
      'RFC 6749, section 4.1, for a browser. `response_type=code`, `client_id`, `redirect_uri`, `code_challenge`, `code_challenge_method=S256`, `state`, `resource`. Without `resource` the MCP endpoint is meant. Faults of the client or its address are shown here. Other faults are returned at once to a client on this computer, and by a link to other clients, so that this address cannot be misused to redirect people.',
    queryTexts: AUTHORIZATION_QUERY,
    refusals: ASK_REFUSALS,
    response: SIGN_IN,
    textTypes: ['text/html'],
    answer: async (request) => {
      const verdict = app.oauth.limits.authorizations.take(addressGroup(request.ip));
      if (!verdict.isAllowed) return busy(verdict);
      const parameters = queryParameters(request);
      if (isFault(parameters)) return shown(parameters);
      const signIn = await readSignIn(app, parameters);
      return 'client' in signIn ? asking(signIn, app, null) : signIn;
    },
  });
}

export function answerRoute(app: App): Route {
  return route({
    name: `POST ${OAUTH_PATHS.authorize}`,
    operationId: 'answer_sign_in',
    summary: 'The decision of the person, from our own page only.',
    description: 'The form of the page. The browser is sent back to the client.',
    formBody: CONSENT_FORM,
    refusals: ANSWER_REFUSALS,
    response: SIGN_IN,
    textTypes: ['text/html'],
    answer: async (request) => {
      if (isFromForeignPage(request.headers, app.base())) {
        return shown(fault('invalid_request', 'This form came from another site.'), 403);
      }
      const verdict = app.oauth.limits.consents.take(addressGroup(request.ip));
      if (!verdict.isAllowed) return busy(verdict);
      const fields = formParameters(request);
      if (isFault(fields)) return shown(fields);
      const signIn = await readSignIn(app, fields);
      return 'client' in signIn ? decide(app, request, signIn, fields) : signIn;
    },
  });
}

async function decide(app: App, request: ApiRequest, signIn: SignIn, fields: OAuthParameters) {
  const token = fields.get(CONSENT_FIELDS.token) ?? '';
  if (!app.forms.isValid(token, subjectOf(signIn.parameters))) return asking(signIn, app, OLD);
  switch (fields.get(CONSENT_FIELDS.decision)) {
    case 'deny':
      return sentBack(signIn.grant.redirectUri, DENIED, signIn.parameters, app);
    case 'key': {
      const principal = app.access.find((fields.get(CONSENT_FIELDS.key) ?? '').trim());
      if (principal === null) return asking(signIn, app, WRONG_KEY);
      return allow(app, signIn, principal.key.id);
    }
    case 'free':
      return allowFree(app, signIn, request);
    default:
      return asking(signIn, app, UNDECIDED);
  }
}

/** By a free key that no one is told: it is good through the sign-in alone. */
async function allowFree(app: App, signIn: SignIn, { ip }: ApiRequest): Promise<Answer> {
  const verdict = freeKeysOf(app)?.take(addressGroup(ip));
  if (verdict === undefined) return asking(signIn, app, NO_FREE);
  if (!verdict.isAllowed) return asking(signIn, app, noMoreFree(verdict));
  const label = signIn.client.name;
  const wanted = { gymId: FREE_GYM_ID, role: 'free', label, by: 'sign-in' } as const;
  const made = await app.access.createKey(wanted).catch((error) => {
    // There is no sample gym.
    if (!isTurnoutError(error, 'gym_unknown')) throw error;
    return null;
  });
  return made === null ? asking(signIn, app, NO_FREE) : allow(app, signIn, made.key.id);
}

async function allow(app: App, { grant, parameters }: SignIn, keyId: string): Promise<Answer> {
  const code = await app.oauth.grantCode(grant, keyId);
  app.log.info('oauth_allowed', { key_id: keyId, resource: grant.resource });
  return sentBack(grant.redirectUri, { code }, parameters, app);
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

function noMoreFree({ retryAfterS }: WaitVerdict) {
  return {
    status: 429,
    sentence: 'Your address has had all free keys that it gets for now. Please type a key.',
    headers: retryAfter(retryAfterS),
  };
}

function busy({ retryAfterS }: WaitVerdict): Answer {
  return stopped(429, `Too many sign-ins from your address: wait ${retryAfterS} seconds.`, {
    headers: retryAfter(retryAfterS),
  });
}

export interface SignIn {
  readonly client: OAuthClient;
  readonly grant: AuthorizationRequest;
  /** What the form sends back: the request, and nothing of it that is not known. */
  readonly parameters: OAuthParameters;
}

/** The part of a request that is stored. `scope` is not: there is one. */
const KNOWN = [...Object.keys(AUTHORIZATION_QUERY), 'response_mode', 'request', 'request_uri'];

/** The sign-in that is asked for, or the answer that says why there is none. */
async function readSignIn(app: App, given: OAuthParameters): Promise<SignIn | Answer> {
  const parameters = new Map([...given].filter(([name]) => KNOWN.includes(name)));
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return shown(fault('invalid_request', 'client_id is missing.'));
  const client = await app.oauth.client(clientId);
  if (isFault(client)) return shown(client);
  const reading = readAuthorization(parameters, client, app.base());
  if (reading.kind === 'asked') return { client, grant: reading.asked, parameters };
  if (reading.kind === 'shown') return shown(reading.fault);
  const { redirectUri, fault: refusal } = reading;
  const { error, description: error_description } = refusal;
  if (isLoopbackRedirect(redirectUri)) {
    return sentBack(redirectUri, { error, error_description }, parameters, app);
  }
  // Of a client that anybody may have made up: no one is led there without being asked, or this address would be one that
  // leads people anywhere (RFC 9700 section 4.11.2).
  const address = addressBack(redirectUri, { error, error_description }, parameters, app);
  return stopped(400, error_description, { back: { host: redirectHost(redirectUri), address } });
}

/** The answer that takes the browser back to the client. */
function sentBack(...back: Parameters<typeof addressBack>): Answer {
  return {
    // 303: the browser must not send the form, which may hold a key, on to the client (RFC 9700 section 4.12).
    status: 303,
    value: new RawBody('text/plain; charset=utf-8', 'Back to the program that asked.\n'),
    headers: [['Location', addressBack(...back)], ...PRIVATE],
  };
}

/** With `state` and `iss` (RFC 9207). */
function addressBack(
  redirectUri: string,
  reply: Readonly<Record<string, string>>,
  parameters: OAuthParameters,
  { base }: App,
): string {
  const state = parameters.get('state');
  return withAnswer(redirectUri, { ...reply, ...(state !== undefined && { state }), iss: base() });
}

const PRIVATE: Headers = [
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
];

/** A fault that must not be sent anywhere. */
export function shown({ description }: OAuthFault, status = 400): Answer {
  return stopped(status, description);
}

export function stopped(
  status: number,
  sentence: string,
  { back, headers = [] }: { readonly back?: WayBack; readonly headers?: Headers } = {},
): Answer {
  const body = stoppedSignInPage(sentence, back);
  return plainPage({ status, title: 'Sign-in stopped', body, headers });
}

/** The page that asks. @param error What was wrong with the form before. */
export function asking(
  { client, grant, parameters }: SignIn,
  app: Pick<App, 'forms' | 'base' | 'chain' | 'limits'>,
  error: { readonly status: number; readonly sentence: string; readonly headers?: Headers } | null,
): Answer {
  const isDocument = client.id.startsWith('https:');
  const host = redirectHost(grant.redirectUri);
  const body = consentPage({
    hasFreeKeys: freeKeysOf(app) !== null,
    action: `${new URL(app.base()).pathname.replace(/\/$/, '')}${OAUTH_PATHS.authorize}`,
    clientName: client.name,
    clientHost: isDocument ? redirectHost(client.id) : null,
    redirectHost: host,
    scopes: MAY,
    csrfToken: app.forms.issue(subjectOf(parameters)),
    hidden: parameters,
    error: error?.sentence ?? null,
    isKeyWrong: error?.status === 401,
  });
  return plainPage({
    status: error?.status ?? 200,
    title: `Let ${host} read the figures?`,
    body,
    headers: error?.headers ?? [],
    formTargets: formTargetsOf(grant.redirectUri),
  });
}

/**
 * Browsers hold the answer to a form, and every redirect behind it, to the policy of the page with the form. A client may
 * lead on to another address of its own, so https is open as a whole; its own scheme or loopback address is added.
 */
export function formTargetsOf(redirectUri: string): readonly string[] {
  const { protocol, hostname, port } = new URL(redirectUri);
  if (protocol === 'https:') return ['https:'];
  const isName = /^[a-z0-9.-]+$/.test(hostname);
  const source = protocol === 'http:' && isName ? `http://${hostname}:${port || '80'}` : protocol;
  return ['https:', source];
}

const MAY = [
  'Read the figures that the key may read: classes, attendance, trainers and revenue.',
  'Spend lookups of the key, until the key is revoked or the program signs out.',
];

/** All of what a form will do, as one text: names and values cannot run into each other. */
export function subjectOf(parameters: ReadonlyMap<string, string>): string {
  return JSON.stringify([...parameters].sort(([one], [other]) => (one < other ? -1 : 1)));
}
