/** The contract of the authorization server for MCP clients: clients, consents, codes, tokens. It knows no HTTP. */

import type { WindowLimiter } from '../limits/window-limiter.ts';
import type { Principal } from '../principal.ts';
import type { AskedAuthorization } from './authorization-request.ts';
import type { OAuthClient } from './clients/client.ts';
import type { OAuthFault } from './fault.ts';
import type { ResourceName } from './resource.ts';

/** What the token endpoint gives. */
export interface IssuedTokens {
  /** `ta_` and 32 letters and digits. */
  readonly accessToken: string;
  /** `tr_` and 48 letters and digits; good for one use. */
  readonly refreshToken: string;
  /** Of the access token, seconds. */
  readonly expiresInS: number;
}

export interface OAuth {
  /**
   * Who is behind an access token (`ta_…`) at a resource, from memory; null for one that is malformed, unknown, expired
   * or revoked, whose key is revoked, or that was issued for another resource. A token for the whole service is good at
   * `mcp` too.
   */
  findToken(secret: string, resource: ResourceName): Principal | null;
  /**
   * Where several processes have one store: takes over what they have begun under a token. Null where there is nothing to
   * wait for. Rejects where the store cannot be read.
   */
  learn(token: string): Promise<void> | null;
  /** A client by its id: registered here, or the https address of its metadata document, which is fetched (5 s at most). */
  client(clientId: string): Promise<OAuthClient | OAuthFault>;
  /** Dynamic registration (RFC 7591). `metadata` is what was sent, of any shape. */
  register(metadata: unknown): Promise<OAuthClient | OAuthFault>;
  /** A code for what a person has agreed to, good for 60 s and one use. */
  grantCode(asked: AskedAuthorization, keyId: string): Promise<string>;
  /** Exchanges a code. A second use of one revokes what the first has given. */
  exchangeCode(asked: CodeExchange): Promise<IssuedTokens | OAuthFault>;
  /** Rotates: the old pair ends. A refresh token that was used before revokes its whole family. */
  refresh(asked: RefreshExchange): Promise<IssuedTokens | OAuthFault>;
  /** How often one address, by `addressGroup`, may make it remember, fetch or check something. */
  readonly limits: {
    readonly registrations: WindowLimiter;
    /** Authorization requests shown; one may cause a fetch. */
    readonly authorizations: WindowLimiter;
    /** Consents answered, each with a key that could be a guess. */
    readonly consents: WindowLimiter;
    /** Tokens asked for; each costs a write to the disk. */
    readonly tokens: WindowLimiter;
  };
  /** Ends the family of an access or refresh token of this client; one that is unknown is fine (RFC 7009). */
  revoke(token: string, clientId: string): Promise<void>;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  /** As of the authorization request; null where the request names none, which OAuth 2.1 allows. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string;
  /** Null where the request names none: then it is that of the code. */
  readonly resource: ResourceName | null;
}

export interface RefreshExchange {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly resource: ResourceName | null;
}
