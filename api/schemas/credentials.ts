/** Bodies of `/get-key` and of the authorization server, whose names and meanings are those of the RFCs. */

import { type Static, type TProperties, Type } from 'typebox';
import { count, fields, nullable, object, part, text } from '../../gym/reports/field.ts';

const LOOKUPS = 'Lookups of the key';

export const KEY_OFFER = object('KeyOffer', 'How to get a free key.', {
  description: Type.String(),
  method: Type.Literal('POST', { description: 'What makes a key; GET never does.' }),
  url: text('Where to send it. No body is needed.'),
  gym_id: text('The gym that the key opens.'),
  role: Type.Literal('free'),
  lookups: Type.Integer({ minimum: 1, description: `${LOOKUPS}.` }),
  limits: Type.Array(
    fields({ keys: Type.Integer({ minimum: 1 }), seconds: Type.Integer({ minimum: 1 }) }),
    { maxItems: 8, description: 'How many keys an address gets in how many seconds.' },
  ),
  example: text('A call for a shell.'),
});
export type KeyOffer = Static<typeof KEY_OFFER>;

export const ISSUED_KEY = object('IssuedKey', 'A new key. It is never shown again.', {
  key: text('The key, shown only once. Send it as `Authorization: Bearer`.'),
  key_id: text('Its name for operators; not secret.'),
  gym_id: text('The gym that it opens.'),
  role: Type.Literal('free'),
  lookups: nullable(count(`${LOOKUPS}; null is without limit.`)),
  examples: part('Calls with the key, ready to paste.', {
    curl: Type.String(),
    javascript: Type.String(),
    python: Type.String(),
  }),
});
export type IssuedKey = Static<typeof ISSUED_KEY>;

export const Words = (description: string) =>
  Type.Array(Type.String(), { description, minItems: 1 });

export const PROTECTED_RESOURCE = object('ProtectedResource', 'RFC 9728, section 2.', {
  resource: text('What tokens are requested for.'),
  resource_name: Type.String(),
  authorization_servers: Type.Optional(
    Words('Where to get tokens; absent if there is no sign-in.'),
  ),
  scopes_supported: Words('The only scope.'),
  bearer_methods_supported: Words('How a token is sent.'),
  resource_documentation: text('Machine-readable description.'),
});

export const TOKENS = object('Tokens', 'RFC 6749, section 5.1.', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ minimum: 1, description: 'Of the access token, seconds.' }),
  refresh_token: text('Valid for one use; the answer contains the next one.'),
  scope: Type.String(),
});

export const REVOKED = object('Revoked', 'RFC 7009, section 2.2: nothing to read.', {});

export const SIGN_IN = object('SignIn', 'Answers are pages and redirects, never JSON.', {});

export const OAUTH_ERROR = object('OAuthError', 'RFC 6749, section 5.2.', {
  error: Type.String(),
  error_description: Type.String(),
});

const Text = (description: string) => Type.Optional(Type.String({ description }));

/** What else is in it is passed over. */
const form = <Members extends TProperties>(title: string, description: string, members: Members) =>
  Type.Object(members, { title, description });

export const TOKEN_FORM = form('TokenForm', 'RFC 6749, sections 4.1.3 and 6.', {
  grant_type: Type.Enum(['authorization_code', 'refresh_token']),
  client_id: Type.String(),
  code: Text('With `authorization_code`.'),
  redirect_uri: Text('With `authorization_code`: as requested.'),
  code_verifier: Text('With `authorization_code`: RFC 7636.'),
  refresh_token: Text('With `refresh_token`.'),
  resource: Text('RFC 8707.'),
});

export const REVOCATION_FORM = form('RevocationForm', 'RFC 7009, section 2.1.', {
  token: text('An access or refresh token.'),
  client_id: Type.String(),
  token_type_hint: Text('Ignored.'),
});

export const CLIENT_METADATA = form(
  'ClientMetadata',
  'RFC 7591, section 2. Other members are ignored.',
  {
    redirect_uris: Type.Array(Type.String(), { minItems: 1, maxItems: 10 }),
    client_name: Text('Of one script.'),
    grant_types: Type.Optional(Type.Array(Type.String())),
    response_types: Type.Optional(Type.Array(Type.String())),
  },
);

export const AUTHORIZATION_QUERY = {
  response_type: Text('`code`.'),
  client_id: Text('Of a registered client, or the address of its metadata document.'),
  redirect_uri: Text('Where the answer goes.'),
  code_challenge: Text('RFC 7636.'),
  code_challenge_method: Text('`S256`.'),
  state: Text('Returned unchanged.'),
  resource: Text('RFC 8707; the MCP endpoint without it.'),
};

export const CONSENT_FORM = form('ConsentForm', 'The form of the page.', {
  ...AUTHORIZATION_QUERY,
  csrf_token: text('Of the page.'),
  decision: Type.Enum(['key', 'free', 'deny']),
  api_key: Text('With `key`.'),
});
