/** What is taken for a credential. */

import { expect, it } from 'vitest';
import { shownBy } from '../../../api/auth/guard.ts';
import { ownerFault } from '../../../api/auth/refusals.ts';
import type { ProblemBody } from '../../../errors.ts';
import type { Principal } from '../../../store/access/sign-ins.ts';
import { HOUR_MS } from '../../support/times.ts';

const shown = (headers: Record<string, string>, rawQuery: string | null = null) =>
  shownBy({ headers: new Map(Object.entries(headers)), rawQuery });

it.each([
  [{ authorization: 'Bearer tk_a' }],
  [{ authorization: 'bearer tk_a' }],
  [{ authorization: 'BEARER   tk_a' }],
  [{ 'x-api-key': 'tk_a' }],
  [{ authorization: 'Bearer tk_a', 'x-api-key': 'tk_a' }],
])('a credential is read from %o', (headers) => {
  expect(shown(headers)).toEqual({ kind: 'secret', secret: 'tk_a' });
});

const BEARERS = ['', 'tk a', 'tk_a, Bearer tk_a', 'tk_\u0000a', 'tk_\u007f', 'tk_é', '"tk_a"'];
const KEYS = ['', 'tk a', 'Bearer tk_a', 'tk_a, tk_a', 'tk_\u0001'];
it.each([
  ...['', 'tk_a', 'Basic dXNlcjpwYXNz'].map((authorization) => ({ authorization })),
  ...[...BEARERS, 'a'.repeat(513)].map((text) => ({ authorization: `Bearer ${text}` })),
  ...KEYS.map((key) => ({ 'x-api-key': key })),
] as Record<string, string>[])('a credential is none in %j', (headers) => {
  expect(shown(headers)).toMatchObject({ kind: 'malformed' });
});

it.each([
  ['Bearer tk_a', 'tk_b'],
  ['Basic tk_a', 'tk_a'],
  ['Bearer tk_a', ''],
  ['', 'tk_a'],
])('a credential is in doubt with Authorization %j and x-api-key %j', (authorization, apiKey) => {
  expect(shown({ authorization, 'x-api-key': apiKey })).toEqual({ kind: 'conflicting' });
});

it.each([
  ['api_key=tk_a', 'api_key'],
  ['a=1&access_token=x', 'access_token'],
  ['API-Key=x', 'API-Key'],
  ['%61pi_key=x', 'api_key'],
  ['token', 'token'],
  ['key=', 'key'],
])('a credential is refused in the query %s, whatever the headers show', (rawQuery, name) => {
  expect(shown({ 'x-api-key': 'tk_a' }, rawQuery)).toEqual({ kind: 'in_query', name });
});

it.each(['gym_id=token', 'keys=1', 'limit=8', ''])('the query %j has no credential', (rawQuery) => {
  expect(shown({}, rawQuery)).toEqual({ kind: 'none' });
});

/** Which owners may operate: keys and sign-ins, recent ones for what changes who gets in; never tokens of programs. */

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
  const fault = ownerFault(principal, recency, 0)?.value as ProblemBody | undefined;
  if (sentence === null) expect(fault).toBeUndefined();
  else expect(fault?.detail).toMatch(sentence);
  const isStale = sentence?.source.includes('of the last') === true;
  expect(fault?.code).toBe(sentence === null ? undefined : isStale ? 'sign_in_again' : 'forbidden');
});
