/** Joins the parts of the authorization server. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { type GuardedNetwork, INTERNET } from '../../guarded-get.ts';
import type { GrantStore } from '../../history/access/grant-store.ts';
import type { Access } from '../access.ts';
import { ClientDocuments, isDocumentAddress } from './clients/documents.ts';
import { RegisteredClients } from './clients/registered.ts';
import { type Agreed, CodeBook, isVerifier } from './code-book.ts';
import { Families } from './families.ts';
import { fault, type OAuthFault } from './fault.ts';
import type { CodeExchange, IssuedTokens, OAuth, RefreshExchange } from './oauth.ts';
import { createOAuthLimits } from './oauth-limits.ts';
import { createSharedCodes } from './shared-codes.ts';

export interface OAuthParts {
  readonly store: GrantStore;
  readonly access: Access;
  readonly clock: Clock;
  readonly log: Log;
  /** How documents of clients are fetched; the internet without it. Only tests give one. */
  readonly network?: GuardedNetwork;
}

/** Opens the authorization server over what the history keeps. Rejects with SQLite's error when that cannot be read. */
export async function createOAuth(parts: OAuthParts): Promise<OAuth> {
  const { store, access, clock, log } = parts;
  const families = await Families.open({ store, access, clock });
  const inUse = () => families.clientIds();
  const registered = await RegisteredClients.open({ store, clock, inUse });
  const documents = new ClientDocuments(parts.network ?? INTERNET, clock);
  const codes = store.shared ? createSharedCodes(store.shared, clock) : new CodeBook(clock);

  const isKnown = async (id: string) =>
    isDocumentAddress(id) || (await registered.find(id)) !== undefined;
  const exchangeCode = async (asked: CodeExchange): Promise<IssuedTokens | OAuthFault> => {
    if (!(await isKnown(asked.clientId))) return UNKNOWN_CLIENT;
    const redeemed = await codes.redeem(asked.code);
    if (redeemed.kind === 'used') {
      log.warn('oauth_code_replayed', { family: 'ended' });
      await families.end(redeemed.familyId);
    }
    if (redeemed.kind !== 'fresh') return BAD_CODE;
    const { agreed } = redeemed;
    const wrong = mismatchOf(asked, agreed);
    if (wrong !== null) return wrong;
    const { keyId, familyId } = agreed;
    if (access.principalOf(keyId) === null) return KEY_GONE;
    const { clientId, resource } = agreed.asked;
    return families.begin(familyId, { keyId, clientId, resource });
  };
  const refresh = async (asked: RefreshExchange): Promise<IssuedTokens | OAuthFault> => {
    if (!(await isKnown(asked.clientId))) return UNKNOWN_CLIENT;
    const refreshed = await families.refresh(asked.refreshToken, asked);
    if (refreshed.kind === 'rotated') return refreshed.tokens;
    if (refreshed.kind === 'wrong resource') return WRONG_RESOURCE;
    if (refreshed.kind === 'reused') log.warn('oauth_refresh_reused', { key_id: refreshed.keyId });
    return BAD_REFRESH;
  };
  return {
    limits: createOAuthLimits(clock),
    findToken: (secret, resource) => families.find(secret, resource),
    client: async (id) => {
      if (isDocumentAddress(id)) return documents.client(id);
      return (await registered.find(id)) ?? UNKNOWN_CLIENT;
    },
    register: (metadata) => registered.register(metadata),
    grantCode: async (asked, keyId) => codes.issue(asked, keyId),
    learn: (token) => families.learn(token),
    refreshGrants: (id) => (id === undefined ? families.refreshAll() : families.reread(id)),
    exchangeCode,
    refresh,
    revoke: async (token, clientId) => {
      await families.learn(token);
      const familyId = families.familyIdOf(token, clientId);
      if (familyId !== null) await families.end(familyId);
    },
  };
}

/** What an exchange says that the code does not; the code is used up all the same. */
function mismatchOf(asked: CodeExchange, { asked: agreed }: Agreed): OAuthFault | null {
  const isRedirect = asked.redirectUri === null || asked.redirectUri === agreed.redirectUri;
  if (asked.clientId !== agreed.clientId || !isRedirect) return BAD_CODE;
  if (!isVerifier(asked.codeVerifier, agreed.codeChallenge)) return BAD_CODE;
  const isResource = asked.resource === null || asked.resource === agreed.resource;
  return isResource ? null : WRONG_RESOURCE;
}

const UNKNOWN_CLIENT = fault('invalid_client', 'No client of this client_id is registered.');
const BAD_CODE = fault(
  'invalid_grant',
  'The code is unknown, expired or used, or its client_id, redirect_uri or code_verifier is another.',
);
const BAD_REFRESH = fault(
  'invalid_grant',
  'The refresh token is unknown, expired, used or revoked, or of another client.',
);
const KEY_GONE = fault('invalid_grant', 'The API key behind this was revoked.');
const WRONG_RESOURCE = fault('invalid_target', 'resource is not the one that was agreed to.');
