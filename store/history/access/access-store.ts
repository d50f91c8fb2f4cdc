/** What the history keeps of access: the contract of `History.access`. Keys by their hash, never the keys themselves. */

/** A key as it is stored. */
export interface StoredKey {
  readonly id: string;
  /** SHA-256 of the whole key, 64 lower-case hexadecimal digits. Unique. */
  readonly hash: string;
  /** First 8 characters of the key. */
  readonly prefix: string;
  readonly gymId: string;
  readonly role: string;
  readonly trainerId: string | null;
  readonly label: string | null;
  /** Null is without limit. */
  readonly lookupLimit: number | null;
  /** Spent, or leased by the owner of the folder to be spent from memory. Never above the limit. */
  readonly lookupsTaken: number;
  readonly createdUtcMs: number;
  readonly revokedUtcMs: number | null;
}

export type AuditKind =
  | 'key_created'
  | 'key_revoked'
  | 'correction_made'
  | 'correction_withdrawn'
  | 'import_undone'
  | 'trainer_joined'
  | 'trainer_separated';

/** One line of the audit log. It stays when the class that it speaks of goes. */
export interface AuditRecord {
  readonly atUtcMs: number;
  /** `command line`, `get-key`, `first start`, or the id of a key. */
  readonly by: string;
  readonly kind: AuditKind;
  readonly gymId: string;
  /** Id of the key or of the class. */
  readonly subject: string;
}

/** Whatever is changed here rejects with `data_unusable` when the disk fails. */
export interface AccessStore {
  /** All keys, oldest first; revoked ones too. */
  keys(): Promise<StoredKey[]>;
  /** With its line in the audit log. */
  addKey(key: StoredKey, by: string): Promise<void>;
  /** With its line in the audit log. A key that is revoked already stays as it is. */
  revokeKey(id: string, by: string, atUtcMs: number): Promise<void>;
  /**
   * Takes up to `count` lookups of a key that has a limit; on the disk before it resolves.
   *
   * @returns `lookupsTaken` as it is now; how much it rose is what may be spent.
   */
  leaseLookups(id: string, count: number): Promise<number>;
  /** Adds to `lookupsTaken` of each key, all or nothing: below zero gives back what was leased and not spent. */
  settleLookups(changes: readonly { readonly id: string; readonly by: number }[]): Promise<void>;
  /** The newest first. */
  audit(options: { readonly gymId?: string; readonly limit: number }): Promise<AuditRecord[]>;
}
