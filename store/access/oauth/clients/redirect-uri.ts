/**
 * Where an answer may be sent: https, or http on this computer's loopback, as MCP asks (specification 2026-07-28,
 * authorization). Compared as texts, so an address has one spelling only; anything that two parsers could read in two
 * ways is refused.
 */

const MAX_LENGTH = 512;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?=[:/]|$)/;

/**
 * Whether a client may have this address: written as the WHATWG URL standard would write it (so no `..`, no backslash, no
 * capitals in the host), no user, no fragment, 1..512 printable ASCII characters.
 */
export function isAllowedRedirect(uri: string): boolean {
  if (uri.length > MAX_LENGTH || !/^[!-~]+$/.test(uri) || uri.includes('#')) return false;
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  const isWritten = url.href === uri || (url.pathname === '/' && isBare(url, uri));
  const isNamed = url.username === '' && url.password === '' && !url.hostname.endsWith('.');
  return isWritten && isNamed && (url.protocol === 'https:' || LOOPBACK.test(uri));
}

/** `https://host` for `https://host/`: the slash may be left out where nothing follows. */
function isBare(url: URL, uri: string): boolean {
  return url.search === '' && `${uri}/` === url.href;
}

/**
 * Whether `asked` is one of the `registered`: the same text, but that a loopback address may have any port, since a
 * program takes one that is free (RFC 8252 section 7.3).
 */
export function isRegisteredRedirect(asked: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirect(asked)) return false;
  const wanted = withoutLoopbackPort(asked);
  return registered.some((one) => withoutLoopbackPort(one) === wanted);
}

function withoutLoopbackPort(uri: string): string {
  const host = LOOPBACK.exec(uri)?.[0];
  return host === undefined ? uri : `${host}${uri.slice(host.length).replace(/^:\d+/, '')}`;
}

/** Whether an allowed address is of a program on the same computer as the browser. */
export function isLoopbackRedirect(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/** Host and port, as a person is shown them. */
export function redirectHost(uri: string): string {
  return new URL(uri).host;
}

/** `uri` with an answer in its query; what it has there already stays as it is. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(answer).toString()}`;
}
