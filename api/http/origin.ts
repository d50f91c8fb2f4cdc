/**
 * Under which names, and from pages of which origins, a path may be asked. Against DNS rebinding: a page whose name was
 * pointed at this computer after it was loaded reaches the service under that name, past the borders between sites. The
 * Streamable HTTP transport of MCP asks servers to look at `Origin` and to answer 403.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../../runtime/clock.ts';

export interface OriginOptions {
  /** How the service is known outside; null means as it listens. */
  readonly publicUrl: string | null;
  /** What it listens on: an address or a name. */
  readonly host: string;
  /** Further names of the service, without a port. */
  readonly allowedHosts?: readonly string[];
  /** Further origins, without a slash at the end. */
  readonly allowedOrigins?: readonly string[];
  /** Where a further name is added. */
  readonly setting?: string;
}

/** One sentence why a request with these headers is refused; null where it is not. Names of headers in lower case. */
type Rule = (headers: ReadonlyMap<string, string>) => string | null;

export interface OriginRule {
  /** By the name that was asked for. */
  readonly host: Rule;
  /** By the page that asks. */
  readonly origin: Rule;
}

/**
 * `Host` may be an address or a name of this computer or of a private network, that of `publicUrl`, or an allowed one.
 * Programs that are no browsers send no `Origin`, and may send no `Host`. Where the service is known by https,
 * every page may ask: it has nothing but the token that it brings. Else pages of this computer, of the service's own
 * names, and allowed origins.
 */
export function originRule(options: OriginOptions): OriginRule {
  const { publicUrl, host, allowedHosts = [], allowedOrigins = [] } = options;
  const { setting = 'server.allowed_hosts' } = options;
  const outside = publicUrl !== null && URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  const named = [host, ...allowedHosts].map((name) => hostnameOf(name));
  const names = new Set(
    [outside && bareName(outside), ...named].filter((name) => name !== undefined),
  );
  const origins = new Set([...allowedOrigins.map(normalised), outside?.origin]);
  const isPublic = outside?.protocol === 'https:';
  const isOwn = (host: string): boolean => {
    const hostname = hostnameOf(host);
    return (
      hostname !== undefined && (isLoopback(hostname) || isPrivate(hostname) || names.has(hostname))
    );
  };
  const mayAsk = (origin: string, host: string | undefined): boolean => {
    if (origins.has(normalised(origin))) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    if (isPublic || names.has(bareName(page)) || isLoopback(page.hostname)) return true;
    return isWeb(page) && page.host === nameOf(host ?? '', page.protocol)?.host;
  };
  return {
    host: (headers) => {
      const host = headers.get('host');
      return host === undefined || isOwn(host)
        ? null
        : `Host: expected a name of this service, got ${shown(host)}; if it is one, add it to ${setting}`;
    },
    origin: (headers) => {
      const origin = headers.get('origin');
      return origin === undefined || mayAsk(origin, headers.get('host'))
        ? null
        : `Origin: expected a page of this service or of this computer, got ${shown(origin)}; if it may ask, add it to server.allowed_origins`;
    },
  };
}

/** A name with or without a port as an address; null for what is none. */
function nameOf(text: string, protocol = 'http:'): URL | null {
  const bare = isIP(text) === 6 ? `[${text}]` : text;
  const address = `${protocol}//${bare}`;
  return /^[\w.:[\]-]+$/.test(bare) && URL.canParse(address) ? new URL(address) : null;
}

function hostnameOf(text: string): string | undefined {
  const address = nameOf(text);
  return address === null ? undefined : bareName(address);
}

