/** What the history keeps of OAuth: the contract of `History.grants`. Tokens by their hash, never the tokens themselves. */

/** One family of tokens: what a person allowed one client, for one key. Each refresh replaces its pair of hashes. */
export interface StoredGrant {
  /** 16 letters and digits. */
  readonly id: string;
  readonly keyId: string;
  readonly clientId: string;
  /** `service` or `mcp`. */
  readonly resource: string;
  readonly createdUtcMs: number;
  /** SHA-256, 64 lower-case hexadecimal digits. Unique. */
  readonly accessHash: string;
  readonly accessUntilUtcMs: number;
  /** SHA-256, 64 lower-case hexadecimal digits. */
  readonly refreshHash: string;
  /** The family ends then. */
  readonly refreshUntilUtcMs: number;
}

/** A client that registered itself. */
export interface StoredClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdUtcMs: number;
}

/** What a person has agreed to, until a program exchanges its code. */
export interface StoredCode {
  /** SHA-256 of the code. */
  readonly hash: string;
  readonly asked: object;
  readonly keyId: string;
  /** Id of the family that it begins. */
  readonly family: string;
  readonly madeUtcMs: number;
}

/** What several processes with one store ask each time, since another of them may have changed it. */
export interface SharedGrants {
  /** By its id, or by its access token's hash; null for none. */
  grant(by: { readonly id: string } | { readonly accessHash: string }): Promise<StoredGrant | null>;
  /** Replaces the pair of a family that still has this refresh token. @returns whether it had. */
  rotate(grant: StoredGrant, refreshHash: string): Promise<boolean>;
  client(id: string): Promise<StoredClient | null>;
  /** Forgets codes, and used ones, that were made before `forgetUtcMs`. */
  addCode(code: StoredCode, forgetUtcMs: number): Promise<void>;
  /** Uses a code up: one of all processes gets it. `used` where one had it before; null where there is none. */
  takeCode(
    hash: string,
    nowUtcMs: number,
  ): Promise<{ readonly code: StoredCode } | { readonly used: string } | null>;
}

/** Whatever is changed here rejects with `data_unusable` when the disk fails. */
export interface GrantStore {
  /** All families, oldest first; those that ended too, until they are removed. */
  grants(): Promise<StoredGrant[]>;
  /** Adds a family, or replaces the one of its id. */
  putGrant(grant: StoredGrant): Promise<void>;
  /** Ids that are not there are passed over. */
  removeGrants(ids: readonly string[]): Promise<void>;
  /** Only where several processes have one store. */
  readonly shared?: SharedGrants;
  /** All clients, oldest first. */
  clients(): Promise<StoredClient[]>;
  addClient(client: StoredClient): Promise<void>;
  /** Ids that are not there are passed over. */
  removeClients(ids: readonly string[]): Promise<void>;
}
