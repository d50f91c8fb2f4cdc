/** What each kind of parameter takes, and the complaint about the rest. Every row was measured on FastAPI 0.142.2. */

import { describe, expect, it } from 'vitest';
import type { Reading } from '../../../api/validation/scalars.ts';
import {
  readBoolean,
  readInteger,
  readLiteral,
  readNumber,
  readText,
} from '../../../api/validation/scalars.ts';

const taken = (value: string | number | boolean) => ({ ok: true, value });
const typeOf = (reading: Reading) => (reading.ok ? 'ok' : reading.complaint.type);

describe('an integer', () => {
  it.each([
    ['5', 5],
    [' 5 ', 5],
    ['\u00855\u2003', 5],
    ['+5', 5],
    ['-5', -5],
    ['005', 5],
    ['-05', -5],
    ['1.0', 1],
    ['5.0000', 5],
    ['1_0_0', 100],
    ['0__1', 1],
    ['0-5', -5],
    ['00', 0],
  ])('may be written %j', (text, value) => {
    expect(readInteger(text, {})).toEqual(taken(value));
  });

  it.each(
    [
      [
        '',
        'abc',
        '1.',
        '.5',
        '1.5',
        '1e3',
        '0x10',
        'true',
        'NaN',
        '1,000',
        '5;',
        '５',
        '٣',
        '+-1',
        '-+1',
        '--5',
      ],
      ['+ 5', '_1', '1_', '1__0', '1.0_0', '0-05', '\ufeff5', `0${'1'.repeat(4_301)}`],
    ].flat(),
  )('may not be written %.20j', (text) => {
    expect(readInteger(text, {})).toEqual({
      ok: false,
      complaint: {
        type: 'int_parsing',
        msg: 'Input should be a valid integer, unable to parse string as an integer',
      },
    });
  });

  it('may have 4,300 characters', () => {
    expect(typeOf(readInteger('9'.repeat(4_300), { maximum: 100 }))).toBe('less_than_equal');
    expect(typeOf(readInteger('9'.repeat(4_301), { maximum: 100 }))).toBe('int_parsing_size');
    expect(typeOf(readInteger(`-${'9'.repeat(4_300)}`, {}))).toBe('int_parsing_size');
    expect(typeOf(readInteger(`${'0'.repeat(4_301)}7`, {}))).toBe('ok');
  });

  it.each([
    ['7', 'multiple_of', 'Input should be a multiple of 5', { multiple_of: 5 }],
    ['105', 'less_than_equal', 'Input should be less than or equal to 100', { le: 100 }],
    ['0', 'greater_than', 'Input should be greater than 0', { gt: 0 }],
  ])('of %s breaks one bound, the first in order', (text, type, msg, ctx) => {
    const bounds = { multipleOf: 5, maximum: 100, exclusiveMinimum: 0 };
    expect(readInteger(text, bounds)).toEqual({ ok: false, complaint: { type, msg, ctx } });
  });

  it.each([
    ['100', { exclusiveMaximum: 100 }, 'less_than', 'Input should be less than 100'],
    ['0', { minimum: 1 }, 'greater_than_equal', 'Input should be greater than or equal to 1'],
  ])('of %s is outside %j', (text, bounds, type, msg) => {
    expect(readInteger(text, bounds)).toMatchObject({ complaint: { type, msg } });
  });
});

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

describe('one of some words', () => {
  it.each([
    [['list'], "'list'"],
    [['a', 'b'], "'a' or 'b'"],
    [['list', 'summarize', 'generate'], "'list', 'summarize' or 'generate'"],
  ])('of %j', (words, expected) => {
    expect(readLiteral(words[0] ?? '', words)).toEqual(taken(words[0] ?? ''));
    expect(readLiteral('LIST', words)).toEqual({
      ok: false,
      complaint: {
        type: 'literal_error',
        msg: `Input should be ${expected}`,
        ctx: { expected },
      },
    });
  });
});

describe('a text', () => {
  it('is as long as its code points', () => {
    expect(readText('😀😀', { maxLength: 2 })).toEqual(taken('😀😀'));
    expect(readText('😀😀', { minLength: 3 })).toMatchObject({
      complaint: {
        type: 'string_too_short',
        msg: 'String should have at least 3 characters',
        ctx: { min_length: 3 },
      },
    });
  });

  it('is told one character as one', () => {
    expect(readText('', { minLength: 1 })).toMatchObject({
      complaint: { msg: 'String should have at least 1 character' },
    });
  });

  it('is searched for its pattern after its length', () => {
    const limits = { maxLength: 3, pattern: '^[a-z]+$' };
    expect(typeOf(readText('ABCD', limits))).toBe('string_too_long');
    expect(typeOf(readText('ab\n', limits))).toBe('string_pattern_mismatch');
    expect(readText('AB', limits)).toMatchObject({
      complaint: {
        msg: "String should match pattern '^[a-z]+$'",
        ctx: { pattern: '^[a-z]+$' },
      },
    });
  });
});
