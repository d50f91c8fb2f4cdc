import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../../gym/schedule/csv/rows.ts';

const cells = (text: string, delimiter = ',') =>
  [...rowsOf(text, delimiter)].map((row) => row.cells);

describe('a record of a CSV', () => {
  it.each<[string, (string[] | null)[]]>([
    ['a,b', [['a', 'b']]],
    [' a , b ', [['a', 'b']]],
    ['"a" ,b', [['a', 'b']]],
    [' "a" ,b', [['a', 'b']]],
    ['a,  "b"', [['a', 'b']]],
    ['"a, b",c', [['a, b', 'c']]],
    ['"""a""",b', [['"a"', 'b']]],
    ['"",b,', [['', 'b', '']]],
    [',"b"', [['', 'b']]],
    ['a,"', [null]],
    [`"${'\n'.repeat(49)}",b`, [['\n'.repeat(49), 'b']]],
    [`"${'\n'.repeat(50)}",b`, [null, null]],
    ['" a ","b"', [[' a ', 'b']]],
    ['5" band,"x"', [['5" band', 'x']]],
    ['x"y"z,b', [['x"y"z', 'b']]],
    ['x "y,z",b', [['x "y', 'z"', 'b']]],
    [
      '"a\r\nb",c\r\nd,e',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['"a"b,c', [null]],
    ['"a" "b",c', [null]],
    ['""a,b', [null]],
    ['"a\nb,c', [null, ['b', 'c']]],
    ['"a\nb,c\n"d"e,f\ng,h', [null, ['b', 'c'], null, ['g', 'h']]],
  ])('%j is read as a spreadsheet means it', (text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('may be cut at a tab, which is no space then', () => {
    expect(cells('"a"\t\t"b"\tc', '\t')).toEqual([['a', '', 'b', 'c']]);
  });

  it('takes no longer where each line opens a quote that is never closed', () => {
    const looked = cells('a"b,"c\n'.repeat(200_000));
    expect(looked).toHaveLength(200_000);
    expect(looked.every((one) => one === null)).toBe(true);
  });
});
