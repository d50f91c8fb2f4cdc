/**
 * `/oauth/authorize`: a client sends a person here (GET), the person says yes or no (POST), and the browser goes back to
 * the client. Nothing is kept in between: the form holds the request, and it is checked again.
 */

import { isTurnoutError } from '../../../errors.ts';
import { FREE_GYM_ID } from '../../../store/access/key.ts';
import { addressGroup, type RateVerdict } from '../../../store/access/limits.ts';
import type { OAuthClient } from '../../../store/access/oauth/clients.ts';
import {
  type AskedAuthorization,
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
import { type Answer, type ApiRequest, type Headers, TextBody } from '../../http/message.ts';
import { isFromForeignPage } from '../../http/origin.ts';
import { AUTHORIZATION_QUERY, CONSENT_FORM, SIGN_IN } from '../../schemas/credentials.ts';
import { type App, freeKeysOf } from '../app.ts';
import { type Route, route } from '../route.ts';
import { plainPage } from '../site/page-answer.ts';
import { formParameters, queryParameters } from './token.ts';

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
  return route(facts, async (request) => {
    const verdict = app.oauth.limits.authorizations.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return busy(verdict);
    const parameters = queryParameters(request);
    if (isFault(parameters)) return shown(parameters);
    const signIn = await readSignIn(app, parameters);
    return 'client' in signIn ? asking(signIn, app, null) : signIn;
  });
}

export function answerRoute(app: App): Route {
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
  return route(facts, async (request) => {
    if (isFromForeignPage(request.headers, app.base())) {
      return shown(fault('invalid_request', 'This form came from another site.'), 403);
    }
    const verdict = app.oauth.limits.consents.take(addressGroup(request.ip));
    if (!verdict.isAllowed) return busy(verdict);
    const fields = formParameters(request);
    if (isFault(fields)) return shown(fields);
    const signIn = await readSignIn(app, fields);
    return 'client' in signIn ? decide(app, { request, signIn, fields }) : signIn;
  });
}

interface Said {
  readonly request: ApiRequest;
  readonly signIn: SignIn;
  readonly fields: ReadonlyMap<string, string>;
}

async function decide(app: App, { request, signIn, fields }: Said): Promise<Answer> {
  const token = fields.get(CONSENT_FIELDS.token) ?? '';
  if (!app.forms.isValid(token, subjectOf(signIn.parameters))) return asking(signIn, app, OLD);
  switch (fields.get(CONSENT_FIELDS.decision)) {
    case 'deny':
      return sentBack(signIn.asked.redirectUri, DENIED, { ...signIn, base: app.base });
    case 'key': {
      const principal = app.access.find((fields.get(CONSENT_FIELDS.key) ?? '').trim());
      return principal === null
        ? asking(signIn, app, WRONG_KEY)
        : allow(app, signIn, principal.key.id);
    }
    case 'free':
      return allowFree(app, signIn, request);
    default:
      return asking(signIn, app, UNDECIDED);
  }
}

async function allowFree(app: App, signIn: SignIn, { ip }: ApiRequest): Promise<Answer> {
  const freeKeys = freeKeysOf(app);
  if (freeKeys === null) return asking(signIn, app, NO_FREE);
  const verdict = freeKeys.take(addressGroup(ip));
  if (!verdict.isAllowed) return asking(signIn, app, noMoreFree(verdict));
  const keyId = await freeKey(app, signIn.client);
  return keyId === null ? asking(signIn, app, NO_FREE) : allow(app, signIn, keyId);
}

/** A free key that no one is told: it is good through the sign-in alone. Null where there is no sample gym. */
async function freeKey({ access }: App, { name }: OAuthClient): Promise<string | null> {
  try {
    const wanted = { gymId: FREE_GYM_ID, role: 'free', label: name, by: 'sign-in' } as const;
    return (await access.createKey(wanted)).key.id;
  } catch (error) {
    if (isTurnoutError(error, 'gym_unknown')) return null;
    throw error;
  }
}

