/** An authorization request as it is shown to a person: read the same way when it is asked and when it is answered. */

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
import { stoppedSignInPage, type WayBack } from '../../../web/pages/message.tsx';
import { consentPage } from '../../../web/pages/sign-in/consent.tsx';
import { OAUTH_PATHS } from '../../auth/refusals.ts';
import { type Answer, type Headers, TextBody } from '../../http/message.ts';
import { plainPage } from '../site/page-answer.ts';
import type { OAuthRouteParts } from './endpoint.ts';

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
export async function readSignIn(
  { oauth, base }: Pick<OAuthRouteParts, 'oauth' | 'base'>,
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
export function sentBack(
  redirectUri: string,
  told: Readonly<Record<string, string>>,
  { parameters, base }: Pick<SignIn, 'parameters'> & Pick<OAuthRouteParts, 'base'>,
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
  { parameters, base }: Pick<SignIn, 'parameters'> & Pick<OAuthRouteParts, 'base'>,
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
  { forms, base, freeKeys }: Pick<OAuthRouteParts, 'forms' | 'base' | 'freeKeys'>,
  error: { readonly status: number; readonly sentence: string; readonly headers?: Headers } | null,
): Answer {
  const isDocument = client.id.startsWith('https:');
  const host = redirectHost(asked.redirectUri);
  const body = consentPage({
    hasFreeKeys: freeKeys !== null,
    action: `${new URL(base()).pathname.replace(/\/$/, '')}${OAUTH_PATHS.authorize}`,
    clientName: client.name,
    clientHost: isDocument ? redirectHost(client.id) : null,
    redirectHost: host,
    scopes: MAY,
    csrfToken: forms.issue(subjectOf(parameters)),
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
