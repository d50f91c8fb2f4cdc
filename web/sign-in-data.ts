/** What the page of sign-ins shows. */

import type { Said } from './words/sign-in.ts';

/** Who reads a page. */
export type ReaderRole = 'owner' | 'manager' | 'trainer' | 'screen';

/** A browser that is signed in. Times are RFC 3339 with the gym's offset. */
export interface SignInRow {
  readonly id: string;
  readonly role: ReaderRole;
  readonly name: string | null;
  readonly device: string;
  readonly since: string;
  readonly seen: string;
  readonly isHere: boolean;
}

export interface SignInsData {
  readonly page: 'sign_ins';
  readonly rows: readonly SignInRow[];
  /** What came of the form that was sent before. */
  readonly said: Said | null;
  /** What is opened on a screen. */
  readonly screenAddress: string;
  /** Whether that leads to this computer alone. */
  readonly isLocal: boolean;
}
