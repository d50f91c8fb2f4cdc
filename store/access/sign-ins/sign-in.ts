/** A browser that is signed in, and for how long it is. */

import type { KeyFacts } from '../key.ts';

/** How a browser signed in: with a key, with the set-up code of the terminal, or as a screen that an owner paired. */
export type SignInWay = 'key' | 'code' | 'screen';

/** What may be told of it: not what it shows. */
export interface SignIn {
  /** `si_` and 16 letters and digits; not secret. */
  readonly id: string;
  readonly keyId: string;
  readonly way: SignInWay;
  /** What it calls itself, for lists: `Firefox on Android`. */
  readonly device: string;
  /** Whether it signed in over plain http. */
  readonly isPlain: boolean;
  readonly createdUtcMs: number;
  /** When it last asked for something; in the table to some minutes. */
  readonly seenUtcMs: number;
}

/** Somebody who came in by one. */
export interface SignedIn {
  readonly key: KeyFacts;
  readonly via: 'sign_in';
  readonly signIn: SignIn;
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
