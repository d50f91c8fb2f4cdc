/** Which owners may operate: keys and sign-ins, recent ones for what changes who gets in; never tokens of programs. */

import { expect, it } from 'vitest';
import { ownerFault } from '../../../api/auth/refusals.ts';
import type { Principal } from '../../../store/access/sign-ins.ts';

const HOUR_MS = 3_600_000;
const owner = { key: { role: 'owner' } } as Principal;
const at = (hours: number) =>
  ({ ...owner, via: 'sign_in', signIn: { createdUtcMs: -hours * HOUR_MS } }) as Principal;

it.each([
  ['a key', { ...owner, via: 'key' } as Principal, 'just', null],
  ['a token of a program', { ...owner, via: 'token' } as Principal, null, /no tokens/],
  ['a sign-in of today', at(11), 'lately', null],
  ['an old sign-in, for a list', at(13), null, null],
  ['an old sign-in, to revoke a key', at(13), 'lately', /of the last 12 hours/],
  ['a sign-in of this hour, for a new key', at(0.6), 'just', /of the last 30 minutes/],
  ['a sign-in of just now, for a new key', at(0.4), 'just', null],
  ['no one', null, null, /of an owner/],
] as const)('%s', (_, principal, recency, sentence) => {
  const fault = ownerFault(principal, recency, 0);
  if (sentence === null) expect(fault).toBeNull();
  else expect(fault?.detail).toMatch(sentence);
  const isStale = sentence?.source.includes('of the last') === true;
  expect(fault?.code).toBe(sentence === null ? undefined : isStale ? 'sign_in_again' : 'forbidden');
});
