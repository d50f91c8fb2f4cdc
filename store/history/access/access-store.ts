/**
 * What is stored of access: one table of credentials, and the audit log. The contract of `History.access`, and of the
 * PostgreSQL of a head office.
 */

/** What somebody may show: a key, tokens and codes of a program, a program itself, a browser, a screen, a first owner. A link is an access token. */
export type CredentialKind =
  | 'key'
  | 'access'
  | 'refresh'
  | 'code'
  | 'client'
  | 'cookie'
  | 'pairing'
  | 'set-up';

export interface Credential<Data extends object = object> {
  /** SHA-256 of the secret, 64 lower-case hexadecimal digits. Unique. The secret itself is nowhere. */
  readonly hash: string;
  readonly kind: CredentialKind;
  /** Id of the key that it is bound to, of a key its own; empty for none. */
  readonly key: string;
  /** When it ends by itself, ms UTC; null for never. */
  readonly expires: number | null;
  /** How often it was used: of a key its lookups. */
  readonly used: number;
  /** Must survive JSON. A token and its successors have the same `family`. */
  readonly data: Data;
}

export type AuditKind =
  | 'key_created'
  | 'key_revoked'
  | 'signed_in'
  | 'sign_in_ended'
  | 'sign_in_refused'
  | 'link_made'
  | 'link_withdrawn'
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

/** Which credentials are meant: one, those of a family, or all. */
export interface WhichCredentials {
  readonly hash?: string;
  readonly family?: string;
}

/** One use of a credential. */
export interface CredentialUse {
  readonly hash: string;
  /** What its count rises by; below zero gives back. */
  readonly by: number;
  /** Its count goes no further. */
  readonly most?: number | null;
  /** What it is from now on. */
  readonly becomes?: Pick<Credential, 'expires' | 'data'>;
  /** What its first use puts in the place of its whole family. */
  readonly next?: readonly Credential[];
}

/** What ends. A line of the audit log is written only where it was there. */
export interface Revocation {
  readonly rows?: readonly { readonly hash: string; readonly note?: AuditRecord }[];
  readonly family?: string;
  /** A key stays, as it is now; tokens that are bound to it go. */
  readonly key?: { readonly row: Credential; readonly note: AuditRecord };
}

/** Each is one transaction. Whatever is changed here rejects with `data_unusable` when the disk fails. */
export interface CredentialStore {
  /** Whether other processes change the same table. */
  readonly isShared: boolean;
  /** @param most of the kind of the first of them; the oldest go. */
  issue(rows: readonly Credential[], notes?: readonly AuditRecord[], most?: number): Promise<void>;
  /** Oldest first; those that ended too, until they are swept. */
  find(which?: WhichCredentials): Promise<Credential[]>;
  /** @returns each as its use has left it, with a count that may be above `most` for this once; null where there is none. */
  use(uses: readonly CredentialUse[]): Promise<(Credential | null)[]>;
  revoke(what: Revocation): Promise<void>;
  /** Removes what has ended by itself; not browsers, whose end is noted. */
  sweep(nowUtcMs: number): Promise<void>;
}

export interface AuditLog {
  /** A line where there is none of the same since then. */
  noteLook(look: TrainerLook): Promise<void>;
  note(line: AuditRecord): Promise<void>;
  /** The newest first. */
  audit(options: { readonly gymId?: string; readonly limit: number }): Promise<AuditRecord[]>;
}

export type AccessStore = CredentialStore & AuditLog;
