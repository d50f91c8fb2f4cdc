/**
 * Families of tokens: what one agreement has given one client. A family has one access token and one refresh token at a
 * time, which a refresh replaces; a change is stored before anybody is told.
 *
 *     code ──▶ ta₁ tr₁ ──refresh(tr₁)──▶ ta₂ tr₂ ──refresh(tr₂)──▶ …
 *                              tr₁ again: the whole family ends
 */

import type { Clock } from '../../../runtime/clock.ts';
import type { Credential } from '../../history/access/access-store.ts';
import type { Access, Principal } from '../access.ts';
import { hashOf } from '../secret.ts';
import type { IssuedTokens, RefreshExchange } from './oauth.ts';
import type { ResourceName } from './resource.ts';
import { familyOf, isAccessToken, newAccessToken, newRefreshToken } from './token.ts';

/** Of an access token, s, and of a refresh token that is not used, ms. Chosen here: one class, and a month's absence. */
const ACCESS_S = 3_600;
const REFRESH_MS = 30 * 86_400_000;
/** Families of one key, and of all free keys together: the oldest end first. Chosen here: some 500 bytes each. */
const MAX_OF_KEY = 20;
const MAX_FREE = 5_000;

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

type Family = Credential<TokenData>;

/** What a refresh token was found to be. */
export type Refreshed =
  | { readonly kind: 'rotated'; readonly tokens: IssuedTokens }
  | { readonly kind: 'reused'; readonly keyId: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wrong resource' };

export class Families {
  readonly #access: Pick<Access, 'credentials' | 'principalOf'>;
  readonly #clock: Clock;

  constructor(access: Pick<Access, 'credentials' | 'principalOf'>, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** See {@link OAuth.findToken}. */
  find(accessToken: string, resource: ResourceName): Principal | null {
    if (!isAccessToken(accessToken)) return null;
    const row = this.#access.credentials.find<TokenData>('access', hashOf(accessToken));
    if (row === null || (row.data.untilUtcMs ?? 0) <= this.#clock.nowUtcMs()) return null;
    const isFor = row.data.resource === 'service' || row.data.resource === resource;
    return isFor ? this.#access.principalOf(row.key) : null;
  }

  /** See {@link OAuth.learn}. */
  learn(token: string): Promise<void> | null {
    const { credentials } = this.#access;
    if (isAccessToken(token)) return credentials.learn(hashOf(token));
    const family = credentials.isShared ? familyOf(token) : null;
    return family === null ? null : credentials.reread({ family });
  }

  /** Ids of the clients that have one. */
  clientIds(): ReadonlySet<string> {
    return new Set(this.#all().map(({ data }) => data.clientId));
  }

  /** A pair of tokens, and its rows: nobody may be told of it before these are stored. */
  pair(
    key: string,
    { family, clientId, resource, createdUtcMs }: Omit<TokenData, 'untilUtcMs'>,
  ): { readonly tokens: IssuedTokens; readonly rows: readonly Credential[] } {
    const nowUtcMs = this.#clock.nowUtcMs();
    const accessToken = newAccessToken();
    const refreshToken = newRefreshToken(family);
    const about = { family, clientId, resource };
    const common = { key, expires: nowUtcMs + REFRESH_MS, used: 0 };
    const untilUtcMs = nowUtcMs + ACCESS_S * 1_000;
    const born = { createdUtcMs: createdUtcMs ?? nowUtcMs };
    return {
      tokens: { accessToken, refreshToken, expiresInS: ACCESS_S },
      rows: [
        { ...common, kind: 'access', hash: hashOf(accessToken), data: { ...about, untilUtcMs } },
        { ...common, kind: 'refresh', hash: hashOf(refreshToken), data: { ...about, ...born } },
      ],
    };
  }

  /** Ends whom one more family of this key crowds out. */
  async makeRoom(keyId: string): Promise<void> {
    const isFree = (id: string) => this.#access.principalOf(id)?.key.role === 'free';
    const all = this.#all();
    const ofKey = all.filter(({ key }) => key === keyId);
    const free = isFree(keyId) ? all.filter(({ key }) => isFree(key)) : [];
    for (const { data } of [...oldestOver(ofKey, MAX_OF_KEY), ...oldestOver(free, MAX_FREE)]) {
      await this.end(data.family);
    }
  }

  /** A pair for a pair. A refresh token of a living family that is not its newest was used before, or is made up. */
  async refresh({ refreshToken, clientId, resource }: RefreshExchange): Promise<Refreshed> {
    await this.learn(refreshToken);
    const family = familyOf(refreshToken);
    const row = this.#all().find(({ data }) => data.family === family);
    if (row === undefined || row.data.clientId !== clientId) return { kind: 'refused' };
    const hash = hashOf(refreshToken);
    if (row.hash === hash) {
      if (resource !== null && resource !== row.data.resource) return { kind: 'wrong resource' };
      const { tokens, rows: next } = this.pair(row.key, row.data);
      const [used] = await this.#access.credentials.use([{ hash, by: 1, next }]);
      // Of two that show one token at once, one renews: the token was used twice.
      if (used?.used === 1) return { kind: 'rotated', tokens };
    }
    await this.end(row.data.family);
    return { kind: 'reused', keyId: row.key };
  }

  /** Ends the family of a token that is its newest, of this client. */
  async revoke(token: string, clientId: string): Promise<void> {
    await this.learn(token);
    const kind = isAccessToken(token) ? 'access' : 'refresh';
    const data = this.#access.credentials.find<TokenData>(kind, hashOf(token))?.data;
    if (data?.clientId === clientId) await this.end(data.family);
  }

  end(family: string): Promise<void> {
    return this.#access.credentials.revoke({ family });
  }

  /** By their refresh tokens; of keys that are not revoked. */
  #all(): Family[] {
    const { credentials, principalOf } = this.#access;
    return credentials.of<TokenData>('refresh').filter(({ key }) => principalOf(key) !== null);
  }
}

/** The oldest, so that with one more there are `limit`. */
function oldestOver(families: readonly Family[], limit: number): Family[] {
  const bornUtcMs = ({ data }: Family) => data.createdUtcMs ?? 0;
  const byAge = families.toSorted((one, other) => bornUtcMs(one) - bornUtcMs(other));
  return byAge.slice(0, Math.max(0, families.length - limit + 1));
}
