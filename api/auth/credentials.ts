/** Which key or token a request shows, and whether it shows it as it should. Nothing is looked up here. */

import { parseQuery } from '../validation/query-string.ts';

export type Shown =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'none' }
  /** `expected` says what would have been right. */
  | { readonly kind: 'malformed'; readonly expected: string }
  | { readonly kind: 'conflicting' }
  /** `name` is that of the query parameter. */
  | { readonly kind: 'in_query'; readonly name: string };

/** What a key or a token may look like (token68 of RFC 9110 section 11.2); longer ones than ours are no use. */
const TOKEN = '[A-Za-z0-9._~+/-]{1,512}={0,2}';
const BEARER = new RegExp(`^bearer +(${TOKEN})$`, 'i');
const BARE = new RegExp(`^${TOKEN}$`);

/** Query parameters that clients put keys in, in lower case with `_` for `-`. Logs and histories keep addresses. */
const QUERY_NAMES = new Set([
  'access_token',
  'api_key',
  'apikey',
  'authorization',
  'key',
  'token',
  'x_api_key',
]);

interface Request {
  readonly headers: ReadonlyMap<string, string>;
  readonly rawQuery: string | null;
}

/** Header names in lower case; a header that came twice is joined by a comma, which no credential has. */
export function shownBy({ headers, rawQuery }: Request): Shown {
  const name = rawQuery === null ? undefined : inQuery(rawQuery);
  if (name !== undefined) return { kind: 'in_query', name };
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key');
  if (authorization === undefined && apiKey === undefined) return { kind: 'none' };
  const bearer = BEARER.exec(authorization ?? '')?.[1];
  if (authorization !== undefined && apiKey !== undefined && bearer !== apiKey) {
    return { kind: 'conflicting' };
  }
  if (authorization !== undefined) {
    return bearer === undefined
      ? { kind: 'malformed', expected: '`Authorization` must be `Bearer` and a key or token.' }
      : { kind: 'secret', secret: bearer };
  }
  return apiKey !== undefined && BARE.test(apiKey)
    ? { kind: 'secret', secret: apiKey }
    : { kind: 'malformed', expected: '`x-api-key` must be a key.' };
}

function inQuery(rawQuery: string): string | undefined {
  return [...parseQuery(rawQuery).keys()].find((name) =>
    QUERY_NAMES.has(name.toLowerCase().replaceAll('-', '_')),
  );
}
