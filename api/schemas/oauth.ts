/** Bodies of the authorization server: names and meanings are those of the RFCs. */

import { type Static, Type } from '../../schema-type.ts';
import { closed } from './field.ts';

const Address = (description: string) => Type.String({ description });
const Words = (description: string) => Type.Array(Type.String(), { description, minItems: 1 });

export const PROTECTED_RESOURCE = Type.Object(
  {
    resource: Address('What tokens are asked for.'),
    resource_name: Type.String(),
    authorization_servers: Type.Optional(Words('Where tokens are had; left out where nowhere.')),
    scopes_supported: Words('The one scope there is.'),
    bearer_methods_supported: Words('How a token is shown.'),
    resource_documentation: Address('Described for machines.'),
  },
  { ...closed, title: 'ProtectedResource', description: 'RFC 9728, section 2.' },
);
export type ProtectedResource = Static<typeof PROTECTED_RESOURCE>;

export const AUTHORIZATION_SERVER = Type.Object(
  {
    issuer: Address('Equal to `iss` in answers.'),
    authorization_endpoint: Address('For a browser.'),
    token_endpoint: Address('For the client.'),
    registration_endpoint: Address('RFC 7591.'),
    revocation_endpoint: Address('RFC 7009.'),
    scopes_supported: Words('The one scope there is.'),
    response_types_supported: Words('RFC 6749.'),
    response_modes_supported: Words('OAuth 2.0 Multiple Response Types.'),
    grant_types_supported: Words('RFC 6749.'),
    token_endpoint_auth_methods_supported: Words('Clients have no secrets.'),
    revocation_endpoint_auth_methods_supported: Words('Clients have no secrets.'),
    code_challenge_methods_supported: Words('RFC 7636.'),
    client_id_metadata_document_supported: Type.Boolean(),
    authorization_response_iss_parameter_supported: Type.Boolean({ description: 'RFC 9207.' }),
    protected_resources: Words('RFC 9728, section 4.'),
  },
  { ...closed, title: 'AuthorizationServer', description: 'RFC 8414, section 2.' },
);
export type AuthorizationServer = Static<typeof AUTHORIZATION_SERVER>;

export const TOKENS = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ minimum: 1, description: 'Of the access token, seconds.' }),
    refresh_token: Type.String({ description: 'Good for one use; the answer has the next.' }),
    scope: Type.String(),
  },
  { ...closed, title: 'Tokens', description: 'RFC 6749, section 5.1.' },
);
export type Tokens = Static<typeof TOKENS>;

export const REGISTERED_CLIENT = Type.Object(
  {
    client_id: Type.String(),
    client_name: Type.String(),
    redirect_uris: Type.Array(Type.String(), { minItems: 1, maxItems: 10 }),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.Literal('none'),
  },
  { ...closed, title: 'RegisteredClient', description: 'RFC 7591, section 3.2.1.' },
);
export type RegisteredClient = Static<typeof REGISTERED_CLIENT>;

export const REVOKED = Type.Object(
  {},
  { ...closed, title: 'Revoked', description: 'RFC 7009, section 2.2: nothing to read.' },
);

export const SIGN_IN = Type.Object(
  {},
  { ...closed, title: 'SignIn', description: 'Answers are pages and redirects, never JSON.' },
);

export interface OAuthErrorBody {
  readonly error: string;
  readonly error_description: string;
}
