/** A browser that is signed in, and for how long it is. */

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { SignInStore, StoredSignIn } from '../../history/access/sign-in-store.ts';
import type { KeyFacts } from '../key.ts';

/** What may be told of it: not what it shows. */
export type SignIn = Omit<StoredSignIn, 'hash'>;

/** Somebody who came in by one. */
export interface SignedIn {
  readonly key: KeyFacts;
  readonly via: 'sign_in';
  readonly signIn: SignIn;
}

/** What `SignIns` works with. */
export interface SignInParts {
  readonly store: SignInStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Null for a key that is unknown or revoked. */
  readonly keyOf: (keyId: string) => KeyFacts | null;
  readonly revokeKey: (keyId: string, by: string) => Promise<unknown>;
  /** Takes over keys that other processes have made. */
  readonly refreshKeys: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Source of these: docs/access.md#sign-ins-of-browsers. */
const IDLE_MS = 14 * DAY_MS;
const WHOLE_MS = 90 * DAY_MS;
const PLAIN_MS = 8 * HOUR_MS;
/** A screen hangs on the wall for years, and may be switched off over the holidays. */
const SCREEN_IDLE_MS = 90 * DAY_MS;
/**
 * How lately an owner must have shown the key at a browser: before pages about who gets in, and before what would let somebody
 * in for good who finds the browser open. The second is chosen here: a set-up takes less.
 */
const FRESH_MS = { lately: 12 * HOUR_MS, just: 30 * 60_000 } as const;

export type Recency = keyof typeof FRESH_MS;

/** When it ends by itself, if nothing is asked any more. */
export function endsUtcMs(
  { isPlain, createdUtcMs, seenUtcMs }: SignIn,
  { role }: Pick<KeyFacts, 'role'>,
): number {
  if (role === 'screen') return seenUtcMs + SCREEN_IDLE_MS;
  if (isPlain) return createdUtcMs + PLAIN_MS;
  return Math.min(seenUtcMs + IDLE_MS, createdUtcMs + WHOLE_MS);
}

/** Whether the key was shown so lately. */
export function isFresh(
  { createdUtcMs }: Pick<SignIn, 'createdUtcMs'>,
  nowUtcMs: number,
  recency: Recency = 'lately',
): boolean {
  return nowUtcMs - createdUtcMs < FRESH_MS[recency];
}
