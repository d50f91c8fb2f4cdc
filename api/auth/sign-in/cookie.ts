/**
 * The cookie of a browser that signed in: 32 letters and digits that say nothing. Over https, and on this computer, its name
 * begins with `__Host-`: browsers take such a one from this very host over an encrypted connection alone. Over plain http
 * in a network they do not take it, so there it has another name and ends earlier.
 */

import { SignIns } from '../../../store/access/sign-ins/sign-ins.ts';
import type { Headers } from '../../http/message.ts';

export interface ShownCookie {
  readonly secret: string;
  /** Whether it came under the name without the prefix. */
  readonly isPlain: boolean;
}

/** Of a browser that signed in, and of a screen that waits to be let in. */
const NAMES = { signIn: 'turnout', screen: 'turnout-screen' } as const;
type CookieName = keyof typeof NAMES;

/** For how long a browser keeps it, s: the server ends it earlier. 400 days are the most that browsers allow. */
const KEPT_S: Readonly<Record<CookieName, number>> = { signIn: 400 * 86_400, screen: 1_800 };

/**
 * The cookie of a request; null for none. Of two of one name another page of the same host may have set one: which is ours
 * nobody can tell, so neither counts.
 */
export function shownCookie(
  headers: ReadonlyMap<string, string>,
  of: CookieName = 'signIn',
): ShownCookie | null {
  const cookie = headers.get('cookie');
  if (cookie === undefined) return null;
  const name = NAMES[of];
  const pairs = cookie.split(/[;,]/).map((pair) => pair.trim());
  for (const [isPlain, prefix] of [
    [false, `__Host-${name}=`],
    [true, `${name}=`],
  ] as const) {
    const values = pairs
      .filter((pair) => pair.startsWith(prefix))
      .map((pair) => pair.slice(prefix.length))
      .filter(SignIns.isSecretForm);
    const [secret, second] = values;
    if (second !== undefined) return null;
    if (secret !== undefined) return { secret, isPlain };
  }
  return null;
}

/** Has the browser keep a secret. */
export function keepCookie(
  { secret, isPlain }: ShownCookie,
  of: CookieName = 'signIn',
): Headers[number] {
  return ['Set-Cookie', written(of, secret, isPlain, KEPT_S[of])];
}

/** Has the browser forget it, under both names. */
export function dropCookies(of: CookieName = 'signIn'): Headers {
  return [false, true].map((isPlain) => ['Set-Cookie', written(of, '', isPlain, 0)] as const);
}

/**
 * `Lax` and not `Strict`: a link in a mail would find the person signed out. It is enough, since everything that changes
 * something must come from a page of our own.
 */
function written(of: CookieName, value: string, isPlain: boolean, keptS: number): string {
  const name = isPlain ? NAMES[of] : `__Host-${NAMES[of]}`;
  const secure = isPlain ? '' : '; Secure';
  return `${name}=${value}; Path=/; Max-Age=${keptS}${secure}; HttpOnly; SameSite=Lax`;
}
