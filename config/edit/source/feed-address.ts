/**
 * The address of a feed from what is typed. Its path and query are mostly the secret that opens it, and a login is one: the
 * file names them by variables, and shows the host alone.
 */

import { TurnoutError } from '../../../errors.ts';
import { literal } from '../../values/interpolation.ts';
import { encoded, freeVariable, type TypedAddress } from '../camera-address.ts';
import { FileText } from '../file-text.ts';

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

const WHOLE = /^(https?|webcals?):\/\/(?:([^/?#]*)@)?([^\s/?#@]+)([^\s]*)$/i;

/** @param taken variables that are set. Throws `usage`; no part of the address is shown. */
export function feedAddress(
  typed: TypedAddress,
  id: string,
  taken: Readonly<Record<string, unknown>>,
): FeedAddress {
  const [, scheme = '', login = '', host = '', rest = ''] = WHOLE.exec(typed.url.trim()) ?? [];
  const url = `${scheme}://${host}${rest}`;
  if (scheme === '' || !URL.canParse(url.replace(/^webcal/i, 'http'))) {
    throw wrong('an address that starts with https://, http:// or webcal://', 'another');
  }
  if (/\$\{/.test(url)) throw wrong('an address without variables', 'one with $' + '{…}');
  const { user, password } = loginOf(typed, login);
  if (password !== '' && user === '') throw wrong('a user with the password', 'none');
  const secrets: Record<string, string> = {};
  const hidden = (value: string, ending: 'PASSWORD' | 'ADDRESS') => {
    const name = freeVariable(id, taken, ending);
    secrets[name] = value;
    return `\${${name}}`;
  };
  const secret = password === '' ? '' : `:${hidden(encoded(password), 'PASSWORD')}`;
  const path = rest.replace(/^\//, '');
  const slash = rest.startsWith('/') ? '/' : '';
  const shown = path === '' ? slash : `${slash}${hidden(path, 'ADDRESS')}`;
  const at = user === '' ? '' : `${encoded(user)}${secret}@`;
  const whole = user === '' ? '' : `${encoded(user)}:${encoded(password)}@`;
  return {
    whole: url.replace('://', () => `://${whole}`),
    written: new FileText(`${scheme}://${at}${literal(host)}${shown}`),
    secrets,
    host: host.replace(/:\d+$/, ''),
  };
}

/** What is typed apart, or else what is in the address. Empty for none. */
function loginOf({ user, password }: TypedAddress, login: string) {
  const [, typedUser = '', typedPassword = ''] = /^([^:]*)(?::(.*))?$/s.exec(login) ?? [];
  return { user: user ?? decoded(typedUser), password: password ?? decoded(typedPassword) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrong(expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: 'address of the feed', expected, got });
}
