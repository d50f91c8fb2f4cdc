/** What is taken for a credential. */

import { describe, expect, it } from 'vitest';
import { shownBy } from '../../../api/auth/guard.ts';

const shown = (headers: Record<string, string>, rawQuery: string | null = null) =>
  shownBy({ headers: new Map(Object.entries(headers)), rawQuery });

describe('a credential', () => {
  it.each([
    [{ authorization: 'Bearer tk_a' }],
    [{ authorization: 'bearer tk_a' }],
    [{ authorization: 'BEARER   tk_a' }],
    [{ 'x-api-key': 'tk_a' }],
    [{ authorization: 'Bearer tk_a', 'x-api-key': 'tk_a' }],
  ])('is read from %o', (headers) => {
    expect(shown(headers)).toEqual({ kind: 'secret', secret: 'tk_a' });
  });

  it.each([
    [''],
    ['tk_a'],
    ['Bearer'],
    ['Bearer '],
    ['Bearer tk a'],
    ['Bearer tk_a, Bearer tk_a'],
    ['Bearer tk_\u0000a'],
    ['Bearer tk_\u007f'],
    ['Bearer tk_é'],
    ['Bearer "tk_a"'],
    [`Bearer ${'a'.repeat(513)}`],
    ['Basic dXNlcjpwYXNz'],
    ['Digest username="a"'],
  ])('is none in Authorization: %j', (authorization) => {
    expect(shown({ authorization })).toMatchObject({ kind: 'malformed' });
  });

  it.each([[''], ['tk a'], ['Bearer tk_a'], ['tk_a, tk_a'], ['tk_\u0001']])(
    'is none in x-api-key: %j',
    (text) => {
      expect(shown({ 'x-api-key': text })).toMatchObject({ kind: 'malformed' });
    },
  );

  it.each([
    ['Bearer tk_a', 'tk_b'],
    ['Basic tk_a', 'tk_a'],
    ['Bearer tk_a', ''],
    ['', 'tk_a'],
  ])('is in doubt where Authorization is %j and x-api-key %j', (authorization, apiKey) => {
    expect(shown({ authorization, 'x-api-key': apiKey })).toEqual({ kind: 'conflicting' });
  });

  it.each([
    ['api_key=tk_a', 'api_key'],
    ['a=1&access_token=x', 'access_token'],
    ['API-Key=x', 'API-Key'],
    ['%61pi_key=x', 'api_key'],
    ['token', 'token'],
    ['key=', 'key'],
  ])('is refused in the query %s, whatever the headers show', (rawQuery, name) => {
    expect(shown({ 'x-api-key': 'tk_a' }, rawQuery)).toEqual({ kind: 'in_query', name });
  });

  it.each(['gym_id=token', 'keys=1', 'limit=8', ''])('is not seen in the query %j', (rawQuery) => {
    expect(shown({}, rawQuery)).toEqual({ kind: 'none' });
  });
});
