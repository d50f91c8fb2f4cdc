/** The contract of access: what the api asks of each request. All that is asked for each one is answered from memory. */

import type { Credentials } from './credentials.ts';
import type { KeyFacts, NewKey } from './key.ts';
import type { Links } from './links.ts';
import type { TrainerLooks } from './looks.ts';
import type { Principal } from './principal.ts';
import type { Pairings } from './sign-ins/pairings.ts';
import type { SetUpCodes } from './sign-ins/set-up-codes.ts';
import type { SignIns } from './sign-ins/sign-ins.ts';

export interface Access {
  /** The owner of a key (`tk_…`), looked up by its SHA-256; null for one that is unknown or revoked. */
  find(secret: string): Principal | null;
  /** The key of an id, while it is not revoked: what access tokens are bound to. */
  principalOf(keyId: string): Principal | null;
  /** All keys, newest first, of one gym where it is named; revoked ones too. */
  keys(gymId?: string): readonly KeyFacts[];
  /** The secret is told once, here. Rejects with `gym_unknown`, `unknown_trainer`. */
  createKey(wanted: NewKey): Promise<{ readonly secret: string; readonly key: KeyFacts }>;
  /** Effective at once. `id` may be the id or the prefix. Rejects with `key_unknown`. */
  revokeKey(id: string, by: string): Promise<KeyFacts>;
  /** Calls `listener` with the id of each key that is revoked from now on, at once. It must not throw. */
  onRevoked(listener: (keyId: string) => void): void;
  /**
   * Spends one lookup of a key; true where it has no limit. The same lookup is never spent twice, also not after a crash.
   * A promise for a key with a limit, until it is stored.
   */
  spend(keyId: string): boolean | Promise<boolean>;
  /** Gives a spent lookup back: the answer was none that is charged. */
  giveBack(keyId: string): void;
  /** Null is without limit. */
  lookupsLeft(keyId: string): number | null;
  /** What all of these stand on. Where several processes have one store, what they change is taken over here. */
  readonly credentials: Credentials;
  /** Who looked at the figures of trainers. */
  readonly looks: TrainerLooks;
  /** Browsers that signed in. */
  readonly signIns: SignIns;
  /** Links for spreadsheets and calendars. */
  readonly links: Links;
  readonly setUpCodes: SetUpCodes;
  /** Screens that wait to be let in. */
  readonly pairings: Pairings;
  /** Stores what was only counted. */
  close(): Promise<void>;
}
