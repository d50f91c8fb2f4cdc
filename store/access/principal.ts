import type { KeyFacts } from './key.ts';
import type { SignIn } from './sign-ins/sign-in.ts';

/** Who asks. */
export interface Principal {
  readonly key: KeyFacts;
  /** How the key was shown: itself, an access token bound to it, or a browser that signed in with it. */
  readonly via: 'key' | 'token' | 'sign_in';
  /** The browser; there for `sign_in` alone. */
  readonly signIn?: SignIn;
}
