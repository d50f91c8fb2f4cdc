/**
 * The address of a camera from what is typed apart: where the stream is, the user, and the variable that holds the password.
 * The password is `${NAME}` in the file.
 */

import { TurnoutError } from '../../errors.ts';
import { literal } from '../values/interpolation.ts';
import { FileText } from './file-text.ts';
import { variableFor } from './password-variable.ts';

export interface TypedAddress {
  /** Without a login. */
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/** An address of the file, taken apart. */
interface Parts {
  readonly scheme: string;
  /** As it stands in the file; empty for none. */
  readonly login: string;
  /** From the host on. */
  readonly rest: string;
}

const WHOLE = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?(.*)$/is;
const ENCRYPTED = /^(?:rtsps|https):/i;
const NETWORK = /^(?:rtsps?|https?):\/\/[^\s/]/i;

/** What is typed, checked: a login within the address is taken out of it. Throws `usage`; no part is shown. */
export function checkedAddress(typed: TypedAddress): TypedAddress {
  const { url } = typed;
  if (/\$\{/.test(url)) throw wrong('an address without variables', 'one with $' + '{…}');
  if (/^scene:[^\s]+$/.test(url)) return { url };
  if (!NETWORK.test(url) || !URL.canParse(url)) {
    throw wrong('an address that starts with rtsp://, rtsps://, http:// or https://', 'another');
  }
  const { scheme, login, rest } = partsOf(url);
  if (/[#?].*@/.test(rest)) {
    throw wrong('user and password apart from the address', 'signs of a password in it');
  }
  const { user, password } = loginOf(typed, login);
  if (password !== '' && user === '') throw wrong('a user with the password', 'none');
  return {
    url: `${scheme}${rest}`,
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
  };
}

/** What is typed apart, or else what is in the address. Empty for none. */
function loginOf({ user, password }: TypedAddress, login: string) {
  const [, typedUser = '', typedPassword = ''] = /^([^:]*)(?::(.*))?$/s.exec(login) ?? [];
  return { user: user ?? decoded(typedUser), password: password ?? decoded(typedPassword) };
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

/** A variable for the password of a camera, or another part of an address, that no one has set yet. */
export function freeVariable(
  id: string,
  taken: Readonly<Record<string, unknown>>,
  ending: 'PASSWORD' | 'ADDRESS' = 'PASSWORD',
): string {
  const name = variableFor(id, ending);
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}_${number}`;
  return free;
}

/** Names of the variables that a text of the file takes. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name);
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

function wrong(expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: 'address of the camera', expected, got });
}
