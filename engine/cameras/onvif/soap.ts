/**
 * One question to the service of a camera, as SOAP 1.2 over HTTP (ONVIF Core Specification, 5). No library: those for
 * ONVIF bring callbacks and all services, of which four calls are needed.
 *
 * TLS certificates are not verified, for the reason that stands in `engine/cameras/http/client.ts`; the password itself
 * is never sent, only its digest.
 */

import { createHash, randomBytes } from 'node:crypto';
import { Parser } from 'saxen';
import { bodyOf, networkFault, request, statusFault, systemCodeOf } from '../http/client.ts';
import { HttpLogin } from '../http/login.ts';
import { sourceFault } from '../source-fault.ts';

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
  if (body !== undefined) return body;
  throw sourceFault('camera_not_video', {
    expected: 'an answer of ONVIF',
    got: 'something else',
    hint: 'switch ONVIF on in the camera; some makers have it off by default',
  });
}

type Answered = Awaited<ReturnType<typeof send>>;

/** Cameras that want the digest of HTTP say so; null where this one does not, or nobody asks. */
function loginFor({ as }: Question, { status, challenges }: Answered): HttpLogin | null {
  if (status !== 401 || as === null) return null;
  const login = new HttpLogin(as.login.user, as.login.password);
  // Basic would give the password itself away, here for an address that a stranger may have announced.
  return login.learn(challenges.filter((one) => /^\s*digest/i.test(one))) ? login : null;
}

function refusal(status: number, fault: Element | null): Error {
  const codes = JSON.stringify(fault);
  const isRefused = /NotAuthorized|FailedAuthentication|FailedCheck|InvalidSecurity/i.test(codes);
  const isUnknown = /ActionNotSupported|NoProfile|InvalidArgVal/i.test(codes);
  if (isRefused || (!isUnknown && (status === 401 || status === 403))) {
    return sourceFault('camera_unauthorized', {
      expected: 'the ONVIF user and password to be accepted',
      hint: 'many cameras have ONVIF users of their own; and their clock must be right',
    });
  }
  if (isUnknown) {
    return sourceFault('camera_not_found', {
      expected: 'an ONVIF service with streams',
      got: 'none',
      hint: 'take the address of the stream from the pages of the camera',
    });
  }
  return fault === null ? statusFault(status) : sourceFault('camera_refused', { got: 'a fault' });
}

async function send({ url, timeoutMs, ...question }: Question, login: HttpLogin | null) {
  const body = Buffer.from(envelope(question), 'utf8');
  const authorization = login?.header('POST', `${url.pathname}${url.search}`) ?? null;
  // What SOAP 1.2 calls a question, which some cameras go by: its namespace and its name.
  const [, name = '', namespace = ''] = /^<(\w+) xmlns="([^"]*)"/.exec(question.body) ?? [];
  const headers = {
    'Content-Type': `application/soap+xml; charset=utf-8; action="${namespace}/${name}"`,
    'Content-Length': String(body.length),
    ...(authorization !== null && { Authorization: authorization }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, { method: 'POST', headers, signal }, body);
    const text = (await bodyOf(response, MAX_ANSWER))?.toString('utf8') ?? '';
    const challenges = response.headersDistinct['www-authenticate'] ?? [];
    return { status: response.statusCode ?? 0, challenges, text };
  } catch (error) {
    throw signal.aborted ? sourceFault('camera_timeout') : networkFault(systemCodeOf(error));
  }
}

