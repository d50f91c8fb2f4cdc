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

/** Headers of refusals, by status. */
export const REFUSAL_HEADERS: Readonly<Record<number, Json>> = {
  401: header('WWW-Authenticate', 'Where to get a token (RFC 9728).', { type: 'string' }),
  429: header('Retry-After', 'Seconds to wait.', { type: 'integer', minimum: 1 }),
};

function header(name: string, description: string, schema: Json): Json {
  return { headers: { [name]: { description, schema } } };
}
