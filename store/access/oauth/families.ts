/**
 * Families of tokens: what one agreement has given one client. A family has one access token and one refresh token at a
 * time; all live ones are in memory and on the disk, and a change is on the disk before anybody is told.
 *
 *     code ──▶ ta₁ tr₁ ──refresh(tr₁)──▶ ta₂ tr₂ ──refresh(tr₂)──▶ …
 *                              tr₁ again: the whole family ends
 */

import type { Clock } from '../../../runtime/clock.ts';
import type { GrantStore, StoredGrant } from '../../history/access/grant-store.ts';
import type { Access, Principal } from '../access.ts';
import { Recent } from '../recent.ts';
import { hashOf } from '../secret.ts';
import type { IssuedTokens } from './oauth.ts';
import type { ResourceName } from './resource.ts';
import { familyOf, isAccessToken, newAccessToken, newRefreshToken } from './token.ts';

/** Of an access token, s, and of a refresh token that is not used, ms. Chosen here: one class, and a month's absence. */
const ACCESS_S = 3_600;
const REFRESH_MS = 30 * 86_400_000;
/** Families of one key, and of all free keys together: the oldest end first. Chosen here: some 500 bytes each. */
const MAX_OF_KEY = 20;
const MAX_FREE = 5_000;
/** Chosen here: more than end while the store is read. */
const MAX_LATELY = 1_000;

interface Family extends StoredGrant {
  readonly resource: ResourceName;
}

export interface FamilyParts {
  readonly store: GrantStore;
  readonly access: Access;
  readonly clock: Clock;
}

/** What a refresh token was found to be. */
export type Refreshed =
  | { readonly kind: 'rotated'; readonly tokens: IssuedTokens }
  | { readonly kind: 'reused'; readonly keyId: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'wrong resource' };

export class Families {
  readonly #store: GrantStore;
  readonly #access: Access;
  readonly #clock: Clock;
  readonly #byId = new Map<string, Family>();
  /** Hash of an access token to the id of its family. */
  readonly #byAccess = new Map<string, string>();
  /** Ids of those that ended here lately: none comes again. */
  readonly #gone = new Recent<true>(MAX_LATELY);

  private constructor({ store, access, clock }: FamilyParts) {
    this.#store = store;
    this.#access = access;
    this.#clock = clock;
  }

  static async open(parts: FamilyParts): Promise<Families> {
    const families = new Families(parts);
    for (const grant of await parts.store.grants()) {
      families.#set({ ...grant, resource: grant.resource === 'mcp' ? 'mcp' : 'service' });
    }
    await families.#remove(families.#ended());
    return families;
  }