async function allow(app: App, signIn: SignIn, keyId: string): Promise<Answer> {
  const { asked, parameters } = signIn;
  const code = await app.oauth.grantCode(asked, keyId);
  app.log.info('oauth_allowed', { key_id: keyId, resource: asked.resource });
  return sentBack(asked.redirectUri, { code }, { parameters, base: app.base });
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

export interface SignIn {
  readonly client: OAuthClient;
  readonly asked: AskedAuthorization;
  /** What the form sends back: the request, and nothing of it that is not known. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** The part of a request that is stored. `scope` is not: there is one. */
const KNOWN = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'state'],
  ...['code_challenge', 'code_challenge_method', 'resource', 'request', 'request_uri'],
];

/** The sign-in that is asked for, or the answer that says why there is none. */
async function readSignIn(
  { oauth, base }: Pick<App, 'oauth' | 'base'>,
  given: ReadonlyMap<string, string>,
): Promise<SignIn | Answer> {
  const parameters = new Map([...given].filter(([name]) => KNOWN.includes(name)));
  const clientId = parameters.get('client_id');
  if (clientId === undefined) return shown(fault('invalid_request', 'client_id is missing.'));
  const client = await oauth.client(clientId);
  if (isFault(client)) return shown(client);
  const reading = readAuthorization(parameters, client, base());
  switch (reading.kind) {
    case 'shown':
      return shown(reading.fault);
    case 'told': {
      const { error, description } = reading.fault;
      const told = { error, error_description: description };
      return isLoopbackRedirect(reading.redirectUri)
        ? sentBack(reading.redirectUri, told, { parameters, base })
        : linkedBack(reading, answerOf(told, { parameters, base }));
    }
    case 'asked':
      return { client, asked: reading.asked, parameters };
  }
}

/** The answer that takes the browser back to the client, with `state` and `iss` (RFC 9207). */
function sentBack(
  redirectUri: string,
  told: Readonly<Record<string, string>>,
  { parameters, base }: Pick<SignIn, 'parameters'> & Pick<App, 'base'>,
): Answer {
  const answer = answerOf(told, { parameters, base });
  return {
    // 303: the browser must not send the form, which may hold a key, on to the client (RFC 9700 section 4.12).
    status: 303,
    value: new TextBody('text/plain; charset=utf-8', 'Back to the program that asked.\n'),
    headers: [['Location', withAnswer(redirectUri, answer)], ...NOT_TOLD],
  };
}

function answerOf(
  told: Readonly<Record<string, string>>,
  { parameters, base }: Pick<SignIn, 'parameters'> & Pick<App, 'base'>,
): Readonly<Record<string, string>> {
  const state = parameters.get('state');
  return { ...told, ...(state === undefined ? {} : { state }), iss: base() };
}

/**
 * A fault of a client that anybody may have made up: no one is led there without being asked, or this address would be
 * one that leads people anywhere (RFC 9700 section 4.11.2).
 */
function linkedBack(
  {
    redirectUri,
    fault: { description },
  }: { readonly redirectUri: string; readonly fault: OAuthFault },
  answer: Readonly<Record<string, string>>,
): Answer {
  const back = { host: redirectHost(redirectUri), address: withAnswer(redirectUri, answer) };
  return stopped(400, description, { back });
}

const NOT_TOLD: Headers = [
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
  return plainPage({
    status,
    title: 'Sign-in stopped',
    body: stoppedSignInPage(sentence, back),
    headers,
  });
}

/** The page that asks. @param error What was wrong with the form before. */
export function asking(
  { client, asked, parameters }: SignIn,
  app: Pick<App, 'forms' | 'base' | 'chain' | 'limits'>,
  error: { readonly status: number; readonly sentence: string; readonly headers?: Headers } | null,
): Answer {
  const isDocument = client.id.startsWith('https:');
  const host = redirectHost(asked.redirectUri);
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
    formTargets: formTargetsOf(asked.redirectUri),
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
