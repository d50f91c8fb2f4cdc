/** What the history keeps of browsers that signed in: the contract of `History.signIns`. A secret only by its hash. */

/** How a browser signed in: with a key, with the set-up code of the terminal, or as a screen that an owner paired. */
export type SignInWay = 'key' | 'code' | 'screen';

/** A browser that signed in with a key. */
export interface StoredSignIn {
  /** `si_` and 16 letters and digits; not secret. */
  readonly id: string;
  /** SHA-256 of what the browser shows, 64 lower-case hexadecimal digits. Unique. */
  readonly hash: string;
  readonly keyId: string;
  readonly way: SignInWay;
  /** What it calls itself, for lists: `Firefox on Android`. */
  readonly device: string;
  /** Whether it signed in over plain http. */
  readonly isPlain: boolean;
  readonly createdUtcMs: number;
  /** When it last asked for something, to some minutes. */
  readonly seenUtcMs: number;
}

/** Whatever is changed here rejects with `data_unusable` when the disk fails. */
export interface SignInStore {
  /** Oldest first. */
  all(): Promise<StoredSignIn[]>;
  /** Where several processes have one store: one of them may have begun it, and the others do not know of it. Null for none. */
  find?(hash: string): Promise<StoredSignIn | null>;
  /** With its line in the audit log, made by its key. */
  add(signIn: StoredSignIn): Promise<void>;
  /** Ids that are not there are passed over. Each that was there gets its line in the audit log. */
  end(ids: readonly string[], by: string, atUtcMs: number): Promise<void>;
  seen(signIns: readonly Pick<StoredSignIn, 'id' | 'seenUtcMs'>[]): Promise<void>;
  /** One line in the audit log for tries that were refused: of no gym, since nobody knows whose they were. */
  noteRefused(tries: number, atUtcMs: number): Promise<void>;
}