/** Without the dot at the end that marks a whole name (RFC 1034 section 3.1). */
function bareName({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** As browsers write it: lower case, without the usual port. */
function normalised(origin: string): string {
  if (!URL.canParse(origin)) return origin;
  const url = new URL(origin);
  return isWeb(url) ? url.origin : origin.toLowerCase();
}

/** Longest part of a header that is repeated, characters; chosen here: a name fits. */
const MAX_SHOWN = 100;

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
}

/** Names and addresses that browsers take for this computer itself. As a URL has them: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}

/** Names that no one outside can give out: RFC 6762, RFC 8375, the `internal` of ICANN, and what routers use. */
const PRIVATE_NAME = /(?:^[^.]+|\.(?:local|lan|home|internal|localdomain|home\.arpa))$/;
/** RFC 1918 and RFC 3927; RFC 4193 and RFC 4291 section 2.5.6. */
const PRIVATE_IPV4 = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/;
const PRIVATE_IPV6 = /^\[f(?:[cd]|e[89ab])/;

/** Whether only a private network can have this name or address. */
export function isPrivate(hostname: string): boolean {
  if (isIP(hostname) === 4) return PRIVATE_IPV4.test(hostname);
  if (hostname.startsWith('[')) return PRIVATE_IPV6.test(hostname);
  return PRIVATE_NAME.test(hostname);
}

/**
 * Whether a browser sent a request for a page of another site (cross-site request forgery). Nothing needs to be stored, and
 * programs that are no browsers pass: they act for no one but themselves.
 *
 * As browsers themselves say it: `Sec-Fetch-Site`, and where that is not sent (plain http in a network) whether `Origin`
 * is the address that the request went to, or `ownUrl`. The same rule as `CrossOriginProtection` of Go's net/http.
 *
 * @param ownUrl How the service is known outside.
 */
export function isFromForeignPage(headers: ReadonlyMap<string, string>, ownUrl: string): boolean {
  const origin = headers.get('origin');
  const own = URL.canParse(ownUrl) ? new URL(ownUrl).origin : null;
  if (origin !== undefined && origin === own) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const host = headers.get('host');
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`);
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** How much a form may be unless said; chosen here: an authorization request with its longest address fits several times. */
const MOST = { fields: 32, bytes: 16 * 1024 };

/** The media type of a request's body in lower case, without parameters; null where none is told. */
export function mediaTypeOf(headers: ReadonlyMap<string, string>): string | null {
  const type = headers.get('content-type');
  return type === undefined ? null : (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The fields of a form; null where it is too large, has too many fields, or one twice: two readers could differ. */
export function parseForm(body: Buffer, most = MOST): ReadonlyMap<string, string> | null {
  if (body.length > most.bytes) return null;
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const byName = new Map(fields);
  return fields.length <= most.fields && byName.size === fields.length ? byName : null;
}

/** How long a form may be open, ms; chosen here: time to fetch a key from a password manager. */
export const FORM_TOKEN_MS = 10 * 60_000;

/**
 * Tokens in forms, without a session: each says by our signature that we gave out the form, for what, and that it is not
 * old. It does not say to whom: a form that acts must also be refused from foreign pages (`isFromForeignPage`).
 */
export type FormTokens = ReturnType<typeof formTokens>;

/**
 * @param shared A secret of several processes, whose forms may be sent to each of them. Without it each process has its own,
 * and a restart makes every open form old.
 */
export function formTokens(clock: Pick<Clock, 'nowUtcMs' | 'monotonicMs'>, shared?: Buffer) {
  const secret = shared ?? randomBytes(32);
  const nowMs = () => (shared === undefined ? clock.monotonicMs() : clock.nowUtcMs());
  const sign = (endsAtMs: string, subject: string): Buffer =>
    createHmac('sha256', secret).update(`${endsAtMs}\n${subject}`).digest();
  return {
    /** A token for a form about `subject`: any text that says all of what the form will do. */
    issue: (subject: string): string => {
      const endsAtMs = Math.round(nowMs() + FORM_TOKEN_MS).toString(36);
      return `${endsAtMs}.${sign(endsAtMs, subject).toString('base64url')}`;
    },
    /** Whether `token` was issued for exactly this subject, and not too long ago. */
    isValid: (token: string, subject: string): boolean => {
      const [, endsAtMs, signature] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      if (endsAtMs === undefined || signature === undefined) return false;
      const shown = Buffer.from(signature, 'base64url');
      const isOurs = timingSafeEqual(sign(endsAtMs, subject), shown);
      return isOurs && nowMs() < Number.parseInt(endsAtMs, 36);
    },
  };
}
