/**
 * Addresses of cameras and feeds: their forms, and how one is made of what is typed apart, where it is, the user and
 * the password. None is ever shown: it may carry a password.
 */

import { TurnoutError } from '../errors.ts';
import { BOOKING_SCHEMES, bookingAccount, unescaped } from './booking.ts';
import { FileText } from './edited-file.ts';
import { hiddenOf, literal, type Taken, unsetVariables } from './environment.ts';

/** For sentences: which addresses there are. */
export const ADDRESS_FORMS =
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:, or the path of a video file';

/** Kinds of address that people try; named in the fault because a scheme is no secret. */
const KNOWN_OTHERS = /^(?:rtmps?|srt|rtp|udp|onvif|webrtc|wss?|ftp|mms|hls)$/;

/** What a person types who leaves the scheme out: `viewer@host/sub`, `192.0.2.10/sub`, `camera.lan:554/sub`. */
const LIKE_HOST =
  /^[^\s/]+@[^\s]+|^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)|^[a-z0-9][\w.-]*:\d{2,5}(?:\/|$)/i;

/** What is wrong with the form of a camera address, as "got …"; null when nothing is. Holds no part of the address. */
export function addressFault(address: string): string | null {
  const [, typed, after = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(address) ?? [];
  const scheme = typed?.toLowerCase() ?? '';
  if (scheme === 'scene') return after === '' ? 'scene: without the name of a scene' : null;
  if (scheme === 'file') {
    return after.startsWith('///') ? null : 'a file: address that is not file:///…';
  }
  const isWeb = /^(?:rtsp|http)s?$/.test(scheme);
  if (isWeb && !after.startsWith('//')) return `${scheme}: without //`;
  if (isWeb) return readFault(address);
  // A host with a port would be taken for a scheme.
  if (LIKE_HOST.test(address)) return 'an address without rtsp://';
  if (typed === undefined) return null;
  return `an address of another kind (${KNOWN_OTHERS.test(scheme) ? scheme : 'not known'})`;
}

const UNREADABLE =
  'an address that cannot be read (signs in its password other than letters and digits must be percent-encoded, such as # by %23)';

/** `rtsp`, `file`; null where the address waits for a variable, so that its kind is not known. */
export function kindOfAddress(address: string): string | null {
  if (unsetVariables(address).length > 0) return null;
  return /^[a-z+]+(?=:)/i.exec(address)?.[0] ?? 'file';
}

/** An @ behind a # is that of the login: the # is a sign of its password, and the rest was read as another address. */
function readFault(address: string): string | null {
  if (!URL.canParse(address)) return UNREADABLE;
  const { hostname, hash } = new URL(address);
  return hostname === '' || hash.includes('@') ? UNREADABLE : null;
}

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

const WHOLE = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^/?#]*)(.*)$/is;
const ENCRYPTED = /^(?:rtsps|https):/i;
const CAMERA = /^(?:rtsps?|https?):\/\/[^\s/]/i;
const FEED = new RegExp(`^(?:https?|webcals?|${BOOKING_SCHEMES})://[^\\s/?#@]+[^\\s]*$`, 'i');

/** A password in the query, as cameras take it for a single picture. */
const SECRET_QUERY = /([?&][\w.-]*(?:pas|pwd|psw|token|secret|auth|key)[\w.-]*=)([^&#]+)/gi;

/** An address of the file with each password of its query in a variable; one that is in a variable stays. */
export function queryHidden(written: string, hide: ReturnType<typeof hiddenOf>['hide']): string {
  return written.replace(SECRET_QUERY, (whole, name: string, secret: string) => {
    // A dollar sign is doubled in an address alone.
    const plain = secret.replaceAll('$$', () => '$').replaceAll("'", '%27');
    return secret.includes('${') ? whole : `${name}${hide(plain, 'PASSWORD')}`;
  });
}

/** An address taken apart: the login as it stands there, empty for none, the host with its port, and the rest. */
function partsOf(url: string) {
  const [, scheme = '', login = '', host = '', rest = ''] = WHOLE.exec(url) ?? [];
  return { scheme, login, host, rest };
}

/** What is typed, checked: a login within the address is taken out of it. Throws `usage`; no part is shown. */
export function checkedAddress(typed: TypedAddress): TypedAddress {
  const { url } = typed;
  refuseVariables('camera', url);
  if (/^scene:[^\s]+$/.test(url)) return { url };
  if (!CAMERA.test(url)) {
    const expected = 'an address that starts with rtsp://, rtsps://, http:// or https://';
    throw wrong('camera', expected, 'another');
  }
  if (!URL.canParse(url) || /[#?].*@/.test(partsOf(url).rest)) {
    throw wrong('camera', 'user and password apart from the address', 'signs of a password in it');
  }
  return withoutLogin('camera', typed);
}

function refuseVariables(what: string, url: string): void {
  if (!url.includes('${')) return;
  throw wrong(what, 'an address without variables', 'one with $' + '{…}');
}

function withoutLogin(what: string, typed: TypedAddress): TypedAddress {
  const { scheme, login, host, rest } = partsOf(typed.url);
  const [typedUser = '', typedPassword = ''] = login.split(/:(.*)/s);
  const user = typed.user ?? unescaped(typedUser);
  const password = typed.password ?? unescaped(typedPassword);
  if (password !== '' && user === '') throw wrong(what, 'a user with the password', 'none');
  return {
    url: `${scheme}${host}${rest}`,
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
  };
}

/** @param secret of the user, as the address has it; empty for none. */
function withLogin(url: string, user: string | undefined, secret: string): string {
  const login = user === undefined ? '' : `${encoded(user)}${secret && `:${secret}`}@`;
  return url.replace('://', () => `://${login}`);
}

/** The real address, to connect to it. */
export function wholeAddress({ url, user, password = '' }: TypedAddress): string {
  return withLogin(url, user, encoded(password));
}

/**
 * A camera's address as the file writes it, and what goes into `secrets.env`, by variable. Without a new password that of the
 * old address stays, where it is the same host and user: a password that is stored never goes to another host because its
 * address was changed, and never in clear text where it was encrypted before.
 *
 * @param checked See {@link checkedAddress}. @param old As it is written now.
 */
export function cameraAddress(checked: TypedAddress, id: string, taken: Taken, old: string) {
  const { url, user, password } = checked;
  const { hide, secrets } = hiddenOf(id, taken);
  const [before, after] = [partsOf(old), partsOf(url)];
  const [oldUser = '', oldSecret = ''] = before.login.split(/:(.*)/s);
  const isSameHost = before.host.toLowerCase() === literal(after.host).toLowerCase();
  const isSameUser = user === undefined || encoded(user) === oldUser;
  const isSafe = !ENCRYPTED.test(before.scheme) || ENCRYPTED.test(after.scheme);
  const stays = password === undefined && isSameHost && isSameUser && isSafe && oldSecret !== '';
  const secret = hide(encoded(password ?? ''), 'PASSWORD');
  const bare = queryHidden(literal(url), hide);
  const written = stays
    ? bare.replace('://', () => `://${oldUser}:${oldSecret}@`)
    : withLogin(bare, user, secret);
  return { written: new FileText(written), secrets };
}

/** Throws `usage`; no part of the address is shown. */
export function feedAddress(typed: TypedAddress, id: string, taken: Taken) {
  const typedUrl = typed.url.trim();
  const { scheme, host, rest } = partsOf(typedUrl);
  const bare = `${scheme}${host}${rest}`;
  if (!FEED.test(bare) || !URL.canParse(bare.replace(/^webcal/i, 'http'))) {
    throw wrong('feed', 'an address that starts with https://, http:// or webcal://', 'another');
  }
  refuseVariables('feed', bare);
  bookingAccount(bare);
  const { user, password = '' } = withoutLogin('feed', { ...typed, url: typedUrl });
  const { hide, secrets } = hiddenOf(id, taken);
  const [, slash = '', path = ''] = /^(\/?)(.*)$/s.exec(rest) ?? [];
  const written = `${scheme}${literal(host)}${slash}${hide(path, 'ADDRESS')}`;
  return {
    /** The real one, to read it. */
    whole: withLogin(bare, user, encoded(password)),
    /** As the file writes it. */
    written: new FileText(withLogin(written, user, hide(encoded(password), 'PASSWORD'))),
    /** What goes into `secrets.env`, by variable. */
    secrets,
    /** Host, for people. */
    host: host.replace(/:\d+$/, ''),
  };
}

/** As it goes into an address; a quote too, which a line of `secrets.env` may not hold. */
export const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

function wrong(what: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: `address of the ${what}`, expected, got });
}
