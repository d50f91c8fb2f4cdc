/**
 * The authorization server: clients that register, codes, and families of tokens, which are what one agreement has given
 * one client. A family has one access token and one refresh token at a time, which a refresh replaces; a change is stored
 * before anybody is told.
 *
 *     code ──▶ ta₁ tr₁ ──refresh(tr₁)──▶ ta₂ tr₂ ──refresh(tr₂)──▶ …
 *                              tr₁ again: the whole family ends
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { type GuardedNetwork, INTERNET } from '../../guarded-fetch.ts';
import type { Credential } from '../../history/access.ts';
import type { Access } from '../access.ts';
import { rowOf } from '../credentials.ts';
import { hashOf, randomLetters } from '../key.ts';
import { createWindowLimiter } from '../limits.ts';
import type { Principal } from '../sign-ins.ts';
import {
  createClientDocuments,
  isDocumentAddress,
  type OAuthClient,
  readClientMetadata,
} from './clients.ts';
import {
  type AuthorizationRequest,
  fault,
  isFault,
  type OAuthFault,
  type ResourceName,
} from './requests.ts';

/** What the token endpoint gives. */
export interface IssuedTokens {
  /** `ta_` and 32 letters and digits. */
  readonly accessToken: string;
  /** `tr_` and 48 letters and digits; good for one use. */
  readonly refreshToken: string;
  /** Of the access token, seconds. */
  readonly expiresInS: number;
}

interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  /** As of the authorization request; null where the request names none, which OAuth 2.1 allows. */
  readonly redirectUri: string | null;
  readonly codeVerifier: string;
  /** Null where the request names none: then it is that of the code. */
  readonly resource: ResourceName | null;
}

type RefreshExchange = Pick<CodeExchange, 'clientId' | 'resource'> & {
  readonly refreshToken: string;
};

interface OAuthParts {
  readonly access: Pick<Access, 'credentials' | 'principalOf'>;
  readonly clock: Clock;
  readonly log: Log;
  /** How documents of clients are fetched; the internet without it. Only tests give one. */
  readonly network?: GuardedNetwork;
}

interface CodeData {
  /** Id of the family that the code begins. */
  readonly family: string;
  readonly asked: AuthorizationRequest;
  readonly untilUtcMs: number;
}