function envelope({ body, as }: Pick<Question, 'body' | 'as'>): string {
  const header = as === null ? '' : securityHeader(as.login, as.cameraUtcMs);
  return (
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}">` +
    `<s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  );
}

/**
 * The login of ONVIF: a digest in the head of each request (WS-Security UsernameToken Profile 1.0, 3.1; ONVIF Core
 * Specification, 5.9.4). The digest holds the time of day, and a camera refuses one that is not of its own clock: so the
 * camera is asked for its time first, without a login.
 */

export type OnvifLogin = Readonly<Record<'user' | 'password', string>>;

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** `Base64(SHA-1(nonce + created + password))`. */
export function passwordDigest(nonce: Uint8Array, created: string, password: string): string {
  return createHash('sha1').update(nonce).update(created).update(password, 'utf8').digest('base64');
}

/** The header of a request of `login`, made at `cameraUtcMs` by the clock of the camera. */
export function securityHeader(
  { user, password }: OnvifLogin,
  cameraUtcMs: number,
  nonce: Uint8Array = randomBytes(16),
): string {
  // Without fractions: some cameras cannot read them.
  const created = new Date(cameraUtcMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const digest = passwordDigest(nonce, created, password);
  const base64 = Buffer.from(nonce).toString('base64');
  return (
    `<Security s:mustUnderstand="1" xmlns="${WSS}-wssecurity-secext-1.0.xsd"><UsernameToken>` +
    `<Username>${escaped(user)}</Username>` +
    `<Password Type="${WSS}-username-token-profile-1.0#PasswordDigest">${digest}</Password>` +
    `<Nonce EncodingType="${WSS}-soap-message-security-1.0#Base64Binary">${base64}</Nonce>` +
    `<Created xmlns="${WSS}-wssecurity-utility-1.0.xsd">${created}</Created>` +
    '</UsernameToken></Security>'
  );
}

/**
 * XML as a tree of elements by their local names: cameras use any prefix for any namespace, and the names alone are
 * clear in what they answer. What is not well-formed is null.
 */

export interface Element {
  /** Without its prefix. */
  readonly name: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Its own text, with the spaces around it. */
  text: string;
}

/** Deepest nesting and most elements that are read; answers of cameras have a tenth of it. Chosen here. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;

/** The outermost element; null for what is not well-formed, or beyond all measure. */
export function readXml(xml: string): Element | null {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  let elements = 0;
  let isBroken = false;
  const parser = new Parser();
  const giveUp = () => {
    isBroken = true;
    parser.stop();
  };
  parser.on('openTag', (name, attributesOf, decode) => {
    elements += 1;
    if (stack.length > MAX_DEPTH || elements > MAX_ELEMENTS) {
      giveUp();
      return;
    }
    const pairs = Object.entries(attributesOf());
    const attributes = Object.fromEntries(
      pairs.map(([key, value]) => [localName(key), decode(value)]),
    );
    const element = { name: localName(name), attributes, children: [], text: '' };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on('closeTag', () => {
    if (stack.length > 1) stack.pop();
  });
  const add = (text: string) => {
    const open = stack.at(-1);
    if (open !== undefined) open.text += text;
  };
  parser.on('text', (text, decode) => add(decode(text)));
  parser.on('cdata', add);
  parser.on('warn', () => undefined);
  parser.on('error', giveUp);
  parser.parse(xml);
  return isBroken || stack.length !== 1 ? null : (root.children[0] ?? null);
}

/** All elements of this name within, itself included, in order; none within another of them. */
export function findAll(element: Element | null, name: string): readonly Element[] {
  if (element === null) return [];
  return element.name === name ? [element] : element.children.flatMap((one) => findAll(one, name));
}

/** The first of them. */
export function find(element: Element | null, name: string): Element | null {
  return findAll(element, name)[0] ?? null;
}

/** The text of the first element of this name within; null where there is none or it is empty. */
export function textOf(element: Element | null, name: string): string | null {
  return find(element, name)?.text.trim() || null;
}

/** A text made harmless between tags. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * An address that a camera tells, on the host that was asked: behind another network it tells the one of its own. Null for
 * none of that scheme.
 */
export function atHost(host: string, text: string | null, scheme = /^https?:/i): URL | null {
  if (text === null || !scheme.test(text) || !URL.canParse(text)) return null;
  return Object.assign(new URL(text), { hostname: host, username: '', password: '' });
}
