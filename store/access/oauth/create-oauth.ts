/** The authorization server: clients that register, codes, and what they are exchanged for. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { type GuardedNetwork, INTERNET } from '../../guarded-fetch.ts';
import type { Credential } from '../../history/access/access-store.ts';
import type { Access } from '../access.ts';
import { hashOf, randomLetters } from '../secret.ts';
import type { AskedAuthorization } from './authorization-request.ts';
import { type OAuthClient, readClientMetadata } from './clients/client.ts';
import { ClientDocuments, isDocumentAddress } from './clients/documents.ts';
import { Families } from './families.ts';
import { fault, isFault, type OAuthFault } from './fault.ts';
import type { CodeExchange, IssuedTokens, OAuth } from './oauth.ts';
import { createOAuthLimits } from './oauth-limits.ts';
import { ID_LENGTH, isCode, isVerifier, newCode } from './token.ts';

export interface OAuthParts {
  readonly access: Pick<Access, 'credentials' | 'principalOf'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How documents of clients are fetched; the internet without it. Only tests give one. */
  readonly network?: GuardedNetwork;
}

interface CodeData {
  /** Id of the family that the code begins. */
  readonly family: string;
  readonly asked: AskedAuthorization;
  readonly untilUtcMs: number;
}

/** Of a code, ms. RFC 6749 section 4.1.2 allows ten minutes; a redirect takes a second. */
const CODE_MS = 60_000;
/** How long a used code is recognised, ms: chosen here, as long as RFC 6749 would let one live. */
const REMEMBERED_MS = 10 * 60_000;
/** Codes that are remembered, used or not; the oldest goes first. Chosen here: no room for anyone who clicks on and on. */
const MAX_CODES = 5_000;
/** Clients that registered themselves (RFC 7591). Chosen here: anybody may, some 1 KB each. */
const MAX_CLIENTS = 2_000;
const CLIENT_ID_LENGTH = 24;

export function createOAuth({ access, clock, log, network = INTERNET }: OAuthParts): OAuth {
  const { credentials } = access;
  const families = new Families(access, clock);
  const documents = new ClientDocuments(network, clock);

  const registered = async (id: string): Promise<OAuthClient | null> => {
    const known = credentials.find<OAuthClient>('client', id);
    if (known !== null || !credentials.isShared) return known?.data ?? null;
    await credentials.reread({ hash: id });
    return credentials.find<OAuthClient>('client', id)?.data ?? null;
  };
  const isKnown = async (id: string) => isDocumentAddress(id) || (await registered(id)) !== null;

  const wrongWith = ({ key, data }: Credential<CodeData>, asked: CodeExchange) => {
    if (data.untilUtcMs <= clock.nowUtcMs()) return BAD_CODE;
    return mismatchOf(asked, data.asked) ?? (access.principalOf(key) === null ? KEY_GONE : null);
  };
  const exchangeCode = async (asked: CodeExchange): Promise<IssuedTokens | OAuthFault> => {
    if (!(await isKnown(asked.clientId))) return UNKNOWN_CLIENT;
    const hash = hashOf(asked.code);
    const row = isCode(asked.code) ? await credentials.read<CodeData>(hash) : null;
    if (row === null) return BAD_CODE;
    const { key } = row;
    const { family, asked: agreed } = row.data;
    const { clientId, resource } = agreed;
    const wrong = wrongWith(row, asked);
    if (wrong === null) await families.makeRoom(key);
    const { tokens, rows: next } = families.pair(key, { family, clientId, resource });
    // Used up, whatever comes of it.
    const [used] = await credentials.use([{ hash, by: 1, ...(wrong === null && { next }) }]);
    if (used?.used === 1) return wrong ?? tokens;
    log.warn('oauth_code_replayed', { family: 'ended' });
    await families.end(family);
    return BAD_CODE;
  };

  /** Where there are too many, the oldest that holds no tokens goes. */
  const register = async (metadata: unknown): Promise<OAuthClient | OAuthFault> => {
    const facts = readClientMetadata(metadata);
    if (isFault(facts)) return facts;
    const clients = credentials.of('client');
    if (clients.length >= MAX_CLIENTS) {
      const inUse = families.clientIds();
      const unused = clients.find(({ hash }) => !inUse.has(hash));
      if (unused === undefined) return FULL;
      await credentials.revoke({ rows: [{ hash: unused.hash }] });
    }
    const id = `client_${randomLetters(CLIENT_ID_LENGTH)}`;
    const data: OAuthClient = { id, ...facts };
    // The id is no secret.
    const row = { hash: id, kind: 'client', key: '', expires: null, used: 0, data } as const;
    await credentials.issue([row]);
    return data;
  };

  return {
    limits: createOAuthLimits(clock),
    findToken: (secret, resource) => families.find(secret, resource),
    client: async (id) => {
      if (isDocumentAddress(id)) return documents.client(id);
      return (await registered(id)) ?? UNKNOWN_CLIENT;
    },
    register,
    grantCode: async (asked, key) => {
      const [code, nowUtcMs] = [newCode(), clock.nowUtcMs()];
      const family = randomLetters(ID_LENGTH);
      const data: CodeData = { family, asked, untilUtcMs: nowUtcMs + CODE_MS };
      const expires = nowUtcMs + REMEMBERED_MS;
      const row = { hash: hashOf(code), kind: 'code', key, expires, used: 0, data } as const;
      await credentials.issue([row], [], MAX_CODES);
      return code;
    },
    learn: (token) => families.learn(token),
    exchangeCode,
    refresh: async (asked) => {
      if (!(await isKnown(asked.clientId))) return UNKNOWN_CLIENT;
      const refreshed = await families.refresh(asked);
      if (refreshed.kind === 'rotated') return refreshed.tokens;
      if (refreshed.kind === 'wrong resource') return WRONG_RESOURCE;
      if (refreshed.kind === 'reused')
        log.warn('oauth_refresh_reused', { key_id: refreshed.keyId });
      return BAD_REFRESH;
    },
    revoke: (token, clientId) => families.revoke(token, clientId),
  };
}

/** What an exchange says that the code does not; the code is used up all the same. */
function mismatchOf(asked: CodeExchange, agreed: AskedAuthorization): OAuthFault | null {
  const isRedirect = asked.redirectUri === null || asked.redirectUri === agreed.redirectUri;
  if (asked.clientId !== agreed.clientId || !isRedirect) return BAD_CODE;
  if (!isVerifier(asked.codeVerifier, agreed.codeChallenge)) return BAD_CODE;
  const isResource = asked.resource === null || asked.resource === agreed.resource;
  return isResource ? null : WRONG_RESOURCE;
}

const FULL = fault('temporarily_unavailable', 'No more clients can be registered at present.');
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