/** What was allowed: in the rows of both tokens of a family. */
interface TokenData {
  readonly family: string;
  readonly clientId: string;
  readonly resource: ResourceName;
  /** Of a refresh token: when the family began. */
  readonly createdUtcMs?: number;
  /** Of an access token, whose row stays as long as its family may. */
  readonly untilUtcMs?: number;
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
/** Of an access token, s, and of a refresh token that is not used, ms. Chosen here: one class, and a month's absence. */
const ACCESS_S = 3_600;
const REFRESH_MS = 30 * 86_400_000;
/** Families of one key, and of all free keys together: the oldest end first. Chosen here: some 500 bytes each. */
const MAX_OF_KEY = 20;
const MAX_FREE = 5_000;
/** What an address may do in a minute, or a day. Chosen here: more than a room full of people behind it does, and less than a flood. */
const limitsOf = (clock: Clock) => {
  const perMinute = (limit: number) => ({ limit, windowS: 60 });
  return {
    registrations: createWindowLimiter([perMinute(10), { limit: 100, windowS: 86_400 }], clock),
    /** Authorization requests shown; one may cause a fetch. */
    authorizations: createWindowLimiter([perMinute(60)], clock),
    /** Consents answered, each with a key that could be a guess. */
    consents: createWindowLimiter([perMinute(20)], clock),
    /** Tokens asked for; each costs a write to the disk. */
    tokens: createWindowLimiter([perMinute(120)], clock),
  };
};

export type OAuth = ReturnType<typeof createOAuth>;

/** It knows no HTTP. */
export function createOAuth({ access, clock, log, network = INTERNET }: OAuthParts) {
  const { credentials, principalOf } = access;
  const documents = createClientDocuments(network, clock);
  /** Under way, by the hash of the refresh token. */
  const renewals = new Map<string, Promise<IssuedTokens | null>>();

  /** By their refresh tokens; of keys that are not revoked. */
  const families = (): Credential<TokenData>[] =>
    credentials.of<TokenData>('refresh').filter(({ key }) => principalOf(key) !== null);
  /**
   * Where several processes have one store: takes over what they have begun under a token. Null where there is nothing to
   * wait for. Rejects where the store cannot be read.
   */
  const learn = (token: string): Promise<void> | null => {
    if (ACCESS_TOKEN.test(token)) return credentials.learn(hashOf(token));
    const family = credentials.isShared ? familyOf(token) : null;
    return family === null ? null : credentials.reread({ family });
  };
  /** A client by its id: registered here, or the https address of its metadata document, which is fetched (5 s at most). */
  const clientOf = async (id: string): Promise<OAuthClient | OAuthFault> => {
    if (isDocumentAddress(id)) return documents(id);
    const known = credentials.find<OAuthClient>('client', id);
    if (known === null && credentials.isShared) await credentials.reread({ hash: id });
    return credentials.find<OAuthClient>('client', id)?.data ?? UNKNOWN_CLIENT;
  };
  const isKnown = async (id: string): Promise<boolean> =>
    isDocumentAddress(id) || !isFault(await clientOf(id));
  /** What an exchange says that the code does not; the code is used up all the same. */
  const wrongWith = ({ key, data }: Credential<CodeData>, sent: CodeExchange) => {
    if (!isAgreed(data, sent, clock.nowUtcMs())) return BAD_CODE;
    if ((sent.resource ?? data.asked.resource) !== data.asked.resource) return WRONG_RESOURCE;
    return principalOf(key) === null ? KEY_GONE : null;
  };
  /** Ends whom one more family of this key crowds out. */
  const makeRoom = async (keyId: string): Promise<void> => {
    const isFree = (id: string) => principalOf(id)?.key.role === 'free';
    const bornUtcMs = ({ data }: Credential<TokenData>) => data.createdUtcMs ?? 0;
    const byAge = families().toSorted((one, other) => bornUtcMs(one) - bornUtcMs(other));
    const ofKey = byAge.filter(({ key }) => key === keyId);
    const free = isFree(keyId) ? byAge.filter(({ key }) => isFree(key)) : [];
    const over = [...crowdedOut(ofKey, MAX_OF_KEY), ...crowdedOut(free, MAX_FREE)];
    for (const { data } of over) await credentials.revoke({ family: data.family });
  };
  const renew = ({ hash, key, data }: Credential<TokenData>): Promise<IssuedTokens | null> => {
    const { tokens, rows: next } = newPair(key, data, clock.nowUtcMs());
    const renewing = credentials
      .use([{ hash, by: 1, next }])
      // Null where another process was first.
      .then(([used]) => (used?.used === 1 ? tokens : null))
      .finally(() => renewals.delete(hash));
    renewals.set(hash, renewing);
    return renewing;
  };

  return {
    /** How often one address, by `addressGroup`, may make it remember, fetch or check something. */
    limits: limitsOf(clock),
    learn,
    client: clientOf,
    /**
     * Who is behind an access token (`ta_…`) at a resource, from memory; null for one that is malformed, unknown, expired
     * or revoked, whose key is revoked, or that was issued for another resource. A token for the whole service is good at
     * `mcp` too.
     */
    findToken: (secret: string, resource: ResourceName): Principal | null => {
      if (!ACCESS_TOKEN.test(secret)) return null;
      const row = credentials.find<TokenData>('access', hashOf(secret));
      if (row === null || (row.data.untilUtcMs ?? 0) <= clock.nowUtcMs()) return null;
      const isFor = row.data.resource === 'service' || row.data.resource === resource;
      return isFor ? principalOf(row.key) : null;
    },
    /** Dynamic registration (RFC 7591) of what was sent, of any shape. Where there are too many, the oldest that holds no tokens goes. */
    register: async (metadata: unknown): Promise<OAuthClient | OAuthFault> => {
      const facts = readClientMetadata(metadata);
      if (isFault(facts)) return facts;
      const clients = credentials.of('client');
      if (clients.length >= MAX_CLIENTS) {
        const inUse = new Set(families().map(({ data }) => data.clientId));
        const unused = clients.find(({ hash }) => !inUse.has(hash));
        if (unused === undefined) return FULL;
        await credentials.revoke({ rows: [{ hash: unused.hash }] });
      }
      const id = `client_${randomLetters(CLIENT_ID_LENGTH)}`;
      const data: OAuthClient = { id, ...facts };
      // The id is no secret.
      await credentials.issue([
        { hash: id, kind: 'client', key: '', expires: null, used: 0, data },
      ]);
      return data;
    },
    /** A code for what a person has agreed to, good for 60 s and one use. */
    grantCode: async (asked: AuthorizationRequest, key: string): Promise<string> => {
      const [code, nowUtcMs] = [`tc_${randomLetters(SECRET_LENGTH)}`, clock.nowUtcMs()];
      const data = { family: randomLetters(ID_LENGTH), asked, untilUtcMs: nowUtcMs + CODE_MS };
      const row = rowOf('code', code, { key, expires: nowUtcMs + REMEMBERED_MS, data });
      await credentials.issue([row], [], MAX_CODES);
      return code;
    },
    /** Exchanges a code. A second use of one revokes what the first has brought. */
    exchangeCode: async (given: CodeExchange): Promise<IssuedTokens | OAuthFault> => {
      if (!(await isKnown(given.clientId))) return UNKNOWN_CLIENT;
      const hash = hashOf(given.code);
      const row = CODE.test(given.code) ? await credentials.read<CodeData>(hash) : null;
      if (row === null) return BAD_CODE;
      const { key, data } = row;
      const wrong = wrongWith(row, given);
      if (wrong === null) await makeRoom(key);
      const agreed = { ...data.asked, family: data.family };
      const { tokens, rows: next } = newPair(key, agreed, clock.nowUtcMs());
      // Used up, whatever comes of it.
      const [used] = await credentials.use([{ hash, by: 1, ...(wrong === null && { next }) }]);
      if (used?.used === 1) return wrong ?? tokens;
      log.warn('oauth_code_replayed', { family: 'ended' });
      await credentials.revoke({ family: data.family });
      return BAD_CODE;
    },
    /**
     * Rotates: the old pair ends. Requests that arrive with one token while it is renewed get the same new pair. A refresh
     * token of a living family that is not its newest was used before, or is made up: its whole family ends.
     */
    refresh: async (given: RefreshExchange): Promise<IssuedTokens | OAuthFault> => {
      const { refreshToken, clientId, resource } = given;
      if (!(await isKnown(clientId))) return UNKNOWN_CLIENT;
      await learn(refreshToken);
      const row = families().find(({ data }) => data.family === familyOf(refreshToken));
      if (row === undefined || row.data.clientId !== clientId) return BAD_REFRESH;
      const hash = hashOf(refreshToken);
      const isNewest = row.hash === hash;
      if (isNewest && (resource ?? row.data.resource) !== row.data.resource) return WRONG_RESOURCE;
      const tokens = await (renewals.get(hash) ?? (isNewest ? renew(row) : null));
      if (tokens !== null) return tokens;
      await credentials.revoke({ family: row.data.family });
      log.warn('oauth_refresh_reused', { key_id: row.key });
      return BAD_REFRESH;
    },
    /** Ends the family of an access or refresh token of this client; one that is unknown is fine (RFC 7009). */
    revoke: async (token: string, clientId: string): Promise<void> => {
      await learn(token);
      const kind = ACCESS_TOKEN.test(token) ? 'access' : 'refresh';
      const data = credentials.find<TokenData>(kind, hashOf(token))?.data;
      if (data?.clientId === clientId) await credentials.revoke({ family: data.family });
    },
  };
}

function isAgreed({ asked: agreed, untilUtcMs }: CodeData, sent: CodeExchange, nowUtcMs: number) {
  return (
    untilUtcMs > nowUtcMs &&
    sent.clientId === agreed.clientId &&
    (sent.redirectUri === null || sent.redirectUri === agreed.redirectUri) &&
    isVerifier(sent.codeVerifier, agreed.codeChallenge)
  );
}

/** Those over `most`, once there is one more. */
const crowdedOut = <Row>(oldestFirst: readonly Row[], most: number): readonly Row[] =>
  oldestFirst.slice(0, Math.max(0, oldestFirst.length - most + 1));

/** A pair of tokens, and its rows: nobody may be told of it before these are stored. */
function newPair(key: string, data: TokenData, nowUtcMs: number) {
  const { family, clientId, resource, createdUtcMs = nowUtcMs } = data;
  const accessToken = `ta_${randomLetters(SECRET_LENGTH)}`;
  const refreshToken = `tr_${family}${randomLetters(SECRET_LENGTH)}`;
  const tokens: IssuedTokens = { accessToken, refreshToken, expiresInS: ACCESS_S };
  const about = { family, clientId, resource };
  const untilUtcMs = nowUtcMs + ACCESS_S * 1_000;
  const expires = nowUtcMs + REFRESH_MS;
  const rows = [
    rowOf('access', accessToken, { key, expires, data: { ...about, untilUtcMs } }),
    rowOf('refresh', refreshToken, { key, expires, data: { ...about, createdUtcMs } }),
  ];
  return { tokens, rows };
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

/** 5.95 bits a character: 32 of them are 190 bits. */
const SECRET_LENGTH = 32;
/** Of what only has to be found and not to be guessed, though 95 bits cannot be. */
const ID_LENGTH = 16;

const ACCESS_TOKEN = /^ta_[0-9A-Za-z]{32}$/;
/** The family's id, then the secret: so that a used token tells whose it was, and nothing is stored of it. */
const REFRESH_TOKEN = /^tr_([0-9A-Za-z]{16})[0-9A-Za-z]{32}$/;
const CODE = /^tc_[0-9A-Za-z]{32}$/;

/** Id of the family that a refresh token says it is of; null for what is no refresh token. */
const familyOf = (refreshToken: string) => REFRESH_TOKEN.exec(refreshToken)?.[1] ?? null;

/** Whether `verifier` is well-formed and the one whose SHA-256 is `challenge` (RFC 7636 section 4.6). */
export function isVerifier(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return expected.length === made.length && timingSafeEqual(made, expected);
}
