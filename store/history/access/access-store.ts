/** What the history keeps of access: the contract of `History.access`. Keys by their hash, never the keys themselves. */

import type { KeyScope } from '../../access/key.ts';

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
  /** Of a key of several gyms, at a head office alone. */
  readonly scope?: KeyScope;
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
  | 'signed_in'
  | 'sign_in_ended'
  | 'sign_in_refused'
  | 'correction_made'
  | 'correction_withdrawn'
  | 'true_count_noted'
  | 'true_count_withdrawn'
  | 'import_made'
  | 'import_undone'
  | 'trainer_joined'
  | 'trainer_separated'
  | 'trainer_seen'
  | 'config_changed'
  | 'cameras_searched'
  | 'model_installed';

/** One line of the audit log. It stays when the class that it speaks of goes. */
export interface AuditRecord {
  readonly atUtcMs: number;
  /** `command line`, `get-key`, `set-up code`, `a browser`, or the id of a key; of `trainer_seen` in a browser that of its sign-in. */
  readonly by: string;
  readonly kind: AuditKind;
  /** Empty for what is of no gym. */
  readonly gymId: string;
  /**
   * Id of the key, the sign-in, the class or the trainer, `*` for all trainers; of refused tries how many; of the
   * configuration what was changed.
   */
  readonly subject: string;
}

/** Someone looked at the figures of a trainer. */
export interface TrainerLook {
  readonly by: string;
  readonly gymId: string;
  readonly trainerId: string;
  readonly atUtcMs: number;
  /** There is at most one line of the same from here on. */
  readonly sinceUtcMs: number;
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
   * @returns `lookupsTaken` as it is now, and what may be spent; left out where no one else leases: how much it rose.
   */
  leaseLookups(
    id: string,
    count: number,
  ): Promise<{ readonly taken: number; readonly leased?: number }>;
  /** Adds to `lookupsTaken` of each key, all or nothing: below zero gives back what was leased and not spent. */
  settleLookups(changes: readonly { readonly id: string; readonly by: number }[]): Promise<void>;
  /** A line in the audit log, where there is none of the same since then. */
  noteLook(look: TrainerLook): Promise<void>;
  /** Adds a line to the audit log, for what is changed elsewhere. */
  note(line: AuditRecord): Promise<void>;
  /** The newest first. */
  audit(options: { readonly gymId?: string; readonly limit: number }): Promise<AuditRecord[]>;
}
