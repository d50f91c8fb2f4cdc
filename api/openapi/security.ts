/** How credentials are shown, and what every route with figures answers to those it cannot take. */

import type { ErrorCode } from '../../errors.ts';

type Json = Readonly<Record<string, unknown>>;

export const SECURITY_SCHEMES: Json = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key (`tk_…`), or an access token.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same, for clients that cannot set `Authorization`.',
  },
};

/** The last one is none at all: for requests with `X-Sandbox: true`. */
export const FIGURES_SECURITY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }, {}];

export const FIGURES_ERRORS: readonly ErrorCode[] = [
  'conflicting_credentials',
  'credentials_in_query',
  'missing_credentials',
  'invalid_credentials',
  'lookups_exhausted',
  'forbidden',
  'rate_limited',
];

/** A browser that an owner signed in sends a cookie instead; pages of ours alone. */
export const OPERATOR_SECURITY: readonly Json[] = [{ bearer: [] }, { apiKey: [] }, { signIn: [] }];

export const OPERATOR_SCHEMES: Json = {
  ...SECURITY_SCHEMES,
  signIn: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-turnout',
    description: 'A browser that signed in with the key of an owner, on a page of Turnout itself.',
  },
};

export const OPERATOR_ERRORS: readonly ErrorCode[] = [
  'conflicting_credentials',
  'credentials_in_query',
  'missing_credentials',
  'invalid_credentials',
  'forbidden',
  'foreign_page',
  'rate_limited',
];

/** Headers of refusals, by status. */
export const REFUSAL_HEADERS: Readonly<Record<number, Json>> = {
  401: header('WWW-Authenticate', 'Where to get a token (RFC 9728).', { type: 'string' }),
  429: header('Retry-After', 'Seconds to wait.', { type: 'integer', minimum: 1 }),
};

function header(name: string, description: string, schema: Json): Json {
  return { headers: { [name]: { description, schema } } };
}
