/**
 * One question to the service of a camera, as SOAP 1.2 over HTTP (ONVIF Core Specification, 5). No library: those for
 * ONVIF bring callbacks and all services, of which four calls are needed.
 *
 * TLS certificates are not verified, for the reason that stands in `engine/cameras/http/client.ts`; the password itself
 * is never sent, only its digest.
 */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { networkFault, statusFault } from '../http/fault.ts';
import { HttpLogin } from '../http/login.ts';
import { sourceFault } from '../source-fault.ts';
import { type OnvifLogin, securityHeader } from './login.ts';
import { type Element, find, readXml } from './xml.ts';

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
/** Longest answer that is read, bytes: the profiles of a recorder of 64 channels take half of it. Chosen here. */
const MAX_ANSWER = 2_097_152;

export interface Question {
  readonly url: URL;
  /** The element of the body. */
  readonly body: string;
  /** Who asks, at which time of the camera's clock; null without a login. */
  readonly as: { readonly login: OnvifLogin; readonly cameraUtcMs: number } | null;
  readonly timeoutMs: number;
}

/**
 * The body of the answer. Throws the faults of a source: `camera_unauthorized` where the camera wants a login or another
 * one, `camera_not_found` where it does not know the service or the question, `camera_not_video` for what is no ONVIF.
 */
export async function askCamera(question: Question): Promise<Element> {
  const first = await send(question, null);
  const login = loginFor(question, first);
  const { status, text } = login === null ? first : await send(question, login);
  const answer = readXml(text);
  const fault = find(answer, 'Fault');
  if (fault !== null || status >= 300) throw refusal(status, fault);
  const body = find(answer, 'Body')?.children[0];
  if (body === undefined) {
    throw sourceFault('camera_not_video', {
      expected: 'an answer of ONVIF',
      got: 'something else',
      hint: 'switch ONVIF on in the camera; some makers have it off by default',
    });
  }
  return body;
}

interface Answered {
  readonly status: number;
  readonly challenges: readonly string[];
  readonly text: string;
}

/** Cameras that want the digest of HTTP say so; null where this one does not, or nobody asks. */
function loginFor({ as }: Question, { status, challenges }: Answered): HttpLogin | null {
  if (status !== 401 || as === null) return null;
  const login = new HttpLogin(as.login.user, as.login.password);
  // Basic would give the password itself away, here for an address that a stranger may have announced.
  const digests = challenges.filter((challenge) => /^\s*digest/i.test(challenge));
  return login.learn(digests) ? login : null;
}

function refusal(status: number, fault: Element | null): Error {
  const codes = fault === null ? '' : textWithin(fault);
  if (/NotAuthorized|FailedAuthentication|FailedCheck|InvalidSecurity/i.test(codes)) {
    return sourceFault('camera_unauthorized', ONVIF_LOGIN);
  }
  if (/ActionNotSupported|NoProfile|InvalidArgVal/i.test(codes)) {
    return sourceFault('camera_not_found', {
      expected: 'an ONVIF service with streams',
      got: 'none',
      hint: 'take the address of the stream from the pages of the camera',
    });
  }
  if (status === 401 || status === 403) return sourceFault('camera_unauthorized', ONVIF_LOGIN);
  return fault === null ? statusFault(status) : sourceFault('camera_refused', { got: 'a fault' });
}

const ONVIF_LOGIN = {
  expected: 'the ONVIF user and password to be accepted',
  hint: 'many cameras have ONVIF users of their own; and their clock must be right',
};

function textWithin({ text, children }: Element): string {
  return [text, ...children.map(textWithin)].join(' ');
}

async function send(question: Question, login: HttpLogin | null): Promise<Answered> {
  const { url, timeoutMs } = question;
  const body = Buffer.from(envelope(question), 'utf8');
  const authorization = login?.header('POST', `${url.pathname}${url.search}`) ?? null;
  const headers = {
    'Content-Type': `application/soap+xml; charset=utf-8; action="${actionOf(question.body)}"`,
    'Content-Length': String(body.length),
    ...(authorization === null ? {} : { Authorization: authorization }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await post(url, headers, body, signal);
    return {
      status: response.statusCode ?? 0,
      challenges: response.headersDistinct['www-authenticate'] ?? [],
      text: await wholeText(response),
    };
  } catch (error) {
    if (signal.aborted) throw sourceFault('camera_timeout');
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw networkFault(typeof code === 'string' ? code : undefined);
  }
}

/** What SOAP 1.2 calls a question, which some cameras go by: its namespace and its name. */
function actionOf(body: string): string {
  const [, name = '', namespace = ''] = /^<(\w+) xmlns="([^"]*)"/.exec(body) ?? [];
  return `${namespace}/${name}`;
}

function envelope({ body, as }: Question): string {
  const header = as === null ? '' : securityHeader(as.login, as.cameraUtcMs);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}">` +
    `<s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  );
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      headers,
      signal,
      // Cameras send heads that Node's strict parser refuses, and sign their own certificates.
      insecureHTTPParser: true,
      ...(isSecure && { rejectUnauthorized: false }),
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
}

async function wholeText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER) {
      response.destroy();
      break;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
