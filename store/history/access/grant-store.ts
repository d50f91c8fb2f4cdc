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

/** Whatever is changed here rejects with `data_unusable` when the disk fails. */
export interface GrantStore {
  /** All families, oldest first; those that ended too, until they are removed. */
  grants(): Promise<StoredGrant[]>;
  /** Adds a family, or replaces the one of its id. */
  putGrant(grant: StoredGrant): Promise<void>;
  /** Ids that are not there are passed over. */
  removeGrants(ids: readonly string[]): Promise<void>;
  /** All clients, oldest first. */
  clients(): Promise<StoredClient[]>;
  addClient(client: StoredClient): Promise<void>;
  /** Ids that are not there are passed over. */
  removeClients(ids: readonly string[]): Promise<void>;
}
