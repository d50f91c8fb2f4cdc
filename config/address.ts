/**
 * Addresses of cameras and feeds: their forms, and how one is made of what is typed apart, where it is, the user and
 * the password. None is ever shown: it may carry a password.
 */

import { TurnoutError } from '../errors.ts';
import { BOOKING_SCHEMES, bookingAccount } from './booking.ts';
import { FileText } from './edited-file.ts';
import { freeVariable, literal } from './environment.ts';

/** For sentences: which addresses there are. */
export const ADDRESS_FORMS =
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:, or the path of a video file';

const NETWORK = /^(?:rtsps?|https?):\/\//i;
const SCHEME = /^(?<scheme>[a-z][a-z0-9+.-]*):/i;
const OURS = new Set(['rtsp', 'rtsps', 'http', 'https', 'scene', 'file']);

/** What is wrong with the form of a camera address, as "got …"; null when nothing is. Holds no part of the address. */
export function addressFault(address: string): string | null {
  const scheme = SCHEME.exec(address)?.groups?.['scheme']?.toLowerCase();
  const isOurs = scheme !== undefined && OURS.has(scheme);
  if (!isOurs && isLikeHost(address)) return 'an address without rtsp://';
  if (scheme === undefined) return null;
  if (!isOurs)
    return `an address of another kind (${KNOWN_OTHERS.test(scheme) ? scheme : 'not known'})`;
  if (scheme === 'scene')
    return address.length > 'scene:'.length ? null : 'scene: without the name of a scene';
  if (scheme === 'file')
    return /^file:\/\/\//i.test(address) ? null : 'a file: address that is not file:///…';
  if (!NETWORK.test(address)) return `${scheme}: without //`;
  return isReadable(address)
    ? null
    : 'an address that cannot be read (signs in its password other than letters and digits must be percent-encoded, such as # by %23)';
}

/** An @ behind a # is that of the login: the # is a sign of its password, and the rest was read as another address. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, hash } = new URL(address);
  return hostname !== '' && !hash.includes('@');
}

/** `viewer@host/sub`, `192.0.2.10/sub`, `camera.lan:554/sub`: what a person types who leaves the scheme out. */
function isLikeHost(text: string): boolean {
  const hasUser = /^[^\s/]+@[^\s]+/.test(text);
  const isIp = /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)/.test(text);
  // Its host would be taken for a scheme.
  const hasPort = /^[a-z0-9][\w.-]*:\d{2,5}(?:\/|$)/i.test(text);
  return hasUser || isIp || hasPort;
}

/** Kinds of address that people try; named in the fault because a scheme is no secret. */
const KNOWN_OTHERS = /^(?:rtmps?|srt|rtp|udp|onvif|webrtc|wss?|ftp|mms|hls)$/;

/*
 * Addresses of cameras and feeds from what is typed apart: where it is, the user and the password. In the file `${NAME}`
 * stands for the password, and for path and query of a feed, which are mostly the secret that opens it.
 */

