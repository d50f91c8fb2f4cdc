/** What each kind of parameter takes, and the complaint about the rest. Every row was measured on FastAPI 0.142.2. */

import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../api/validation/scalars.ts';
import { readBoolean, readNumber } from '../../../api/validation/scalars.ts';

const taken = (value: string | number | boolean) => ({ ok: true, value });
const typeOf = (reading: Reading) => (reading.ok ? 'ok' : reading.complaint.type);

describe('a number', () => {
  it.each([
    ['1', 1],
    ['.5', 0.5],
    ['5.', 5],
    [' 1e3 ', 1_000],
    ['+1', 1],
    ['1_0.5', 10.5],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['nan', Number.NaN],
  ])('may be written %j', (text, value) => {
    expect(readNumber(text, {})).toEqual(taken(value));
  });

  it.each(['', 'abc', '.', '1e', '_1', '1__0', ' 1_0', '0x10'])('may not be written %j', (text) => {
    expect(typeOf(readNumber(text, {}))).toBe('float_parsing');
  });

  it('that is none breaks every bound', () => {
    expect(typeOf(readNumber('nan', { maximum: 1 }))).toBe('less_than_equal');
    expect(typeOf(readNumber('nan', { minimum: 1 }))).toBe('greater_than_equal');
  });
});

describe('a truth value', () => {
  it.each(['1', 't', 'y', 'on', 'yes', 'true', 'TRUE', 'oN'])('may be %s', (text) => {
    expect(readBoolean(text)).toEqual(taken(true));
  });

  it.each(['0', 'f', 'n', 'no', 'off', 'false', 'False'])('may be %s', (text) => {
    expect(readBoolean(text)).toEqual(taken(false));
  });

  it.each(['maybe', '', '2', ' true'])('may not be %j', (text) => {
    expect(readBoolean(text)).toEqual({
      ok: false,
      complaint: {
        type: 'bool_parsing',
        msg: 'Input should be a valid boolean, unable to interpret input',
      },
    });
  });
});
