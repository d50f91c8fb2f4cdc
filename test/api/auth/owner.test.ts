/** Which owners may operate: keys and sign-ins, recent ones for what changes who gets in; never tokens of programs. */

import { expect, it } from 'vitest';
import { ownerFault } from '../../../api/auth/owner.ts';
import type { Principal } from '../../../store/access/access.ts';

const HOUR_MS = 3_600_000;
const owner = { key: { role: 'owner' } } as Principal;
const at = (hours: number) =>
  ({ ...owner, via: 'sign_in', signIn: { createdUtcMs: -hours * HOUR_MS } }) as Principal;

it.each([
  ['a key', { ...owner, via: 'key' } as Principal, true, null],
  ['a token of a program', { ...owner, via: 'token' } as Principal, false, /no tokens/],
  ['a sign-in of today', at(11), true, null],
  ['an old sign-in, for a list', at(13), false, null],
  ['an old sign-in, for a new key', at(13), true, /Sign in with the key again/],
  ['no one', null, false, /of an owner/],
])('%s', (_, principal, isFreshNeeded, sentence) => {
  const fault = ownerFault(principal, isFreshNeeded, 0);
  if (sentence === null) expect(fault).toBeNull();
  else expect(fault).toMatchObject({ code: 'forbidden', detail: expect.stringMatching(sentence) });
});