export interface TypedAddress {
  /** Without a login. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/** An address taken apart: the login as it stands there, empty for none, and all from the host on. */
interface Parts {
  readonly scheme: string;
  readonly login: string;
  readonly rest: string;
}

const WHOLE = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?(.*)$/is;
const ENCRYPTED = /^(?:rtsps|https):/i;
const CAMERA = /^(?:rtsps?|https?):\/\/[^\s/]/i;
const FEED = new RegExp(`^(?:https?|webcals?|${BOOKING_SCHEMES})://[^\\s/?#@]+[^\\s]*$`, 'i');

/** What is typed, checked: a login within the address is taken out of it. Throws `usage`; no part is shown. */
export function checkedAddress(typed: TypedAddress): TypedAddress {
  const { url } = typed;
  refuseVariables('camera', url);
  if (/^scene:[^\s]+$/.test(url)) return { url };
  const expected = 'an address that starts with rtsp://, rtsps://, http:// or https://';
  if (!CAMERA.test(url) || !URL.canParse(url)) throw wrong('camera', expected, 'another');
  if (/[#?].*@/.test(partsOf(url).rest)) {
    const expected = 'user and password apart from the address';
    throw wrong('camera', expected, 'signs of a password in it');
  }
  return withoutLogin('camera', typed);
}

function refuseVariables(what: string, url: string): void {
  if (!url.includes('${')) return;
  throw wrong(what, 'an address without variables', 'one with $' + '{…}');
}

function withoutLogin(what: string, typed: TypedAddress): TypedAddress {
  const { scheme, login, rest } = partsOf(typed.url);
  const [, typedUser = '', typedPassword = ''] = /^([^:]*)(?::(.*))?$/s.exec(login) ?? [];
  const user = typed.user ?? decoded(typedUser);
  const password = typed.password ?? decoded(typedPassword);
  if (password !== '' && user === '') throw wrong(what, 'a user with the password', 'none');
  return {
    url: `${scheme}${rest}`,
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
  };
}

/** As it is written into the file. @param variable holds the password; null for none. */
export function writtenAddress({ url, user }: TypedAddress, variable: string | null): FileText {
  const secret = variable === null ? '' : `:\${${variable}}`;
  return withLogin(url, user === undefined ? '' : `${encoded(user)}${secret}@`);
}

/** @param login in the language of the file. */
function withLogin(url: string, login: string): FileText {
  return new FileText(literal(url).replace('://', () => `://${login}`));
}

/** The real address, to connect to it. */
export function wholeAddress({ url, user, password }: TypedAddress): string {
  if (user === undefined) return url;
  const secret = password === undefined ? '' : `:${encoded(password)}`;
  return url.replace('://', () => `://${encoded(user)}${secret}@`);
}

/**
 * The new address with the password of the old one, where it is the same host and user: a password that is stored never
 * goes to another host because its address was changed, and never in clear text where it was encrypted before.
 */
export function withOldPassword(old: string, wanted: TypedAddress): FileText {
  const before = partsOf(old);
  const after = partsOf(wanted.url);
  const [user = '', secret] = before.login.split(/:(.*)/s);
  const isSame = hostOf(before.rest) === hostOf(literal(after.rest));
  const isSameUser = wanted.user === undefined || encoded(wanted.user) === user;
  const isSafe = !ENCRYPTED.test(before.scheme) || ENCRYPTED.test(after.scheme);
  if (!isSame || !isSameUser || !isSafe || secret === undefined) {
    return writtenAddress(wanted, null);
  }
  return withLogin(wanted.url, `${user}:${secret}@`);
}

export interface FeedAddress {
  /** The real one, to read it. */
  readonly whole: string;
  /** As the file writes it. */
  readonly written: FileText;
  /** What goes into `secrets.env`, by variable. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Host, for people. */
  readonly host: string;
}

/** @param taken variables that are set. Throws `usage`; no part of the address is shown. */
export function feedAddress(
  typed: TypedAddress,
  id: string,
  taken: Readonly<Record<string, unknown>>,
): FeedAddress {
  const url = typed.url.trim();
  const { scheme, rest } = partsOf(url);
  const bare = `${scheme}${rest}`;
  if (!FEED.test(bare) || !URL.canParse(bare.replace(/^webcal/i, 'http'))) {
    throw wrong('feed', 'an address that starts with https://, http:// or webcal://', 'another');
  }
  refuseVariables('feed', bare);
  bookingAccount(bare);
  const { user = '', password = '' } = withoutLogin('feed', { ...typed, url });
  const secrets: Record<string, string> = {};
  const hidden = (value: string, ending: 'PASSWORD' | 'ADDRESS') => {
    const name = freeVariable(id, taken, ending);
    secrets[name] = value;
    return `\${${name}}`;
  };
  const [, host = '', slash = '', path = ''] = /^([^/?#]*)(\/?)(.*)$/s.exec(rest) ?? [];
  const secret = password === '' ? '' : `:${hidden(encoded(password), 'PASSWORD')}`;
  const shown = `${slash}${path === '' ? '' : hidden(path, 'ADDRESS')}`;
  const at = user === '' ? '' : `${encoded(user)}${secret}@`;
  const whole = user === '' ? '' : `${encoded(user)}:${encoded(password)}@`;
  return {
    whole: bare.replace('://', () => `://${whole}`),
    written: new FileText(`${scheme}${at}${literal(host)}${shown}`),
    secrets,
    host: host.replace(/:\d+$/, ''),
  };
}

/** As it goes into an address; a quote too, which a line of `secrets.env` may not hold. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

function partsOf(url: string): Parts {
  const [, scheme = '', login = '', rest = ''] = WHOLE.exec(url) ?? [];
  return { scheme, login, rest };
}

function hostOf(rest: string): string {
  return /^[^/?#]*/.exec(rest)?.[0].toLowerCase() ?? '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrong(what: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: `address of the ${what}`, expected, got });
}