  /** See {@link OAuth.findToken}. O(1), no I/O. */
  find(accessToken: string, resource: ResourceName): Principal | null {
    if (!isAccessToken(accessToken)) return null;
    const family = this.#byId.get(this.#byAccess.get(hashOf(accessToken)) ?? '');
    if (family === undefined || family.accessUntilUtcMs <= this.#clock.nowUtcMs()) return null;
    if (family.resource !== 'service' && family.resource !== resource) return null;
    return this.#access.principalOf(family.keyId);
  }

  /** See {@link OAuth.learn}. */
  learn(token: string): Promise<void> | null {
    const { shared } = this.#store;
    const id = familyOf(token);
    if (shared === undefined || (id === null && !isAccessToken(token))) return null;
    if (id !== null) return this.reread(id);
    const accessHash = hashOf(token);
    if (this.#byAccess.has(accessHash)) return null;
    return shared.grant({ accessHash }).then((grant) => this.#takeOver(grant));
  }

  /** Takes over the family of an id as it is stored now. Rejects where the store cannot be read. */
  async reread(id: string): Promise<void> {
    const { shared } = this.#store;
    if (shared === undefined) return;
    const grant = await shared.grant({ id });
    if (grant === null) this.#forget(id);
    else this.#takeOver(grant);
  }

  /** Takes over all families as they are stored now. Rejects where the store cannot be read. */
  async refreshAll(): Promise<void> {
    // What begins here from now on is stored too late for this reading.
    const before = [...this.#byId.keys()];
    const grants = await this.#store.grants();
    const ids = new Set(grants.map(({ id }) => id));
    for (const id of before) if (!ids.has(id)) this.#forget(id);
    for (const grant of grants) this.#takeOver(grant);
  }

  #takeOver(grant: StoredGrant | null): void {
    if (grant === null || this.#gone.get(grant.id) === true) return;
    const known = this.#byId.get(grant.id);
    // It was read before it was renewed here.
    if (known !== undefined && known.accessUntilUtcMs > grant.accessUntilUtcMs) return;
    this.#set({ ...grant, resource: grant.resource === 'mcp' ? 'mcp' : 'service' });
  }

  /** Ids of the clients that have one. */
  clientIds(): ReadonlySet<string> {
    return new Set([...this.#byId.values()].map(({ clientId }) => clientId));
  }

  /** Begins a family. It can be ended by its id from the moment of the call. */
  async begin(
    id: string,
    about: Pick<Family, 'keyId' | 'clientId' | 'resource'>,
  ): Promise<IssuedTokens> {
    const surplus = this.#surplus(about.keyId);
    const { family, tokens } = this.#renewed({
      ...about,
      id,
      createdUtcMs: this.#clock.nowUtcMs(),
    });
    this.#set(family);
    await this.#put(family, () => this.#forget(id));
    await this.#remove([...this.#ended(), ...surplus]);
    return tokens;
  }

  /** A pair for a pair. A refresh token of a living family that is not its newest was used before, or is made up. */
  async refresh(
    token: string,
    about: { readonly clientId: string; readonly resource: ResourceName | null },
  ): Promise<Refreshed> {
    await this.learn(token);
    const before = this.#byId.get(familyOf(token) ?? '');
    if (before === undefined || before.clientId !== about.clientId) return { kind: 'refused' };
    if (before.refreshHash !== hashOf(token)) {
      await this.end(before.id);
      return { kind: 'reused', keyId: before.keyId };
    }
    if (!this.#isAlive(before)) {
      await this.end(before.id);
      return { kind: 'refused' };
    }
    if (about.resource !== null && about.resource !== before.resource) {
      return { kind: 'wrong resource' };
    }
    const { family, tokens } = this.#renewed(before);
    const { shared } = this.#store;
    if (shared !== undefined) {
      // Of two processes that are shown one token, one renews: the token was used twice.
      if (!(await shared.rotate(family, before.refreshHash))) {
        await this.end(before.id);
        return { kind: 'reused', keyId: before.keyId };
      }
      this.#set(family);
      return { kind: 'rotated', tokens };
    }
    this.#set(family);
    await this.#put(family, () => this.#set(before));
    return { kind: 'rotated', tokens };
  }

  /** Id of the family of a token that is its newest, of this client; null otherwise. */
  familyIdOf(token: string, clientId: string): string | null {
    const hash = hashOf(token);
    const id = isAccessToken(token) ? this.#byAccess.get(hash) : familyOf(token);
    const family = this.#byId.get(id ?? '');
    if (family === undefined || family.clientId !== clientId) return null;
    return family.accessHash === hash || family.refreshHash === hash ? family.id : null;
  }

  /** At once in memory, then on the disk. */
  async end(id: string): Promise<void> {
    await this.#remove([id]);
  }

  /** The same family with a new pair. */
  #renewed(about: Pick<Family, 'id' | 'keyId' | 'clientId' | 'resource' | 'createdUtcMs'>): {
    readonly family: Family;
    readonly tokens: IssuedTokens;
  } {
    const { id, keyId, clientId, resource, createdUtcMs } = about;
    const nowUtcMs = this.#clock.nowUtcMs();
    const accessToken = newAccessToken();
    const refreshToken = newRefreshToken(id);
    const family = {
      id,
      keyId,
      clientId,
      resource,
      createdUtcMs,
      accessHash: hashOf(accessToken),
      accessUntilUtcMs: nowUtcMs + ACCESS_S * 1_000,
      refreshHash: hashOf(refreshToken),
      refreshUntilUtcMs: nowUtcMs + REFRESH_MS,
    };
    return { family, tokens: { accessToken, refreshToken, expiresInS: ACCESS_S } };
  }

  #isAlive({ refreshUntilUtcMs, keyId }: Family): boolean {
    return refreshUntilUtcMs > this.#clock.nowUtcMs() && this.#access.principalOf(keyId) !== null;
  }

  #ended(): string[] {
    return [...this.#byId.values()].filter((one) => !this.#isAlive(one)).map(({ id }) => id);
  }

  /** Whom one more family of this key crowds out. */
  #surplus(keyId: string): string[] {
    const families = [...this.#byId.values()];
    const isFree = (id: string) => this.#access.principalOf(id)?.key.role === 'free';
    const ofKey = families.filter((one) => one.keyId === keyId);
    const free = isFree(keyId) ? families.filter((one) => isFree(one.keyId)) : [];
    return [...oldestOver(ofKey, MAX_OF_KEY), ...oldestOver(free, MAX_FREE)];
  }

  /** Stores a family that is in memory already; where that fails, what was is again, unless it ended meanwhile. */
  async #put(family: Family, undo: () => void): Promise<void> {
    try {
      await this.#store.putGrant(family);
    } catch (error) {
      if (this.#byId.get(family.id) === family) undo();
      throw error;
    }
    // It ended while it was being stored: the removal may have come first.
    if (!this.#byId.has(family.id)) await this.#store.removeGrants([family.id]);
  }

  #set(family: Family): void {
    this.#forget(family.id);
    this.#byId.set(family.id, family);
    this.#byAccess.set(family.accessHash, family.id);
  }

  #forget(id: string): void {
    const family = this.#byId.get(id);
    if (family === undefined) return;
    this.#byId.delete(id);
    this.#byAccess.delete(family.accessHash);
  }

  async #remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#forget(id);
      this.#gone.set(id, true);
    }
    if (ids.length > 0) await this.#store.removeGrants(ids);
  }
}

/** Ids of the oldest, so that with one more there are `limit`. */
function oldestOver(families: readonly Family[], limit: number): string[] {
  const surplus = Math.max(0, families.length - limit + 1);
  const byAge = families.toSorted((one, other) => one.createdUtcMs - other.createdUtcMs);
  return byAge.slice(0, surplus).map(({ id }) => id);
}
